import { folderOf } from '../../chat/place.ts';
import type { Thread } from '../../chat/thread.ts';
import type { NotesOf } from '../../store/notes.ts';
import { forgetWhere } from './keep.ts';
import type { MemoryEntry } from './memory-index.ts';
import type { MemoryDeps } from './shelves.ts';

/** Tells which memories are to go. */
export type IsMeant = (entry: MemoryEntry) => boolean;

/** Removes memories that are meant, and what they had replaced, from a session. Answers their ids. */
export async function forgetInSession(
	session: string,
	isMeant: IsMeant,
	{ notes }: Pick<MemoryDeps, 'notes'>,
): Promise<readonly string[]> {
	return await forgetWhere(isMeant, notes.open({ kind: 'session', session }));
}

/** Likewise from all channels and people of the place of a thread. */
export async function forgetInPlace(
	thread: Thread,
	isMeant: IsMeant,
	{ notes, places }: Pick<MemoryDeps, 'notes' | 'places'>,
): Promise<readonly string[]> {
	const { place } = places.conversationOf(thread);
	if (place === undefined) return [];
	return await forgetIn(await notes.list(folderOf(place)), isMeant, { notes });
}

/** Likewise from these. One after the other: there may be thousands. */
export async function forgetIn(
	some: readonly NotesOf[],
	isMeant: IsMeant,
	{ notes }: Pick<MemoryDeps, 'notes'>,
): Promise<readonly string[]> {
	const gone: string[] = [];
	for (const of of some) gone.push(...(await forgetWhere(isMeant, notes.open(of))));
	return gone;
}
