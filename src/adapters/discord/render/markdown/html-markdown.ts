/** Pairs of tags, and what Markdown has for both of them; empty: they leave nothing. */
const pairs: Readonly<Record<string, string>> = {
	...{ b: '**', strong: '**', summary: '**', i: '*', em: '*', u: '__', ins: '__', s: '~~', del: '~~', strike: '~~' },
	...{ code: '`', kbd: '`', samp: '`', tt: '`' },
	...{ details: '', p: '', div: '', span: '', center: '', sub: '', sup: '', small: '', font: '', picture: '' },
};
const tag = /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)\/?>/gi;

/** Longest line of ─ that no phone wraps. */
export const rule = '─'.repeat(20);

/** HTML in what Discord has for it; tags that it has nothing for, and those without their other half in `source`, stay as they are. Pure. */
export function htmlMarkdown(html: string, source: string): string {
	return html
		.replaceAll(/<!--[\s\S]*?-->/g, '')
		.replaceAll(tag, (whole: string, _slash: string, name: string, attributes: string) => {
			const lower = name.toLowerCase();
			if (lower === 'br') return '\n';
			if (lower === 'hr') return `\n${rule}\n`;
			if (lower === 'img') return imageOf(attributes) ?? whole;
			const mark = Object.hasOwn(pairs, lower) ? pairs[lower] : undefined;
			return mark === undefined || !isPaired(lower, source) ? whole : mark;
		});
}

function isPaired(name: string, source: string): boolean {
	const lower = source.toLowerCase();
	return lower.includes(`</${name}`) && new RegExp(`<${name}[\\s>]`).test(lower);
}

function imageOf(attributes: string): string | undefined {
	const [, address = ''] = /\ssrc\s*=\s*["']?([^"'\s>]+)/i.exec(attributes) ?? [];
	const [, words = ''] = /\salt\s*=\s*["']([^"']*)/i.exec(attributes) ?? [];
	return address === '' ? undefined : linkTo(address, words);
}

/** Words that lead to an address, where that is one of the web. Pure. */
export function linkTo(address: string, words: string): string {
	const label = words.replaceAll(/[[\]\n]/g, ' ').trim();
	if (!/^https?:\/\/[^\s()<>]+$/i.test(address))
		return [label, address && `(\`${address.replaceAll('`', "'")}\`)`].join(' ').trim();
	return label === '' || label.includes('://') ? address : `[${label}](${address})`;
}
