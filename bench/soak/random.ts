import { createHash } from 'node:crypto';

/** A number from 0 (inclusive) to 1 (exclusive); the next one each time. */
export type Random = () => number;

/** Equal seeds give equal numbers. */
export function createRandom(seed: number): Random {
	let drawn = 0;
	return () => {
		drawn += 1;
		return createHash('sha256').update(`${seed}/${drawn}`).digest().readUInt32BE() / 2 ** 32;
	};
}

/** A whole number below `end`. */
export function below(end: number, random: Random): number {
	return Math.floor(random() * end);
}
