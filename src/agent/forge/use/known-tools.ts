import type { Thread } from '../../../chat/thread.ts';
import type { Catalog, SessionFolder } from '../../../store/store.ts';
import { type CatalogDeps, catalogOf } from '../forge-deps.ts';
import type { Manifest } from '../registry/manifest.ts';
import { currentOf, idOf, isForgedHere, readRegistry, type ToolEntry } from '../registry/registry.ts';
import { readCatalogTools } from '../share/catalog-tools.ts';

/** A tool that a session may use: its own, or one of its workspace's catalog that it has no tool of that name beside. */
export type KnownTool =
	/** `newer`: the catalog that it was taken over from offers another version since. */
	| { readonly from: 'session'; readonly manifest: Manifest; readonly entry: ToolEntry; readonly newer?: Catalog }
	| { readonly from: 'catalog'; readonly manifest: Manifest; readonly catalog: Catalog };

/** A session, and the thread whose place has the catalog. */
export interface CatalogScene {
	readonly folder: SessionFolder;
	readonly thread: Thread;
}

/** All that a session may use. */
export interface KnownTools {
	/** The session's own first. */
	readonly tools: readonly KnownTool[];
	/** A sentence for each tool of the catalog that is left out because it was broken by hand. */
	readonly problems: readonly string[];
}

/** Rejects with `CorruptFileError` where the registry cannot be read. */
export async function knownTools({ folder, thread }: CatalogScene, deps: CatalogDeps): Promise<KnownTools> {
	const [registry, shared] = await Promise.all([readRegistry(folder), sharedTools(thread, deps)]);
	const others = new Map(shared.tools.map((tool) => [idOf(tool.manifest), tool]));
	const own = registry.tools.map((entry) => asOwn(entry, others.get(idOf(entry))));
	const names = new Set(registry.tools.map(idOf));
	const besides = shared.tools.filter(({ manifest }) => !names.has(idOf(manifest)));
	return { tools: [...own, ...besides], problems: shared.problems };
}

/**
 * The tools that a name means: those that the session has forged itself, else any that it may use. A catalog may hold hundreds; it is read
 * only where it matters.
 */
export async function toolsMeant(name: string, scene: CatalogScene, deps: CatalogDeps): Promise<readonly KnownTool[]> {
	const { tools } = await readRegistry(scene.folder);
	const own = toolsNamed(
		name,
		tools.map((entry) => asOwn(entry, undefined)),
	);
	const isForged = own.some((tool) => tool.from === 'session' && isForgedHere(tool.entry));
	return isForged ? own : toolsNamed(name, (await knownTools(scene, deps)).tools);
}

type SharedTool = Extract<KnownTool, { from: 'catalog' }>;

interface SharedTools {
	readonly tools: readonly SharedTool[];
	readonly problems: readonly string[];
}

async function sharedTools(thread: Thread, deps: CatalogDeps): Promise<SharedTools> {
	const catalog = await catalogOf(thread, deps);
	if (!catalog) return { tools: [], problems: [] };
	const { tools, problems } = await readCatalogTools(catalog);
	return { tools: tools.map(({ manifest }) => ({ from: 'catalog', manifest, catalog })), problems };
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
