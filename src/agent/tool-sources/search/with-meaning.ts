import type { Scored } from './score-words.ts';

/** Gained by the likest tool; by words it has 2 at most. */
const mostGained = 1.5;

/** From which share of what the likest one stands out by a tool is found by its meaning alone. */
const leastAlone = 0.6;

/**
 * Scores by words and by meaning together. Of meaning it counts how far a tool stands out from all the others: models differ in what they
 * call like, and few of their cosines are small. Pure.
 */
export function withMeaning(scored: readonly Scored[], likenesses: readonly (number | undefined)[]): readonly Scored[] {
	const known = likenesses.filter((likeness) => likeness !== undefined);
	if (known.length < 2) return scored;
	const mean = known.reduce((sum, likeness) => sum + likeness, 0) / known.length;
	const range = known.reduce((most, likeness) => Math.max(most, likeness - mean), 0);
	if (range === 0) return scored;
	const standsOut = (at: number) => Math.max(0, (likenesses[at] ?? mean) - mean) / range;
	const byWords = new Map(scored.map(({ at, score }) => [at, score]));
	const found = [...likenesses.keys()].filter((at) => byWords.has(at) || standsOut(at) >= leastAlone);
	return found.map((at) => ({ at, score: (byWords.get(at) ?? 0) + mostGained * standsOut(at) }));
}
