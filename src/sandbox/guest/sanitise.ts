/**
 * Everything that could act on a terminal, hide text or reorder it: control characters but tab and newline, marks that change
 * direction, line separators, invisible characters (joiners that scripts and emoji need are left), and the tag and variation
 * planes that smuggle text. Tab and newline are left out here and not where they are found: a gigabyte of short lines has half a gigabyte of them.
 */
const unsafe =
	/[[\p{Cc}--[\t\n]]\p{Noncharacter_Code_Point}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gv;

/**
 * Text that is safe in a prompt, a log and a terminal: well-formed Unicode in which every unsafe character stands as visible
 * text (`\x1b`, `\u202e`, `\u{e0041}`) or as U+FFFD. Line ends become `\n`. Applying it twice changes nothing more.
 */
export function sanitise(text: string): string {
	return text.toWellFormed().replace(/\r\n?/g, '\n').replace(unsafe, visible);
}

/** As `sanitise`, for what must stay on one line: a name, a command line. */
export function sanitiseLine(text: string): string {
	return sanitise(text.replace(/[\r\n\t]/g, (character) => escapes[character] ?? ' '));
}

const escapes: Readonly<Record<string, string>> = { '\r': '\\r', '\n': '\\n', '\t': '\\t' };

function visible(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	if ((code & 0xfffe) === 0xfffe || (code >= 0xfdd0 && code <= 0xfdef)) return '\ufffd';
	if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`;
	return code <= 0xffff ? `\\u${code.toString(16).padStart(4, '0')}` : `\\u{${code.toString(16)}}`;
}

/** Turns a stream of bytes into sanitised text, whatever the chunks split: a character, or the two bytes of a line end. */
export interface TextReader {
	push(chunk: Uint8Array): string;
	/** The rest that was held back; nothing may be pushed afterwards. */
	end(): string;
}

export function createTextReader(): TextReader {
	const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
	let held = '';
	const take = (text: string, last: boolean): string => {
		const whole = held + text;
		held = !last && whole.endsWith('\r') ? '\r' : '';
		return sanitise(whole.slice(0, whole.length - held.length));
	};
	return {
		push: (chunk) => take(decoder.decode(chunk, { stream: true }), false),
		end: () => take(decoder.decode(), true),
	};
}

/** The first `length` UTF-16 units, one fewer where that would split a character. */
export function headOf(text: string, length: number): string {
	return text.slice(0, splitsPair(text, length) ? length - 1 : length);
}

/** The last `length` UTF-16 units, one fewer where that would split a character. */
export function tailOf(text: string, length: number): string {
	const start = Math.max(0, text.length - length);
	return text.slice(splitsPair(text, start) ? start + 1 : start);
}

function splitsPair(text: string, at: number): boolean {
	return isHighSurrogate(text.charCodeAt(at - 1)) && isLowSurrogate(text.charCodeAt(at));
}

function isHighSurrogate(unit: number): boolean {
	return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
	return unit >= 0xdc00 && unit <= 0xdfff;
}
