import { meantBy } from './spelling.ts';
import { type Entry, type ToolIndex, termsOf } from './tool-index.ts';

/** A tool by its place, and how well its words are those of a query. */
export interface Scored {
	readonly at: number;
	readonly score: number;
}

/** A word of the query as tools have it. */
interface Asked {
	readonly terms: readonly string[];
	/** How much it says, and how sure it is that it is the word. */
	readonly weight: number;
	readonly trust: number;
}

/** The best by BM25 are looked at phrase by phrase. */
const mostLookedAt = 40;

/** Share of its score that a tool keeps where what it is not for holds more of the query than what it is for. */
const otherShare = 0.5;

/** How sure it is that a misspelt word is the one that it is taken for; and words whose spelling is mended: each is held against all. */
const meantTrust = 0.7;
const mostMended = 8;

/** The tools that have words of a query. A word that no tool has is one that is misspelt, or the beginning of one. */
export function scoreWords(words: readonly string[], index: ToolIndex): readonly Scored[] {
	const asked = asAsked(words, index);
	const terms = asked.flatMap((word) => word.terms);
	if (terms.length === 0) return [];
	const found = index.index.search(terms.join(' '), {
		tokenize: (text) => text.split(' '),
		prefix: (term) => term.length >= 4,
	});
	const best = found[0]?.score ?? 1;
	return found.slice(0, mostLookedAt).flatMap(({ id, score }) => {
		const entry = index.entries[id];
		if (!entry) return [];
		const { own, other } = likeness(asked, entry);
		const both = score / best + own;
		return [{ at: Number(id), score: other > own ? both * otherShare : both }];
	});
}

function asAsked(words: readonly string[], index: ToolIndex): readonly Asked[] {
	const isKnown = (word: string) => termsOf(word, index.words).some(index.knows);
	const mended = new Set(words.filter((word) => !isKnown(word)).slice(0, mostMended));
	return words.map((word) => {
		const meant = mended.has(word) ? meantBy(word, index.words) : [];
		const terms = [...new Set((meant.length > 0 ? meant : [word]).flatMap((one) => termsOf(one, index.words)))];
		return { terms, weight: Math.max(...terms.map(index.weight)), trust: meant.length > 0 ? meantTrust : 1 };
	});
}

/** How much of the query one phrase of the tool holds, and one of what it is not for, from 0 to 1. */
function likeness(asked: readonly Asked[], { sayings, others }: Entry) {
	const all = asked.reduce((sum, { weight }) => sum + weight, 0);
	const held = (stems: ReadonlySet<string>) =>
		asked.reduce((sum, { terms, weight, trust }) => {
			return terms.some((term) => stems.has(term)) ? sum + weight * trust : sum;
		}, 0);
	const most = (some: Entry['sayings']) => Math.max(0, ...some.map(held)) / all;
	return { own: most(sayings), other: most(others) };
}
