import { below, type Random } from '../soak/random.ts';
import type { Trouble } from './troubles.ts';

/** Which trouble comes next. */
export interface Draw {
	next(): Trouble;
	/** There was nothing to do it to: it comes once more. */
	again(trouble: Trouble): void;
}

/**
 * In rounds: in the first each kind once, in the next those that are to come twice or more by their weight, and so on, then from the start; within
 * a round by chance. So all have befallen soon, and in the end each as often as it weighs; `aimed`, by their names, twice as often.
 */
export function createDraw(troubles: readonly Trouble[], random: Random, aimed: readonly string[] = []): Draw {
	const rounds = Math.max(...troubles.map(({ weight }) => weight));
	let round = 0;
	let missed: Trouble[] = [];
	let left: Trouble[] = [];
	return {
		next() {
			if (left.length === 0) {
				const due = troubles.filter(({ weight }) => weight > round);
				left = [...due, ...due.filter(({ name }) => aimed.includes(name)), ...missed];
				missed = [];
				round = (round + 1) % rounds;
			}
			const [drawn] = left.splice(below(left.length, random), 1);
			if (drawn === undefined) throw new Error('There are no troubles');
			return drawn;
		},
		again: (trouble) => void missed.push(trouble),
	};
}

/**
 * The kinds that befell nothing, of which a run has proved nothing; but for those that sandboxes of a kernel of their own have no process on this host
 * for. Pure.
 */
export function neverBefallen(
	troubles: readonly Trouble[],
	counts: ReadonlyMap<string, number>,
	kernel: 'shared' | 'own',
): readonly string[] {
	return troubles
		.filter(({ name, isInside }) => !(isInside && kernel === 'own') && (counts.get(name) ?? 0) === 0)
		.map(({ name }) => name);
}
