import MiniSearch, { type SearchResult } from 'minisearch';
import type { ListedTool } from '../../src/agent/tool-sources/tool-source.ts';
import { wordsOf } from './former-words.ts';

/** The words of a tool that a search reads. */
export type SearchableTool = Pick<ListedTool, 'category' | 'name' | 'purpose' | 'usage' | 'parameters'>;

/** A tool that has words of the query. */
export interface Hit<Searched extends SearchableTool> {
	readonly tool: Searched;
	/**
	 * From 0 to 1: the share of the query's words that the tool has. Words that most tools have count half, similar words count less.
	 * Comparable between queries and between sets of tools, as BM25's own number is not.
	 */
	readonly score: number;
}

/** The tools that have words of the query, the best by BM25 first. Pure but for the index, which is kept for the same tools. */
export function searchTools<Searched extends SearchableTool>(
	query: string,
	tools: readonly Searched[],
): readonly Hit<Searched>[] {
	const words = [...new Set(wordsOf(query.slice(0, longestQuery)))].slice(0, mostWords);
	const { index, weight } = indexOf(tools);
	return index.search(words.join(' ')).flatMap((result) => {
		const tool = tools[result.id];
		return tool ? [{ tool, score: coverage(words, result, weight) }] : [];
	});
}

/** Characters and words of a query that are read: each word is looked for among all that are known, with its misspellings. */
const longestQuery = 4000;
const mostWords = 100;

interface Index {
	readonly index: MiniSearch;
	/** 1, and down to a half the more of the tools have the word. */
	readonly weight: (word: string) => number;
}

type Field = keyof SearchableTool;

const fields: readonly Field[] = ['name', 'purpose', 'category', 'usage', 'parameters'];
const boost: Readonly<Record<Field, number>> = { name: 4, purpose: 2, category: 1.5, usage: 0.5, parameters: 0.7 };

/** Indexes of the last few sets of tools, by their texts: whoever reads the same tools anew does not wait for another one. */
const kept = new Map<string, Index>();
const mostKept = 8;

function indexOf(tools: readonly SearchableTool[]): Index {
	const documents = tools.map(documentOf);
	const key = JSON.stringify(documents);
	const index = kept.get(key) ?? makeIndex(documents);
	kept.delete(key);
	kept.set(key, index);
	const [oldest] = kept.keys();
	if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
	return index;
}

function documentOf({ name, purpose, category, usage, parameters }: SearchableTool): Readonly<Record<Field, string>> {
	return { name, purpose, category, usage, parameters: parameters.join(' ') };
}

function makeIndex(documents: readonly Readonly<Record<Field, string>>[]): Index {
	const index = new MiniSearch({
		fields: [...fields],
		tokenize: wordsOf,
		processTerm: (term) => term,
		searchOptions: {
			boost,
			tokenize: (words) => words.split(' '),
			prefix: (term) => term.length >= 4,
			// Letters that may differ: a swap of two is two.
			fuzzy: (term) => (term.length >= 6 ? 2 : term.length >= 4 && 1),
		},
	});
	index.addAll(documents.map((document, id) => ({ id, ...document })));
	const having = new Map<string, number>();
	for (const document of documents) {
		for (const word of new Set(fields.flatMap((field) => wordsOf(document[field]))))
			having.set(word, (having.get(word) ?? 0) + 1);
	}
	return { index, weight: (word) => weightOf(having.get(word) ?? 0, documents.length) };
}

/** Nearly the same for all words: a session has few tools, and how many of those have a word says little of it. */
function weightOf(having: number, documents: number): number {
	return 1 - Math.max(0, having - 1) / documents / 2;
}

function coverage(words: readonly string[], { match }: SearchResult, weight: (word: string) => number): number {
	const found = Object.keys(match);
	const all = words.reduce((sum, word) => sum + weight(word), 0);
	const had = words.reduce((sum, word) => sum + weight(word) * likeness(word, found), 0);
	return all === 0 ? 0 : had / all;
}

/** How well a tool has a word: itself 1, a longer word that begins with it 0.8, a misspelt one 0.6. */
function likeness(word: string, found: readonly string[]): number {
	if (found.includes(word)) return 1;
	if (word.length < 4) return 0;
	if (found.some((other) => other.startsWith(word))) return 0.8;
	return found.some((other) => isMisspelt(word, other)) ? 0.6 : 0;
}

/** The index found it within its letters; of longer words that begin alike that is a slip of the hand. */
function isMisspelt(word: string, other: string): boolean {
	return word.length >= 5 && word.slice(0, 2) === other.slice(0, 2) && Math.abs(word.length - other.length) <= 2;
}
