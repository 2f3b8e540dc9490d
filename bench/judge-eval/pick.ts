import type { Problem } from './problem.ts';

/** So many problems, taken by turns from each category, so that few of them are of all kinds as well. Pure. */
export function pick(problems: readonly Problem[], count: number): readonly Problem[] {
	const shelves = [...Map.groupBy(problems, ({ order }) => order.name.split('/')[0]).values()];
	const longest = Math.max(0, ...shelves.map((shelf) => shelf.length));
	// Those with files come first: they have most to go wrong.
	const rounds = Array.from({ length: longest }, (_, at) => shelves.toReversed().flatMap((shelf) => shelf[at] ?? []));
	return rounds.flat().slice(0, count);
}
