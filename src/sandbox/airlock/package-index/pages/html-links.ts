/** A link of an HTML page: its attributes by lower-case name, decoded. */
export type Link = ReadonlyMap<string, string>;

const attribute = /([a-z][\w-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/gi;
const rest = /^(?:"[^"]*"|'[^']*'|[^"'>])*/;

/** The links of a PEP 503 page. Every piece of the page is looked at once, however broken it is. Pure. */
export function readLinks(html: string): Link[] {
	const pieces = html.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '').split(/<a\s/i);
	return pieces.slice(1).map((piece) => attributesOf(rest.exec(piece)?.[0] ?? ''));
}

function attributesOf(text: string): Link {
	const pairs = [...text.matchAll(attribute)].map(([, name = '', double, single, bare]) => {
		return [name.toLowerCase(), decoded(double ?? single ?? bare ?? '')] as const;
	});
	return new Map(pairs);
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string {
	return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (all, hex, decimal, name) => {
		if (name !== undefined) return named[name] ?? all;
		const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
		return code <= 0x10_ff_ff ? String.fromCodePoint(code) : all;
	});
}
