import { noneIfDamaged } from '../../../base/errors.ts';
import type { ToolVersions, VersionRef } from '../../../store/store.ts';
import { parseJson } from '../../model/text/json-text.ts';
import { type Manifest, manifestSchema, versionFiles } from './manifest.ts';

/** A tool as its files tell of it. */
export interface ToolOnDisk {
	readonly category: string;
	readonly name: string;
	readonly current: number;
	/** Of its versions, oldest first; at least one. */
	readonly manifests: readonly Manifest[];
}

/** The tools of a session or catalog, by the manifests of their versions; one without a whole manifest is left out. */
export async function toolsOnDisk(versions: ToolVersions): Promise<ToolOnDisk[]> {
	const found = await Promise.all((await versions.list()).map((entry) => manifestOf(versions, entry)));
	const byTool = Map.groupBy(
		found.filter((manifest) => manifest !== undefined),
		({ category, name }) => `${category}/${name}`,
	);
	return await Promise.all([...byTool].map(([tool, manifests]) => toolOnDisk(versions, tool, manifests)));
}

async function toolOnDisk(versions: ToolVersions, tool: string, manifests: readonly Manifest[]): Promise<ToolOnDisk> {
	const pointed = await versions.current(tool).catch(noneIfDamaged);
	const newest = Math.max(...manifests.map(({ version }) => version));
	const current = manifests.some(({ version }) => version === pointed) ? (pointed ?? newest) : newest;
	const [category = '', name = ''] = tool.split('/');
	return { category, name, current, manifests };
}

async function manifestOf(versions: ToolVersions, entry: VersionRef): Promise<Manifest | undefined> {
	const text = await versions.read(entry, versionFiles.manifest).catch(noneIfDamaged);
	const manifest = text === undefined ? undefined : manifestSchema.safeParse(parseJson(text)?.value).data;
	const isOwn =
		manifest && `${manifest.category}/${manifest.name}` === entry.tool && manifest.version === entry.version;
	return isOwn ? manifest : undefined;
}
