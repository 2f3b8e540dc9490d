import { CorruptFileError, ProblemError, userMessage } from '../../../base/errors.ts';
import type { Catalog, VersionRef } from '../../../store/store.ts';
import type { Manifest } from '../registry/manifest.ts';
import { type NamedVersions, readKept } from './kept-version.ts';

/** The current version of a tool in a catalog. */
export interface CatalogTool {
	readonly manifest: Manifest;
	readonly version: number;
}

export interface CatalogTools {
	/** By category and name. */
	readonly tools: readonly CatalogTool[];
	/** A sentence for each tool that was left out. */
	readonly problems: readonly string[];
}

/** Tools that were read, and the listing that they were read by. */
interface Reading {
	readonly listing: string;
	readonly tools: Promise<CatalogTools>;
}

const readings = new WeakMap<Catalog, Reading>();

/**
 * The tools that a catalog offers. What was changed by hand is left out and named. As long as the same versions are there and current, it
 * is the same object and no file is read again: whoever adopts a tool reads it anew.
 */
export async function readCatalogTools(catalog: Catalog): Promise<CatalogTools> {
	const currents = await listCurrent(catalog);
	const listing = JSON.stringify(currents);
	const known = readings.get(catalog);
	if (known?.listing === listing) return known.tools;
	const tools = readAll(catalog, currents);
	readings.set(catalog, { listing, tools });
	// A reading that failed is tried again by the next call.
	tools.catch(() => readings.delete(catalog));
	return tools;
}

/** A catalog as people call it. Pure. */
export function named({ id, tools }: Catalog): NamedVersions {
	return { title: `catalog ${id}`, tools };
}

type Current = VersionRef | { readonly problem: string };

async function listCurrent(catalog: Catalog): Promise<readonly Current[]> {
	const entries = await catalog.tools.list();
	const tools = [...new Set(entries.map(({ tool }) => tool))];
	return Promise.all(tools.map((tool) => currentIn(catalog, tool, entries)));
}

async function currentIn(catalog: Catalog, tool: string, entries: readonly VersionRef[]): Promise<Current> {
	try {
		const version = await catalog.tools.current(tool);
		if (version === undefined) return { problem: `catalog ${catalog.id}: ${tool} has no current version` };
		if (entries.some((entry) => entry.tool === tool && entry.version === version)) return { tool, version };
		return { problem: `catalog ${catalog.id}: ${tool} ${version} is to be the current one and is not there` };
	} catch (error) {
		if (!(error instanceof CorruptFileError)) throw error;
		return { problem: `catalog ${catalog.id}: ${tool} was changed by hand: ${userMessage(error)}` };
	}
}

async function readAll(catalog: Catalog, currents: readonly Current[]): Promise<CatalogTools> {
	const read = await Promise.all(
		currents.map((current) => ('problem' in current ? current.problem : readOne(catalog, current))),
	);
	return {
		tools: read.filter((one) => typeof one !== 'string'),
		problems: read.filter((one) => typeof one === 'string'),
	};
}

async function readOne(catalog: Catalog, entry: VersionRef): Promise<CatalogTool | string> {
	try {
		const { manifest } = await readKept(named(catalog), entry);
		return { manifest, version: entry.version };
	} catch (error) {
		if (error instanceof ProblemError) return userMessage(error);
		throw error;
	}
}
