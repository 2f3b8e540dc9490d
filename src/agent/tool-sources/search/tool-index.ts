import MiniSearch from 'minisearch';
import type { SearchableTool } from '../tool-source.ts';
import { type Direction, directionOf } from './opposites.ts';
import { stemsOf, tellingWords } from './words.ts';

/** A tool as a search knows it. */
export interface Entry {
	readonly direction: Direction;
	/** The stems of each thing that it is called or asked for by. */
	readonly sayings: readonly ReadonlySet<string>[];
	/** Likewise of what it is not for. */
	readonly others: readonly ReadonlySet<string>[];
}

export interface ToolIndex {
	readonly index: MiniSearch;
	readonly entries: readonly Entry[];
	/** How much a stem says: more, the fewer tools have it. */
	readonly weight: (stem: string) => number;
	/** Whether any tool has it. */
	readonly knows: (stem: string) => boolean;
	/** Whole words of tools, by which compounds are taken apart. */
	readonly words: ReadonlySet<string>;
}

const boost = { name: 3, asked: 2, purpose: 2, synonyms: 1.5, category: 1, parameters: 0.6, usage: 0.3 } as const;
type Field = keyof typeof boost;
const fields = Object.keys(boost) as readonly Field[];
type Document = Readonly<Record<Field, string>>;

/** Indexes of the last few sets of tools, by their texts: whoever reads the same tools anew does not wait for another one. */
const kept = new Map<string, ToolIndex>();
const mostKept = 4;

/** The index of these tools, made where it is not the one of the last few. */
export function indexOf(tools: readonly SearchableTool[]): ToolIndex {
	const documents = tools.map(documentOf);
	const key = JSON.stringify([documents, tools.map(({ found }) => found?.notFor ?? [])]);
	const index = kept.get(key) ?? makeIndex(tools, documents);
	kept.delete(key);
	kept.set(key, index);
	const [oldest] = kept.keys();
	if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
	return index;
}

function documentOf({ name, purpose, category, usage, parameters, found }: SearchableTool): Document {
	const { phrases = [], synonyms = [] } = found ?? {};
	return {
		name,
		asked: phrases.join('\n'),
		purpose,
		synonyms: synonyms.join('\n'),
		category,
		parameters: parameters.join(' '),
		usage,
	};
}

function makeIndex(tools: readonly SearchableTool[], documents: readonly Document[]): ToolIndex {
	const words = new Set(documents.flatMap((document) => fields.flatMap((field) => tellingWords(document[field]))));
	const index = new MiniSearch({
		fields: [...fields],
		tokenize: (text) => tellingWords(text).flatMap((word) => termsOf(word, words)),
		processTerm: (term) => term,
		searchOptions: { boost },
	});
	index.addAll(documents.map((document, id) => ({ id, ...document })));
	const having = new Map<string, number>();
	for (const document of documents) {
		const stems = new Set(fields.flatMap((field) => tellingWords(document[field]).flatMap(stemsOf)));
		for (const stem of stems) having.set(stem, (having.get(stem) ?? 0) + 1);
	}
	return {
		index,
		entries: tools.map((tool) => entryOf(tool, words)),
		weight: (stem) => Math.log(1 + documents.length / (having.get(stem) ?? 0.5)),
		knows: (stem) => having.has(stem),
		words,
	};
}

/** Phrases of one tool that are looked at by themselves: a manifest may have been filled by hand. */
const mostSayings = 100;

function entryOf({ name, purpose, found }: SearchableTool, words: ReadonlySet<string>): Entry {
	const stems = (text: string) => new Set(tellingWords(text).flatMap((word) => termsOf(word, words)));
	return {
		direction: directionOf(name, purpose),
		sayings: [name, purpose, (found?.synonyms ?? []).join('\n'), ...(found?.phrases ?? [])]
			.slice(0, mostSayings)
			.map(stems),
		others: (found?.notFor ?? []).slice(0, mostSayings).map(stems),
	};
}

/** From so many letters on a word may be made of others. */
const longCompound = 9;
const shortestPart = 4;

/** The stems of a word, and of the words of tools that it begins or ends with: `kundennummer` is a `nummer`, too. Pure. */
export function termsOf(word: string, words: ReadonlySet<string>): readonly string[] {
	const own = stemsOf(word);
	if (word.length < longCompound) return own;
	const parts: string[] = [];
	for (let cut = shortestPart; cut <= word.length - 3; cut += 1) {
		const [head, tail] = [word.slice(0, cut), word.slice(-cut)];
		if (words.has(head)) parts.push(head);
		if (words.has(tail)) parts.push(tail);
	}
	return parts.length === 0 ? own : [...new Set([...own, ...parts.flatMap(stemsOf)])];
}
