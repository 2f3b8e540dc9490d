import { parseEnv } from 'node:util';

/** Settings to write; undefined takes one out of force. */
export type Changes = Readonly<Record<string, string | undefined>>;

/**
 * A `.env` text with these settings, everything else as it was: what sets one of them is replaced, or made a comment; what is not there yet
 * comes at the end. Throws for a value that no such file can hold. Pure.
 */
export function withSettings(text: string, changes: Changes): string {
	const left = new Map(Object.entries(changes));
	const kept = entriesOf(text).map((one) => {
		const { name = '', start, remark } = partsOf(one);
		if (!Object.hasOwn(changes, name)) return one;
		const value = left.get(name);
		left.delete(name);
		return value === undefined ? `#${one.replaceAll('\n', '\n#')}` : lineFor({ name, start, remark }, value);
	});
	const added = [...left].flatMap(([name, value]) =>
		value === undefined ? [] : [lineFor({ name, start: '', remark: '' }, value)],
	);
	return [...kept, ...added].map((line) => `${line}\n`).join('');
}

/** A line, or more where a quote goes on over them: https://github.com/nodejs/node/blob/v24.x/src/node_dotenv.cc reads the same. */
const entry = /(?:[ \t]*(?:export[ \t]+)?[^\s=#]+[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`))?[^\n]*(?:\n|$)/g;

function entriesOf(text: string): readonly string[] {
	const entries = text.match(entry) ?? [];
	return entries.filter((one) => one !== '').map((one) => one.replace(/\n$/, ''));
}

interface Setting {
	readonly name: string;
	/** All before the name. */
	readonly start: string;
	/** The comment behind the value, with a space before it. */
	readonly remark: string;
}

const parts = /^(\s*(?:export\s+)?)([A-Z][A-Z0-9_]*)\s*=[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`|[^#\n]*)(.*)$/s;

function partsOf(text: string): Partial<Setting> & Omit<Setting, 'name'> {
	const [, start = '', name, rest = ''] = parts.exec(text) ?? [];
	const remark = /^\s*(#[^\r\n]*)/.exec(rest)?.[1];
	return { ...(name !== undefined && { name }), start, remark: remark === undefined ? '' : ` ${remark}` };
}

/** Quotes stand only where Node would read the value otherwise than it is. */
function lineFor({ name, start, remark }: Setting, value: string): string {
	const forms = [remark, ''].flatMap((end) =>
		['', '"', "'", '`'].map((quote) => `${start}${name}=${quote}${value}${quote}${end}`),
	);
	const line = forms.find((form) => !/[\r\n]/.test(form) && parseEnv(`${form}\n`)[name] === value);
	if (line === undefined)
		throw new Error(`${name} cannot be written to .env: its value has a line break or every kind of quote`);
	return line;
}
