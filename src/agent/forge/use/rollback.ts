import type { SessionFolder } from '../../../store/store.ts';
import { hintOf } from '../../tool-sources/hint.ts';
import {
	idOf,
	readRegistry,
	type ToolEntry,
	updateRegistry,
	versionOf,
	withTool,
	withVersion,
} from '../registry/registry.ts';
import { newestSound } from './count-use.ts';

/** The versions that a tool went from and to. */
export interface Rollback {
	readonly id: string;
	readonly from: number;
	readonly to: number;
	/** The version had been quarantined, and is not any more. */
	readonly released: boolean;
}

/**
 * Has a session use another version of its tool: this one, or without a number the newest older one that is not quarantined. Rejects
 * with an error whose message is for people; nothing has changed then.
 */
export async function rollBack(tool: ToolEntry, version: number | undefined, folder: SessionFolder): Promise<Rollback> {
	const [id, from] = [idOf(tool), tool.current];
	const to = version ?? olderThan(tool);
	const chosen = versionOf(tool, to);
	if (!chosen) throw new Error(`${id} has no version ${to}; it has ${numbersOf(tool)}.`);
	if (to === from && !chosen.quarantined) throw new Error(`${id} is at version ${to} already.`);
	// First what can fail: the files of a version may have been removed by hand.
	await folder.files.tools.point({ tool: id, version: to });
	await updateRegistry(folder, (registry) => withTool(registry, id, (entry) => pointed(entry, to)));
	return { id, from, to, released: chosen.quarantined };
}

function olderThan(tool: ToolEntry): number {
	const older = newestSound(tool, tool.current);
	if (older) return older.manifest.version;
	throw new Error(`${idOf(tool)} has no version before ${tool.current} that is not quarantined.`);
}

/** A version that people choose starts anew. */
function pointed(tool: ToolEntry, to: number): ToolEntry {
	const released = withVersion(tool, to, (entry) => ({
		...entry,
		quarantined: false,
		use: { ...entry.use, failuresInARow: 0 },
	}));
	return { ...released, current: to };
}

function numbersOf({ versions }: ToolEntry): string {
	return versions.map(({ manifest }) => manifest.version).join(', ');
}

/** The session's own tool of this name, `category/name` or the name alone. Rejects likewise. */
export async function ownTool(name: string, folder: SessionFolder): Promise<ToolEntry> {
	const { tools } = await readRegistry(folder);
	const [only, other] = tools.filter((tool) => tool.name === name || idOf(tool) === name);
	if (!only) throw new Error(`This session has no tool "${name}".${hintOf(name, tools.map(idOf))}`);
	if (other) throw new Error(`"${name}" is ambiguous: ${idOf(only)} and ${idOf(other)}.`);
	return only;
}
