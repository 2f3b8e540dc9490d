/** Words that may be meant by one, and from how many letters on one or two may be wrong. */
const mostMeant = 3;
const oneSlip = 4;
const twoSlips = 7;

/** The known words that a misspelt one probably means: those with the fewest slips, the same first letter first; mostly one. Pure. */
export function meantBy(word: string, known: Iterable<string>): readonly string[] {
	let most = word.length >= twoSlips ? 2 : word.length >= oneSlip ? 1 : 0;
	let meant: string[] = [];
	if (most === 0) return meant;
	for (const other of known) {
		if (Math.abs(other.length - word.length) > most) continue;
		const slips = slipsBetween(word, other);
		if (slips > most) continue;
		meant = slips < most ? [other] : [...meant, other].slice(-20);
		most = slips;
	}
	const same = meant.filter((other) => other[0] === word[0]);
	return (same.length > 0 ? same : meant).slice(0, mostMeant);
}

/**
 * Letters that were added, left out, exchanged or swapped with the next one, each a slip: the optimal string alignment distance
 * (https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance). Pure.
 */
export function slipsBetween(a: string, b: string): number {
	let before: readonly number[] = [];
	let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, j) => j);
	for (let i = 0; i < a.length; i += 1) {
		const next = [i + 1];
		for (let j = 0; j < b.length; j += 1) {
			const exchanged = at(row, j) + (a[i] === b[j] ? 0 : 1);
			const isSwap = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
			const swapped = isSwap ? at(before, j - 1) + 1 : exchanged;
			next.push(Math.min(exchanged, swapped, at(row, j + 1) + 1, at(next, j) + 1));
		}
		[before, row] = [row, next];
	}
	return at(row, b.length);
}

function at(row: readonly number[], index: number): number {
	return row[index] ?? 0;
}
