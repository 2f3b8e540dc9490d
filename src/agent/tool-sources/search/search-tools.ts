import type { SearchableTool } from '../tool-source.ts';
import { areOpposed, directionOf } from './opposites.ts';
import { scoreWords } from './score-words.ts';
import { type Entry, indexOf } from './tool-index.ts';
import { withMeaning } from './with-meaning.ts';
import { tellingWords } from './words.ts';

/** A tool that has to do with the query. */
export interface Hit<Searched extends SearchableTool> {
	readonly tool: Searched;
	/** Above 0; the higher the better, within one search. */
	readonly score: number;
	/** By its words it does the opposite. */
	readonly opposed: boolean;
}

/** Characters and words of a query that are read. */
const longestQuery = 4_000;
const mostWords = 60;

/** Share of its score that a tool keeps which does the opposite; one that does not get that far behind the best is left out. */
const opposedShare = 0.3;
const leastShare = 0.15;

/**
 * The tools that have to do with a query, the best first. `likenesses`: how like it each tool is by its meaning, where that is known. Pure but
 * for the index, which is kept for the same tools.
 */
export function searchTools<Searched extends SearchableTool>(
	query: string,
	tools: readonly Searched[],
	likenesses: readonly (number | undefined)[] = [],
): readonly Hit<Searched>[] {
	const text = query.slice(0, longestQuery);
	const words = [...new Set(tellingWords(text))].slice(0, mostWords);
	const index = indexOf(tools);
	const asked = directionOf(text);
	const hits = withMeaning(scoreWords(words, index), likenesses).flatMap(({ at, score }): readonly Hit<Searched>[] => {
		const [tool, entry] = [tools[at], index.entries[at]];
		if (!tool || !entry) return [];
		const opposed = isOpposed(asked, entry);
		return [{ tool, score: opposed ? score * opposedShare : score, opposed }];
	});
	const sorted = hits.toSorted((one, other) => other.score - one.score);
	const least = (sorted[0]?.score ?? 0) * leastShare;
	return sorted.filter(({ score }) => score > least);
}

function isOpposed(asked: ReturnType<typeof directionOf>, { direction }: Entry): boolean {
	return areOpposed(asked, direction);
}
