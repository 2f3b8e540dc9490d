/** `whole` cut into pieces of these lengths, and the rest. */
export function piecesOf<T extends { slice(from: number, to?: number): T; readonly length: number }>(
	whole: T,
	lengths: readonly number[],
): readonly T[] {
	const pieces: T[] = [];
	let at = 0;
	for (const length of lengths) {
		pieces.push(whole.slice(at, at + length));
		at += length;
	}
	return [...pieces, whole.slice(at)];
}
