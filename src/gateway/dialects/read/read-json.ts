import { deepest } from '../../../base/is-deeper-than.ts';
import { asItIsWritten } from '../../../base/text/numbers-as-written.ts';

/** The largest request that is read: Anthropic's own limit, the highest of them (https://platform.claude.com/docs/en/api/overview#request-size-limits). */
export const mostRequestBytes = 32 * 1024 * 1024;
/** The most values in a request: a conversation of a thousand messages and tools has some ten thousand. Each takes time and memory: these, at the worst, half a second. */
const mostValues = 100_000;

/** A request's value, or why it is none: a status and a sentence. */
export type ReadJson =
	| { readonly kind: 'read'; readonly value: unknown }
	| { readonly kind: 'refused'; readonly status: 400 | 413; readonly sentence: string };

/**
 * A request's bytes as JSON, its numbers as they were written. Nothing but one JSON value in UTF-8 without a mark: packed, UTF-16 and broken
 * bytes are refused. Its size and shape are looked at before it is parsed. Never throws; linear. Pure.
 */
export function readJson(bytes: Uint8Array): ReadJson {
	if (bytes.byteLength > mostRequestBytes)
		return refused(413, `The request is larger than ${mostRequestBytes / 1024 / 1024} MiB: send less at once.`);
	if (!isPlain(shapeOf(bytes)))
		return refused(400, 'The request is nested too deeply or has too many values: send a simpler one.');
	try {
		return { kind: 'read', value: asItIsWritten(decoded(bytes)) };
	} catch {
		return refused(400, 'The request is no JSON in UTF-8: send it unpacked, as one JSON object.');
	}
}

function refused(status: 400 | 413, sentence: string): ReadJson {
	return { kind: 'refused', status, sentence };
}

/** Throws where the bytes are no UTF-8. A byte order mark stays, so that the parser refuses it. */
function decoded(bytes: Uint8Array): string {
	return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

interface Shape {
	/** How deep lists and objects are nested. */
	readonly depth: number;
	/** How many values there are, at most. */
	readonly values: number;
}

function isPlain({ depth, values }: Shape): boolean {
	return depth <= deepest && values <= mostValues;
}

const quote = 0x22;
const backslash = 0x5c;
/** How each byte outside of a string changes the depth. */
const effects = Int8Array.from({ length: 256 }, (_, byte) =>
	'[{'.includes(charOf(byte)) ? 1 : ']}'.includes(charOf(byte)) ? -1 : 0,
);
const comma = 0x2c;

function charOf(byte: number): string {
	return byte < 0x80 && byte > 0x20 ? String.fromCharCode(byte) : '\n';
}

/** Looks at the bytes without parsing them; true of JSON, and of all else never more than it has. */
function shapeOf(bytes: Uint8Array): Shape {
	let depth = 0;
	let deepestYet = 0;
	let values = 1;
	for (let at = 0; at < bytes.length; at += 1) {
		const byte = bytes[at] ?? 0;
		if (byte === quote) at = endOfString(bytes, at);
		const effect = effects[byte] ?? 0;
		depth += effect;
		if (depth > deepestYet) deepestYet = depth;
		if (effect === 1 || byte === comma) values += 1;
	}
	return { depth: deepestYet, values };
}

/** Where the string ends that begins at `from`: at its closing quote, or at the end of all. */
function endOfString(bytes: Uint8Array, from: number): number {
	let at = from + 1;
	while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
	return at;
}
