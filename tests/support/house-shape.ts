import { posix } from 'node:path';
import { type Sources, withoutComments } from './architecture-rules.ts';

/** Which files each file imports, by paths below `src/`. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/** An import as it is written: its names and where from, of `import`, `export … from` and `import()`. */
const importPattern =
	/^\s*(?:import|export)\s+(type\s)?([^;'"`]*?)\bfrom\s*['"](\.[^'"]+)['"]|\bimport\s*\(\s*['"](\.[^'"]+)['"]\s*\)/gm;

/** The imports between files of the house: of `values`, which Node loads, or of types as well, which readers follow. Pure. */
export function graphOf(house: Sources, of: 'values' | 'types too'): Graph {
	const edges = ([file, source]: readonly [string, string]) => {
		const found = [...withoutComments(source).matchAll(importPattern)];
		const wanted = found.filter(([, type, names = '']) => of === 'types too' || !(type || isTypesAlone(names)));
		const targets = wanted.map(([, , , from, loaded]) => posix.join(posix.dirname(file), from ?? loaded ?? ''));
		return [file, targets.filter((target) => house.has(target))] as const;
	};
	return new Map([...house].map(edges));
}

function isTypesAlone(names: string): boolean {
	const listed = /^\{([^}]*)\}\s*$/
		.exec(names.trim())?.[1]
		?.split(',')
		.filter((name) => name.trim() !== '');
	return listed !== undefined && listed.length > 0 && listed.every((name) => name.trim().startsWith('type '));
}

/** The longest chain of imports, first importer first. The graph must have no cycle. */
export function longestChain(graph: Graph): string[] {
	const known = new Map<string, string[]>();
	const from = (file: string): string[] => {
		const below = known.get(file) ?? [file, ...longest((graph.get(file) ?? []).map(from))];
		known.set(file, below);
		return below;
	};
	return longest([...graph.keys()].map(from));
}

const longest = (chains: readonly string[][]): string[] =>
	chains.reduce((best, chain) => (chain.length > best.length ? chain : best), []);

/** Files that import each other in a circle, each circle once, its files sorted. */
export function cyclesOf(graph: Graph): string[][] {
	const reached = new Map([...graph.keys()].map((file) => [file, reachedFrom(graph, file)]));
	const circle = (file: string) =>
		[...(reached.get(file) ?? [])].filter((other) => reached.get(other)?.has(file)).toSorted();
	const circles = [...graph.keys()].map(circle).filter((files) => files.length > 0);
	return [...new Map(circles.map((files) => [files.join(), files])).values()];
}

/** The files that a file needs, itself not among them but in a circle. */
export function reachedFrom(graph: Graph, file: string): Set<string> {
	const reached = new Set<string>();
	const open = [...(graph.get(file) ?? [])];
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		if (reached.has(next)) continue;
		reached.add(next);
		open.push(...(graph.get(next) ?? []));
	}
	return reached;
}

/** Folders with more than `most` files of code, as `folder (files)`. Pure. */
export function crowdedFolders(files: Iterable<string>, most: number): string[] {
	const counts = new Map<string, number>();
	for (const file of files) counts.set(posix.dirname(file), (counts.get(posix.dirname(file)) ?? 0) + 1);
	const crowded = [...counts].filter(([, count]) => count > most);
	return crowded.map(([folder, count]) => `${folder} (${count})`).toSorted();
}

/** Comments that hang on a neighbour or begin with a word that says nothing, as `file: comment`. */
export function idleComments(house: Sources): string[] {
	const idle = /^\s*(?:\/\*\*|\*|\/\/)\s*((?:What|The same)\b.*)$/gm;
	return [...house].flatMap(([file, source]) => [...source.matchAll(idle)].map(([, comment]) => `${file}: ${comment}`));
}
