/** A summary of one thing's samples, in their unit. */
export interface Summary {
	readonly runs: number;
	readonly min: number;
	readonly median: number;
	readonly p95: number;
}

/** The summary of at least one sample; of an even number, the median lies between the middle two. `p95` is the nearest rank. */
export function summarise(samples: readonly number[]): Summary {
	if (samples.length === 0) throw new Error('Cannot summarise: there are no samples');
	const sorted = samples.toSorted((one, other) => one - other);
	const at = (index: number): number => sorted[index] ?? Number.NaN;
	const middle = (sorted.length - 1) / 2;
	return {
		runs: sorted.length,
		min: at(0),
		median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
		p95: at(Math.ceil(sorted.length * 0.95) - 1),
	};
}
