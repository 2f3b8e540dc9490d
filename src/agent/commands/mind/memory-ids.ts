import type { Asker } from '../../../chat/place.ts';
import { inForce, readIndex } from '../../memory/memory-index.ts';
import { type Shelf, shelvesOf } from '../../memory/shelves.ts';
import type { CommandDeps } from '../command-deps.ts';
import { loadable } from '../session/loadable.ts';

/** Sessions of a person whose memories are offered, the last used first. */
const mostSessions = 20;

/** Offers the ids of memories: of sessions that a person took part in, of themselves and of the channel. */
export function completeMemoryId(deps: Pick<CommandDeps, 'sessions' | 'roleOf' | 'places' | 'notes'>) {
	return async (prefix: string, asker: Asker): Promise<readonly string[]> => {
		const records = (await loadable(asker, deps)).slice(0, mostSessions);
		if (records.length === 0) return [];
		const shelves = records.flatMap(({ id: session }) => shelvesOf({ session, ...asker }, deps));
		const folders = new Map(shelves.map((shelf) => [shelf.folder, shelf]));
		const ids = await Promise.all([...folders.values()].map(idsIn));
		return [...new Set(ids.flat())].filter((id) => id.startsWith(prefix));
	};
}

/** One that cannot be read offers nothing. */
async function idsIn({ folder }: Shelf): Promise<readonly string[]> {
	const index = await readIndex(folder).catch(() => undefined);
	return index ? inForce(index).map(({ id }) => id) : [];
}
