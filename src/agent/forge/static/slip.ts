/** Whether one name may be a slip of the other: at most two letters added, left out, changed or swapped, one in short names. Pure. */
export function isSlip(one: string, other: string): boolean {
	const most = Math.min(one.length, other.length) < 5 ? 1 : 2;
	return Math.abs(one.length - other.length) <= most && one !== other && editDistance(one, other) <= most;
}

/** Damerau-Levenshtein, of neighbours swapped once. */
function editDistance(one: string, other: string): number {
	let [before, above] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
	for (let row = 1; row <= one.length; row += 1) {
		const line = [row];
		for (let column = 1; column <= other.length; column += 1) {
			const same = one[row - 1] === other[column - 1];
			const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
			line[column] = Math.min(
				at(line, column - 1) + 1,
				at(above, column) + 1,
				at(above, column - 1) + (same ? 0 : 1),
				swapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
			);
		}
		[before, above] = [above, line];
	}
	return at(above, other.length);
}

function at(line: readonly number[], column: number): number {
	return line[column] ?? Number.POSITIVE_INFINITY;
}
