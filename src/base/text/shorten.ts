/** `text` in at most `length` characters, the end cut with an ellipsis. Pure. */
export function shorten(text: string, length: number): string {
	// A character is one unit or two: what follows cannot matter.
	const characters = [...text.slice(0, 2 * length + 2)];
	return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
