import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';

/** Sources by their path from the root of the checkout. */
export type Sources = ReadonlyMap<string, string>;

/** Reads sources once. */
export function readSources(root: string, paths: readonly string[]): Sources {
	return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** The others that each source imports, statically or not. */
export function importGraph(sources: Sources): ReadonlyMap<string, readonly string[]> {
	return new Map(
		[...sources].map(([path, source]) => [path, importsOf(path, source).filter((one) => sources.has(one))]),
	);
}

function importsOf(path: string, source: string): string[] {
	const { module } = parseSync(path, source);
	const names = [
		...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
		...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? '')),
		...module.dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1)),
	];
	return names.filter((name) => name.startsWith('.')).map((name) => posix.join(posix.dirname(path), name));
}

/** Everything that a file reaches, itself too. */
export function reachOf(graph: ReadonlyMap<string, readonly string[]>, file: string): ReadonlySet<string> {
	const reached = new Set([file]);
	for (const one of reached) for (const next of graph.get(one) ?? []) reached.add(next);
	return reached;
}
