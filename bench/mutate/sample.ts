/** `most` of the values, drawn by the seed, in their order; all where there are no more. Pure. */
export function sample<T>(values: readonly T[], most: number, seed: number): readonly T[] {
	const random = fromSeed(seed);
	const drawn = values.map((value, at) => ({ value, at, lot: random() }));
	return drawn
		.toSorted((one, other) => one.lot - other.lot)
		.slice(0, most)
		.toSorted((one, other) => one.at - other.at)
		.map(({ value }) => value);
}

/** Mulberry32. */
function fromSeed(seed: number): () => number {
	let state = seed | 0;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
