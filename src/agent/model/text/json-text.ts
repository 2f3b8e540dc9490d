import { escapeControls, type Mender } from './mend-json.ts';

export type JsonRecord = Record<string, unknown>;

/** Whether a parsed value is a JSON object: no array, no null. */
export function isRecord(value: unknown): value is JsonRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The parsed value in a box, or undefined when the text is not JSON. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
	try {
		return { value: JSON.parse(text) };
	} catch {
		return undefined;
	}
}

/**
 * Like `parseJson`, but mends raw newlines, bad escapes, trailing commas, Python's literals and the like. Give it whole
 * objects only: it would also complete one that was cut off. Texts of one answer share a mender, and so its time.
 */
export function parseLooseJson(text: string, mender: Mender): { readonly value: unknown } | undefined {
	const strict = parseJson(text) ?? parseJson(escapeControls(text));
	if (strict !== undefined) return strict;
	const mended = mender.mend(text);
	return mended === undefined ? undefined : parseJson(mended);
}

export interface ObjectScan {
	/** The texts of the top-level `{…}`, in order. */
	readonly objects: readonly string[];
	/** The text ends inside an object: it was cut off. */
	readonly open: boolean;
}

/** Finds the top-level objects of a text that may hold prose or several objects one after the other. */
export function scanObjects(text: string): ObjectScan {
	const objects: string[] = [];
	for (let start = text.indexOf('{'); start >= 0; ) {
		const end = endOfValue(text, start);
		if (end === undefined) return { objects, open: true };
		objects.push(text.slice(start, end));
		start = text.indexOf('{', end);
	}
	return { objects, open: false };
}

/** The index after the bracket that closes the one at `from`; undefined when the text ends before. */
export function endOfValue(text: string, from: number): number | undefined {
	let depth = 0;
	for (let at = from; at < text.length; at++) {
		const char = text[at] ?? '';
		if (char === '"') at = endOfString(text, at);
		else if ('{['.includes(char)) depth++;
		else if ('}]'.includes(char)) depth--;
		if (depth === 0) return at + 1;
	}
	return undefined;
}

/** The index of the quote that ends the string which starts at `from`, or the text's length. */
function endOfString(text: string, from: number): number {
	for (let at = from + 1; at < text.length; at++) {
		if (text[at] === '\\') at++;
		else if (text[at] === '"') return at;
	}
	return text.length;
}

/** The value with every lone surrogate in its strings and keys replaced: JSON encoders of servers fail on them. */
export function wellFormed(value: unknown): unknown {
	if (typeof value === 'string') return value.toWellFormed();
	if (Array.isArray(value)) return value.map(wellFormed);
	if (!isRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toWellFormed(), wellFormed(item)]));
}
