const esc = '\u001b';
const bell = '\u0007';

/** Longest payload of an operating-system or device command that is taken for one; what is longer is text with stray controls. */
const maxPayload = 1000;
const payload = `[\\]PX^_][^${bell}${esc}\u009c]{0,${maxPayload}}`;
const escapeSequences = new RegExp(
	[`${esc}\\[[0-?]*[ -/]*[@-~]`, `${esc}${payload}(?:${bell}|${esc}\\\\|\u009c)`, `${esc}[ -/]*[0-~]`].join('|'),
	'g',
);
/** Matches an end that may still grow into an escape sequence, a line ending or a whole character once more text comes. */
const unfinished = new RegExp(`(?:${esc}(?:\\[[0-?]*[ -/]*|${payload}${esc}?|[ -/]*)?|\\r|[\\ud800-\\udbff])$`);
const controlMarks = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * Text from a model or a tool made safe to print: escape sequences, control characters (but newline and tab), marks that reorder
 * text, and halves of characters are gone; every line ending is `\n`.
 */
export function cleanText(text: string): string {
	return text
		.toWellFormed()
		.replace(/\r\n?|[\u2028\u2029]/g, '\n')
		.replace(escapeSequences, '')
		.replace(controlMarks, '');
}

/** Cleans a text for one line: line breaks and tabs become single spaces, ends trimmed. */
export function cleanLine(text: string): string {
	return cleanText(text).replace(/\s+/g, ' ').trim();
}

export interface TextCleaner {
	/** The clean text that `delta` completes; what may be the first half of something is held back. */
	push(delta: string): string;
	/** Gives the text that was held back. */
	end(): string;
}

/** `cleanText` for text that arrives in pieces: the pieces together give what the whole would have given, however it was cut. */
export function createTextCleaner(): TextCleaner {
	let held = '';
	return {
		push(delta) {
			const text = held + delta;
			const cut = text.search(unfinished);
			held = cut < 0 ? '' : text.slice(cut);
			return cleanText(cut < 0 ? text : text.slice(0, cut));
		},
		end() {
			const rest = held;
			held = '';
			return cleanText(rest);
		},
	};
}
