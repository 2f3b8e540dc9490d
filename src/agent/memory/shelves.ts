import { createHash } from 'node:crypto';
import { isOutsider, type RoleOf } from '../../chat/people.ts';
import { folderOf, splitRule } from '../../chat/place.ts';
import type { Places } from '../../chat/places.ts';
import type { Person, Thread } from '../../chat/thread.ts';
import type { NoteFolder, NoteFolders, NotesOf } from '../../store/notes.ts';
import type { SessionRecord } from '../session/session-record.ts';

/** Who finds a memory again: whoever is in its session; a person, wherever they talk to us in one place; all who talk to us in a channel. */
export const scopes = ['session', 'person', 'channel'] as const;
export type Scope = (typeof scopes)[number];

export interface MemoryDeps {
	readonly notes: NoteFolders;
	readonly places: Places;
	readonly roleOf: RoleOf;
}

/** Where memories are read or made: a session, in a thread, for whoever speaks; `person` undefined: nobody whom we know. */
export interface MemoryScene {
	readonly session: string;
	readonly thread: Thread;
	readonly person: Person | undefined;
}

/** The memories of one scope, as a scene sees them. */
export interface Shelf {
	readonly scope: Scope;
	/** Begins the ids of its memories. */
	readonly letter: string;
	readonly folder: NoteFolder;
}

const letters: Readonly<Record<Scope, string>> = { session: 'm', person: 'p', channel: 'c' };

/** The shelves that a scene sees, the widest last. Another person's, another channel's and another place's are not among them. Pure. */
export function shelvesOf(scene: MemoryScene, deps: Pick<MemoryDeps, 'notes' | 'places'>): readonly Shelf[] {
	return scopes.flatMap((scope) => shelfOf(scope, scene, deps) ?? []);
}

/** Undefined where there is none. */
export function shelfOf(
	scope: Scope,
	scene: MemoryScene,
	deps: Pick<MemoryDeps, 'notes' | 'places'>,
): Shelf | undefined {
	const of = notesOf(scope, scene, deps.places);
	return of && { scope, letter: letters[scope], folder: deps.notes.open(of) };
}

/** Whose notes these are; undefined: there are none in such a conversation. Pure. */
export function notesOf(
	scope: Scope | 'place',
	{ session, thread, person }: MemoryScene,
	places: Places,
): NotesOf | undefined {
	if (scope === 'session') return { kind: 'session', session };
	const { place, channel } = places.conversationOf(thread);
	if (place === undefined) return undefined;
	const folder = folderOf(place);
	if (scope === 'place') return { kind: 'place', place: folder };
	if (scope === 'channel')
		return channel === undefined ? undefined : { kind: 'channel', place: folder, channel: asFolder(channel) };
	return person && { kind: 'person', place: folder, person: personFolder(person, places) };
}

/** Whom each place knows under an id of its own is one person in all of them, by the same name. Pure. */
export function personFolder({ id }: Person, { platformOf }: Pick<Places, 'platformOf'>): string {
	const facts = platformOf(id);
	return asFolder(facts?.people === 'everywhere' ? `${facts.prefix}-${splitRule(id).subject}` : id);
}

/** An id as the name of a folder, which tells what it is where that is possible. */
function asFolder(id: string): string {
	const plain = id.replaceAll(/[:/]/g, '-');
	if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/.test(plain)) return plain;
	const digest = createHash('sha256').update(id).digest('hex').slice(0, 16);
	return `x${plain.replaceAll(/[^A-Za-z0-9._-]/g, '-').slice(0, 80)}-${digest}`;
}

/**
 * Why nothing may be kept in a scope from what is said here, half a sentence; undefined: it may. What is said among some stays among them, and who
 * may only look, or comes from elsewhere, changes nothing beyond the session. Pure.
 */
export function whyNotHere(
	scope: Scope,
	{ thread, person }: MemoryScene,
	record: Pick<SessionRecord, 'audience'> | undefined,
	{ places, roleOf }: Pick<MemoryDeps, 'places' | 'roleOf'>,
): string | undefined {
	if (scope === 'session') return undefined;
	const { kind, place, channel, room } = places.conversationOf(thread);
	if (kind === 'direct' || place === undefined) return 'what is said in a direct conversation stays in it';
	if (scope === 'channel' && channel === undefined) return 'this conversation is in no channel';
	if (!person || !isMember(person, place, { places, roleOf })) return 'only members may have more remembered';
	const isAmongAll = kind === 'host' || record?.audience === 'public';
	const isAsOpen = isAmongAll || (scope === 'channel' && room.replace('/', '-') === channel);
	return isAsOpen ? undefined : 'what is said among some stays in its session';
}

/** Whether somebody belongs to a place and may ask for work there. Pure. */
export function isMember(
	person: Person,
	place: string,
	{ places, roleOf }: Pick<MemoryDeps, 'places' | 'roleOf'>,
): boolean {
	const own = splitRule(person.id).place;
	const isElsewhere = own !== place && places.platformOf(own)?.people !== 'everywhere';
	const role = roleOf(person, place);
	return !isElsewhere && !isOutsider(person, places) && (role === 'member' || role === 'admin');
}
