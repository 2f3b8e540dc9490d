import { parseEnv } from 'node:util';

/** Settings to write; undefined takes one out of force. */
export type Changes = Readonly<Record<string, string | undefined>>;

/**
 * A `.env` text with these settings, everything else as it was: a line that sets one of them is replaced, or made a comment; what
 * has no line yet comes at the end. Throws for a value that no such file can hold. Pure.
 */
export function withSettings(text: string, changes: Changes): string {
	const left = new Map(Object.entries(changes));
	const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
	const kept = lines.map((line) => {
		const name = nameIn(line);
		if (name === undefined || !(name in changes)) return line;
		const value = left.get(name);
		left.delete(name);
		return value === undefined ? `#${line}` : lineFor(name, value);
	});
	const added = [...left].flatMap(([name, value]) => (value === undefined ? [] : [lineFor(name, value)]));
	return [...kept, ...added].map((line) => `${line}\n`).join('');
}

function nameIn(line: string): string | undefined {
	return /^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=/.exec(line)?.[1];
}

/** Quotes stand only where Node would read the value otherwise than it is. */
function lineFor(name: string, value: string): string {
	const forms = ['', '"', "'", '`'].map((quote) => `${name}=${quote}${value}${quote}`);
	const line = forms.find((form) => !/[\r\n]/.test(form) && parseEnv(`${form}\n`)[name] === value);
	if (line === undefined)
		throw new Error(`${name} cannot be written to .env: its value has a line break or every kind of quote`);
	return line;
}
