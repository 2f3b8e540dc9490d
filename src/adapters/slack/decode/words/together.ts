/**
 * A text and the words of the blocks beside it. Apps send blocks with a text for notifications that tells less, people send a text whose
 * rich text tells nothing more: a text all of whose words are in the blocks is left out. Pure.
 */
export function bodyWords(text: string, blocks: string): string {
	if (text.trim() === '') return blocks;
	if (blocks.trim() === '') return text;
	const known = new Set(wordsIn(blocks));
	return wordsIn(text).every((word) => known.has(word)) ? blocks : `${text}\n${blocks}`;
}

function wordsIn(text: string): string[] {
	return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
