import { scoreWords } from '../tool-sources/search/score-words.ts';
import { indexOf } from '../tool-sources/search/tool-index.ts';
import { tellingWords } from '../tool-sources/search/words.ts';
import type { SearchableTool } from '../tool-sources/tool-source.ts';
import type { Memory } from './memory.ts';
import { inForce, readIndex, readMemory } from './memory-index.ts';
import type { Shelf } from './shelves.ts';

/** A memory, and whose it is. */
export interface Found {
	readonly shelf: Shelf;
	readonly memory: Memory;
}

/** Characters and words of a query that are read. */
const longestQuery = 2_000;
const mostWords = 40;
/** Letters of a word by which memories are searched: longer ones are none of a language. */
const longestWord = 24;
/** Memories that get that far behind the best are left out. */
const leastShare = 0.25;

/** All memories in force that a scene sees, the narrowest scope first and the newest first in each. */
export async function readShelves(shelves: readonly Shelf[]): Promise<readonly Found[]> {
	const all = await Promise.all(shelves.map(readShelf));
	return all.flat();
}

async function readShelf(shelf: Shelf): Promise<readonly Found[]> {
	const entries = inForce(await readIndex(shelf.folder));
	const memories = await Promise.all(entries.map((entry) => readMemory(entry, shelf.folder)));
	return memories.flatMap((memory) => (memory ? [{ shelf, memory }] : []));
}

/** Those that have to do with a query, the best first: by their words, also inflected, in compounds and misspelt. */
export function findAmong(query: string, all: readonly Found[]): readonly Found[] {
	const words = [...new Set(tellingWords(query.slice(0, longestQuery)))].slice(0, mostWords);
	const scored = scoreWords(words, indexOf(all.map(asSearchable)));
	const sorted = scored.toSorted((one, other) => other.score - one.score);
	const least = (sorted[0]?.score ?? 0) * leastShare;
	return sorted.flatMap(({ at, score }) => (score >= least ? (all[at] ?? []) : []));
}

function asSearchable({ memory }: Found): SearchableTool {
	const { text, about = '', from } = memory;
	const short = text.replaceAll(/[\p{L}\p{N}]{25,}/gu, (word) => word.slice(0, longestWord));
	return { name: about, purpose: short, category: '', usage: from, parameters: [] };
}
