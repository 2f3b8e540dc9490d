import { folderOf } from '../../chat/place.ts';
import type { Person } from '../../chat/thread.ts';
import type { NotesOf } from '../../store/notes.ts';
import type { Sessions } from '../../store/store.ts';
import { forgetWhere, meantWhere } from './keep.ts';
import { type MemoryEntry, readIndex } from './memory-index.ts';
import { type MemoryDeps, personFolder } from './shelves.ts';

/** Tells which memories are to go. */
export type IsMeant = (entry: MemoryEntry) => boolean;

type Deps = Pick<MemoryDeps, 'notes' | 'places'>;

/** Removes memories that are meant, and those that they had replaced, from a session. */
export async function forgetInSession(session: string, isMeant: IsMeant, { notes }: Deps): Promise<void> {
	await forgetWhere(isMeant, notes.open({ kind: 'session', session }));
}

/**
 * Removes memories that are meant from all channels and people of the place that a session is in; before that `tell` is handed the ids of them
 * all, where there are any.
 */
export async function forgetBeyond(
	session: string,
	isMeant: IsMeant,
	tell: (ids: readonly string[]) => Promise<void>,
	{ notes, places }: Deps,
): Promise<void> {
	const some = await notesBeyond(session, { notes, places });
	const ids = await idsIn(some, isMeant, { notes });
	if (ids.length === 0) return;
	await tell(ids);
	for (const of of some) await forgetWhere(isMeant, notes.open(of));
}

/** Those of all channels and people of the place that a session is in. */
async function notesBeyond(session: string, { notes, places }: Deps): Promise<readonly NotesOf[]> {
	const thread = places.threadOfSession(session);
	const place = thread && places.conversationOf(thread).place;
	return place === undefined ? [] : await notes.list(folderOf(place));
}

/** Removes what unfinished writes of a process that has died have left of memories of a session, and of the channels and people of its place. */
export async function sweepNotes(session: string, deps: Deps): Promise<void> {
	const own: NotesOf = { kind: 'session', session };
	for (const of of [own, ...(await notesBeyond(session, deps))]) await deps.notes.open(of).sweep();
}

/** Whether any is meant of a session, or of the channels and people of its place. */
export async function isAnyMeant(session: string, isMeant: IsMeant, deps: Deps): Promise<boolean> {
	const own: NotesOf = { kind: 'session', session };
	return (await idsIn([own, ...(await notesBeyond(session, deps))], isMeant, deps)).length > 0;
}

/** Whether a session remembers words of somebody. */
export async function remembersWordsOf(
	person: Pick<Person, 'id'>,
	session: string,
	{ notes, places }: Deps,
): Promise<boolean> {
	const index = await readIndex(notes.open({ kind: 'session', session }));
	return index.memories.some((entry) => entry.person !== undefined && places.isSamePerson(entry.person, person.id));
}

/** All notes there are of somebody: theirs in each place, and the ids of memories in them and of what channels remember in their words. */
export interface NotesOfPerson {
	readonly ids: readonly string[];
	readonly isAny: boolean;
	/** Removes all of it. */
	forget(): Promise<void>;
}

export async function notesOfPerson(
	person: { readonly id: string; readonly name: string },
	deps: Deps,
): Promise<NotesOfPerson> {
	const { notes, places } = deps;
	const all = await notes.list();
	const own = all.filter((of) => of.kind === 'person' && of.person === personFolder(person, places));
	const channels = all.filter(({ kind }) => kind === 'channel');
	const isTheirs: IsMeant = (entry) => entry.person !== undefined && places.isSamePerson(entry.person, person.id);
	const ids = [...(await idsIn(own, () => true, { notes })), ...(await idsIn(channels, isTheirs, { notes }))];
	return {
		ids,
		isAny: ids.length > 0 || own.length > 0,
		forget: async () => {
			for (const of of channels) await forgetWhere(isTheirs, notes.open(of));
			for (const of of own) await notes.open(of).erase();
		},
	};
}

/** Whether a session was told of any of these memories. */
export async function holdsAny(
	session: string,
	ids: readonly string[],
	{ has }: Pick<Sessions, 'has'>,
): Promise<boolean> {
	for (const id of ids) if (await has(session, id)) return true;
	return false;
}

/** One after the other: there may be thousands. */
async function idsIn(
	some: readonly NotesOf[],
	isMeant: IsMeant,
	{ notes }: Pick<Deps, 'notes'>,
): Promise<readonly string[]> {
	const ids: string[] = [];
	for (const of of some) ids.push(...(await meantWhere(isMeant, notes.open(of))));
	return ids;
}
