import type { BenchContext } from '../../bench/bench.ts';

/** A context that repeats at most `most` times and keeps progress to itself. */
export function contextOf(most: number): BenchContext {
	return { signal: new AbortController().signal, runs: (wanted) => Math.min(wanted, most), say: () => {} };
}
