import { z } from 'zod';
import { inTurn } from '../../../base/in-turn.ts';
import { kept } from '../../../base/kept.ts';
import type { SessionFolder, ToolVersions } from '../../../store/store.ts';
import { rejectClasses } from '../verdict.ts';
import { formatOneSchema, toFormatTwo } from './format-one.ts';
import { manifestSchema } from './manifest.ts';
import { toolsOnDisk } from './tools-on-disk.ts';

/** How a version has done. */
const useSchema = kept({
	/** Runs with an input that it did not refuse; of those, the ones that failed by its own doing. The others went well. */
	calls: z.number().int().nonnegative(),
	failures: z.number().int().nonnegative(),
	/** Since the last call that went well. */
	failuresInARow: z.number().int().nonnegative(),
	/** Of all calls together. */
	ms: z.number().nonnegative(),
	lastAt: z.iso.datetime().optional(),
	lastError: z.string().optional(),
	/** Inputs that it failed with, newest last: a repair must accept them. */
	failedInputs: z.array(z.record(z.string(), z.unknown())).max(5),
	/** Inputs that it accepted, newest last, at most 3 of at most 4,000 characters: a repair must accept them. */
	takenInputs: z.array(z.record(z.string(), z.unknown())).max(3),
});

export type Use = z.infer<typeof useSchema>;

/** Of a version that nobody has called yet. */
export const unused: Use = {
	calls: 0,
	failures: 0,
	failuresInARow: 0,
	ms: 0,
	failedInputs: [],
	takenInputs: [],
};

const versionSchema = kept({
	manifest: manifestSchema,
	quarantined: z.boolean(),
	use: useSchema,
	/** Tests that the Coder had made up and somebody has dropped since, each by a hash. */
	dropped: z
		.array(kept({ test: z.string(), by: z.string(), why: z.string().optional(), at: z.iso.datetime() }))
		.optional(),
});
export type VersionEntry = z.infer<typeof versionSchema>;

const toolSchema = kept({
	category: z.string(),
	name: z.string(),
	/** The version that is used where none is named. */
	current: z.number().int().min(1),
	/** Oldest first. */
	versions: z.array(versionSchema).min(1),
	/** Its sharing was offered, or need not be: that is done once. */
	offered: z.literal(true).optional(),
}).refine(({ versions, current }) => versions.some(({ manifest }) => manifest.version === current), {
	path: ['current'],
	message: 'names a version that is not there',
});
export type ToolEntry = z.infer<typeof toolSchema>;

const countersSchema = kept({
	/** Specs; those answered by a tool that there was; those that became a version; those given up. */
	orders: z.number().int().nonnegative(),
	reused: z.number().int().nonnegative(),
	registered: z.number().int().nonnegative(),
	givenUp: z.number().int().nonnegative(),
	/** Tries of the Coder, and why those that failed did. */
	tries: z.number().int().nonnegative(),
	/** Orders that had to be mended first. */
	sentBack: z.number().int().nonnegative().optional(),
	/** Requests to the Coder, and runs in which a test was disputed. */
	calls: z.number().int().nonnegative().optional(),
	disputed: z.number().int().nonnegative().optional(),
	refused: z.partialRecord(z.enum(rejectClasses), z.number().int().nonnegative()),
});
export type ForgeCounters = z.infer<typeof countersSchema>;

const registrySchema = kept({
	version: z.literal(2),
	tools: z.array(toolSchema),
	counters: countersSchema,
	/** Runs that wait for the Brain's word, by the ids of their calls. */
	disputed: z.array(z.string()).optional(),
});
/** `tool_registry.json`: the session's tools, and how they have done. */
export type Registry = z.infer<typeof registrySchema>;

export const emptyRegistry: Registry = {
	version: 2,
	tools: [],
	counters: { orders: 0, reused: 0, registered: 0, givenUp: 0, tries: 0, refused: {} },
};

/** A registry as it may stand on the disk: in format 2, or in format 1, which becomes format 2. */
export const storedRegistrySchema = z.discriminatedUnion('version', [
	registrySchema,
	formatOneSchema.transform((stored): Registry => ({ ...emptyRegistry, tools: toFormatTwo(stored) })),
]);

/** The session's registry. A damaged one is made anew from the tools' own files: no count has been kept, and no version is in quarantine. */
export async function readRegistry(folder: Pick<SessionFolder, 'documents' | 'files'>): Promise<Registry> {
	const rebuild = () => registryOf(folder.files.tools);
	return (await folder.documents.read('tool_registry', storedRegistrySchema, rebuild)) ?? emptyRegistry;
}

async function registryOf(versions: ToolVersions): Promise<Registry> {
	const tools = (await toolsOnDisk(versions)).map(
		({ manifests, ...tool }): ToolEntry => ({
			...tool,
			versions: manifests.map((manifest) => ({ manifest, quarantined: false, use: unused })),
		}),
	);
	return { ...emptyRegistry, tools };
}

/** Changes the registry durably: `change` is handed the one that stands there. Resolves with the one that stands there then. */
export function updateRegistry(folder: SessionFolder, change: (registry: Registry) => Registry): Promise<Registry> {
	return inTurn(folder.documents, async () => {
		const changed = change(await readRegistry(folder));
		await folder.documents.write('tool_registry', changed);
		return changed;
	});
}

/** The version that is used where none is named. Pure. */
export function currentOf(tool: ToolEntry): VersionEntry {
	const entry = versionOf(tool, tool.current);
	if (!entry) throw new Error(`Cannot use ${idOf(tool)}: its registry entry has no version ${tool.current}`);
	return entry;
}

/** Whether the session has forged any version of it: the others were taken over from a catalog. Pure. */
export function isForgedHere({ versions }: ToolEntry): boolean {
	return versions.some(({ manifest }) => manifest.provenance.adopted === undefined);
}

/** The registry with one more version, which is the current one of its tool. Pure. */
export function withNewVersion(registry: Registry, entry: VersionEntry): Registry {
	const { category, name, version } = entry.manifest;
	const known = registry.tools.find((tool) => idOf(tool) === idOf(entry.manifest));
	const versions = [...(known?.versions ?? []), entry];
	const tool: ToolEntry = { ...known, category, name, current: version, versions };
	const tools = known ? registry.tools.map((each) => (each === known ? tool : each)) : [...registry.tools, tool];
	return { ...registry, tools };
}

/** One version of a tool. Pure. */
export function versionOf({ versions }: ToolEntry, version: number): VersionEntry | undefined {
	return versions.find(({ manifest }) => manifest.version === version);
}

/** The registry with `change` made to one tool; as it is where that is not there. Pure. */
export function withTool(registry: Registry, id: string, change: (tool: ToolEntry) => ToolEntry): Registry {
	return { ...registry, tools: registry.tools.map((tool) => (idOf(tool) === id ? change(tool) : tool)) };
}

/** The tool with `change` made to one version. Pure. */
export function withVersion(
	tool: ToolEntry,
	version: number,
	change: (entry: VersionEntry) => VersionEntry,
): ToolEntry {
	const versions = tool.versions.map((entry) => (entry.manifest.version === version ? change(entry) : entry));
	return { ...tool, versions };
}

/** `<category>/<name>`. Pure. */
export function idOf({ category, name }: { readonly category: string; readonly name: string }): string {
	return `${category}/${name}`;
}
