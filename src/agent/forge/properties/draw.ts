/** A source of numbers from 0 up to 1, the same ones for the same seed. */
export type Draw = () => number;

/** A small generator of pseudo-random numbers: Mulberry32 (Tommy Ettinger, 2017, public domain). */
export function drawFrom(seed: number): Draw {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** A whole number from `least` to `most`. */
export function wholeOf(draw: Draw, least: number, most: number): number {
	return least + Math.floor(draw() * (most - least + 1));
}

/** One of them; undefined where there is none. */
export function oneOf<T>(draw: Draw, values: readonly T[]): T | undefined {
	return values[Math.floor(draw() * values.length)];
}
