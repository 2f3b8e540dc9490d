/**
 * A piece of a text as a message begins with it: Discord takes away white space before the first word, and with it the level of a list's
 * item. So the lines that belong to an indented first one move to the left together. Pure.
 */
export function startOfPiece(piece: string): string {
	const [indent = ''] = /^[ \t]+/.exec(piece) ?? [];
	if (indent === '') return piece;
	const lines = piece.split('\n');
	const end = lines.findIndex((line) => line.trim() !== '' && !line.startsWith(indent));
	const moved = lines.map((line, at) => (end === -1 || at < end ? line.slice(indent.length) : line));
	return moved.join('\n');
}
