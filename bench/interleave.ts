import type { BenchContext } from './bench.ts';
import { round } from './row.ts';
import { type Summary, summarise } from './summary.ts';

/** Each answers one sample. */
export interface Pair<Sample> {
	readonly subject: () => Promise<Sample>;
	readonly control: () => Promise<Sample>;
}

export interface Repetition {
	/** How many samples are kept of each. */
	readonly runs: number;
	/** How many of each are thrown away before. */
	readonly warmUps: number;
}

export interface Samples<Sample> {
	readonly subject: readonly Sample[];
	readonly control: readonly Sample[];
}

/** Takes samples of both by turns, the first one changing, so that what else the machine does falls on both alike. Rejects with the signal's reason. */
export async function interleave<Sample>(
	pair: Pair<Sample>,
	{ runs, warmUps }: Repetition,
	{ signal, runs: cap }: BenchContext,
): Promise<Samples<Sample>> {
	const samples = { subject: [] as Sample[], control: [] as Sample[] };
	const warm = Math.min(warmUps, cap(warmUps));
	for (let run = -warm; run < cap(runs); run += 1) {
		for (const which of run % 2 === 0 ? order : order.toReversed()) {
			signal.throwIfAborted();
			const sample = await pair[which]();
			if (run >= 0) samples[which].push(sample);
		}
	}
	return samples;
}

const order = ['subject', 'control'] as const;

/** Compares a pair whose samples are plain numbers, and summarises them. */
export async function compare(
	pair: Pair<number>,
	repetition: Repetition,
	context: BenchContext,
): Promise<{ readonly value: Summary; readonly control: Summary }> {
	const { subject, control } = await interleave(pair, repetition, context);
	return { value: summarise(subject), control: summarise(control) };
}

/** How long `work` takes, ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
	const start = performance.now();
	await work();
	return performance.now() - start;
}

/** A summary for people: `min 3.1, median 4, p95 9.7 of 25`. */
export function spread({ min, median, p95, runs }: Summary): string {
	return `min ${round(min)}, median ${round(median)}, p95 ${round(p95)} of ${runs}`;
}
