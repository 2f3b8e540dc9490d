/** Source texts and raw values: Node has them, TypeScript's types not yet (https://tc39.es/proposal-json-parse-with-source/). */
interface JsonWithSource {
	parse(text: string, reviver: (key: string, value: unknown, from: { readonly source?: string }) => unknown): unknown;
	rawJSON(text: string): object;
	isRawJSON(value: unknown): boolean;
}

const json = JSON as unknown as JsonWithSource;

/** Where none is written in such a way, JavaScript writes all of them as they were. */
const otherwise = /\d(?:\.0|[eE]|\d{15})/;

/**
 * A text of JSON parsed only to be written again: its numbers stay as they stand there. JavaScript's own numbers would make 3 of 3.0, and lose the last
 * digits of large ones. Throws what `JSON.parse` does. Pure.
 */
export function asItIsWritten(text: string): unknown {
	if (!otherwise.test(text)) return JSON.parse(text);
	return json.parse(text, (_, value, { source }) =>
		typeof value === 'number' && source !== undefined && source !== String(value) ? json.rawJSON(source) : value,
	);
}

/** Whether a value is such a number, which must not be looked into. Pure. */
export function isAsWritten(value: object): boolean {
	return json.isRawJSON(value);
}
