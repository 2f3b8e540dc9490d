import { noneIfDamaged } from '../../../base/errors.ts';
import type { ShelfEntry, ToolShelf } from '../../../store/store.ts';
import { parseJson } from '../../model/text/json-text.ts';
import { type Manifest, manifestSchema, versionFiles } from './manifest.ts';

/** A tool as its files tell of it. */
export interface ShelvedTool {
	readonly category: string;
	readonly name: string;
	readonly current: number;
	/** Of its versions, oldest first; at least one. */
	readonly manifests: readonly Manifest[];
}

/** What stands on a shelf, by the manifests there; a version without one that is whole is left out. */
export async function toolsOnShelf(shelf: ToolShelf): Promise<ShelvedTool[]> {
	const found = await Promise.all((await shelf.list()).map((entry) => manifestOf(shelf, entry)));
	const byTool = Map.groupBy(
		found.filter((manifest) => manifest !== undefined),
		({ category, name }) => `${category}/${name}`,
	);
	return await Promise.all([...byTool].map(([tool, manifests]) => shelved(shelf, tool, manifests)));
}

async function shelved(shelf: ToolShelf, tool: string, manifests: readonly Manifest[]): Promise<ShelvedTool> {
	const pointed = await shelf.current(tool).catch(noneIfDamaged);
	const newest = Math.max(...manifests.map(({ version }) => version));
	const current = manifests.some(({ version }) => version === pointed) ? (pointed ?? newest) : newest;
	const [category = '', name = ''] = tool.split('/');
	return { category, name, current, manifests };
}

async function manifestOf(shelf: ToolShelf, entry: ShelfEntry): Promise<Manifest | undefined> {
	const text = await shelf.read(entry, versionFiles.manifest).catch(noneIfDamaged);
	const manifest = text === undefined ? undefined : manifestSchema.safeParse(parseJson(text)?.value).data;
	const isOwn =
		manifest && `${manifest.category}/${manifest.name}` === entry.tool && manifest.version === entry.version;
	return isOwn ? manifest : undefined;
}
