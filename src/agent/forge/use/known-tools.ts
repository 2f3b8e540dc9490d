import type { Thread } from '../../../chat/thread.ts';
import type { Catalog, SessionFolder } from '../../../store/store.ts';
import { catalogOf, type ForgeDeps } from '../forge-deps.ts';
import type { Manifest } from '../registry/manifest.ts';
import { currentOf, idOf, isForgedHere, readRegistry, type ToolEntry } from '../registry/registry.ts';
import { readCatalogTools } from '../share/catalog-tools.ts';

/** A tool that a session may use: its own, or one of its workspace's catalog that it has no tool of that name beside. */
export type KnownTool =
	/** `newer`: the catalog that it was taken over from offers another version since. */
	| { readonly from: 'session'; readonly manifest: Manifest; readonly entry: ToolEntry; readonly newer?: Catalog }
	| { readonly from: 'catalog'; readonly manifest: Manifest; readonly catalog: Catalog };

/** Where a session's tools come from. */
export interface ToolPlace {
	readonly folder: SessionFolder;
	readonly thread: Thread;
}

/** All tools that the session may use, its own first. What a catalog holds that is broken is left out. Rejects with `CorruptFileError`. */
export async function knownTools(
	{ folder, thread }: ToolPlace,
	deps: Pick<ForgeDeps, 'sessions' | 'places'>,
): Promise<readonly KnownTool[]> {
	const [{ tools }, shared] = await Promise.all([readRegistry(folder), sharedTools(thread, deps)]);
	const others = new Map(shared.map((tool) => [idOf(tool.manifest), tool]));
	const own = tools.map((entry) => asOwn(entry, others.get(idOf(entry))));
	const names = new Set(tools.map(idOf));
	return [...own, ...shared.filter(({ manifest }) => !names.has(idOf(manifest)))];
}

/**
 * The tools that may be meant by a name: those that the session has forged itself, else all that it may use. A catalog may hold hundreds;
 * it is read only where it matters.
 */
export async function toolsToPickFrom(
	name: string,
	place: ToolPlace,
	deps: Pick<ForgeDeps, 'sessions' | 'places'>,
): Promise<readonly KnownTool[]> {
	const { tools } = await readRegistry(place.folder);
	const own = toolsNamed(
		name,
		tools.map((entry) => asOwn(entry, undefined)),
	);
	return own.some((tool) => tool.from === 'session' && isForgedHere(tool.entry)) ? own : knownTools(place, deps);
}

type SharedTool = Extract<KnownTool, { from: 'catalog' }>;

async function sharedTools(
	thread: Thread,
	deps: Pick<ForgeDeps, 'sessions' | 'places'>,
): Promise<readonly SharedTool[]> {
	const catalog = await catalogOf(thread, deps);
	if (!catalog) return [];
	const { tools } = await readCatalogTools(catalog);
	return tools.map(({ manifest }) => ({ from: 'catalog', manifest, catalog }));
}

/** A sentence for each tool of the workspace's catalog that is left out. */
export async function catalogProblems(
	thread: Thread,
	deps: Pick<ForgeDeps, 'sessions' | 'places'>,
): Promise<readonly string[]> {
	const catalog = await catalogOf(thread, deps);
	return catalog ? (await readCatalogTools(catalog)).problems : [];
}

function asOwn(entry: ToolEntry, shared: SharedTool | undefined): KnownTool {
	const own = { from: 'session' as const, manifest: currentOf(entry).manifest, entry };
	return shared && isOlder(entry, shared) ? { ...own, newer: shared.catalog } : own;
}

/** Each version of a catalog is taken over once: whoever goes back to an older one stays there. */
function isOlder({ versions }: ToolEntry, { manifest, catalog }: SharedTool): boolean {
	return versions.every(({ manifest: { provenance } }) => {
		const { adopted } = provenance;
		return adopted?.catalog === catalog.id && adopted.version < manifest.version;
	});
}

/** Whether the version that is used where none is named has been set aside. Pure. */
export function isQuarantined(tool: KnownTool): boolean {
	return tool.from === 'session' && currentOf(tool.entry).quarantined;
}

/** The tools that a name means, `category/name` or the name alone. Pure. */
export function toolsNamed(name: string, tools: readonly KnownTool[]): readonly KnownTool[] {
	return tools.filter(({ manifest }) => manifest.name === name || idOf(manifest) === name);
}
