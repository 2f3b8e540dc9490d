/** The name that was probably meant by `name`: the one with the fewest letters to change, up to half of its length. */
export function closestName(name: string, known: Iterable<string>): string | undefined {
	let closest: string | undefined;
	let fewest = Math.floor(name.length / 2) + 1;
	for (const candidate of known) {
		const changes = editDistance(name, candidate);
		if (changes < fewest) [closest, fewest] = [candidate, changes];
	}
	return closest;
}

/** Levenshtein's: how many letters have to be added, left out or exchanged. Pure. */
export function editDistance(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, j) => j);
	for (const [i, letter] of [...a].entries()) {
		const next = [i + 1];
		for (let j = 0; j < b.length; j++) {
			const exchanged = at(row, j) + (letter === b[j] ? 0 : 1);
			next.push(Math.min(exchanged, at(row, j + 1) + 1, at(next, j) + 1));
		}
		row = next;
	}
	return at(row, b.length);
}

function at(row: readonly number[], index: number): number {
	return row[index] ?? 0;
}
