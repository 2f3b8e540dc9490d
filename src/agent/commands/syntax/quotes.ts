/** Pairs in which people put a word: those of a keyboard, those that telephones and editors make of them, and code. */
const pairs: ReadonlyMap<string, readonly string[]> = new Map([
	['"', ['"']],
	["'", ["'"]],
	['`', ['`']],
	['“', ['”', '“']],
	['„', ['“', '”']],
	['‘', ['’', '‘']],
	['‚', ['‘', '’']],
	['«', ['»']],
]);

/** A word without the quotes that it stands in. Pure. */
export function unquoted(word: string): string {
	return isQuoted(word) ? word.slice(1, -1) : word;
}

/** Whether a quote begins in a word and does not end with it. Pure. */
export function isHalfQuoted(word: string): boolean {
	return pairs.has(word.charAt(0)) && !isQuoted(word);
}

/** A word so that `unquoted` gives it back. Pure. */
export function quotedAgain(word: string): string {
	return pairs.has(word.charAt(0)) ? `"${word}"` : word;
}

function isQuoted(word: string): boolean {
	return word.length > 2 && pairs.get(word.charAt(0))?.includes(word.slice(-1)) === true;
}
