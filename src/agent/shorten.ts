/** `text` in at most `length` characters, the end cut with an ellipsis. Pure. */
export function shorten(text: string, length: number): string {
	const characters = [...text];
	return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
