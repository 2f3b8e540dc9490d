import { digestOf } from '../../chat/asked.ts';
import type { Places } from '../../chat/places.ts';
import type { Person, Thread } from '../../chat/thread.ts';
import { personKey } from '../session/choices/preferences.ts';
import type { Day } from './days.ts';

/** For whom tokens are counted, and limited: each of these by itself. */
export const scopeKinds = ['session', 'person', 'channel', 'place'] as const;
export type ScopeKind = (typeof scopeKinds)[number];

/** Whom a call is made for. */
export interface Payer {
	readonly session: string;
	readonly thread: Thread;
	readonly person?: Pick<Person, 'id' | 'name'> | undefined;
}

/** One of those for whom a call counts. */
export interface Scope {
	readonly kind: ScopeKind;
	/** In the place of a session: under which name its days are kept. */
	readonly owner: string;
	/** Unique among all: a day is kept under this and the day. */
	readonly key: string;
}

/**
 * All for whom a call counts. A person has a budget in each place, so that nobody decides about another's; without a place they have it in
 * direct conversations. A channel is whatever many share. Pure.
 */
export function scopesOf({ session, thread, person }: Payer, places: Places): readonly Scope[] {
	const { place, kind, room } = places.conversationOf(thread);
	const scopes: Scope[] = [{ kind: 'session', owner: session, key: `session/${session}` }];
	if (person) scopes.push(personScope(person, place, places));
	if (kind === 'shared') scopes.push(named('channel', room));
	if (place !== undefined) scopes.push(named('place', place));
	return scopes;
}

/** Nobody's id stands in what is counted for them. Pure. */
export function personOwner(person: Pick<Person, 'id'>, places: Pick<Places, 'platformOf'>): string {
	return `person/${digestOf(personKey(person, places))}`;
}

function personScope(person: Pick<Person, 'id'>, place: string | undefined, places: Places): Scope {
	const owner = personOwner(person, places);
	return { kind: 'person', owner, key: `${owner}/${place ?? 'direct'}` };
}

function named(kind: ScopeKind, name: string): Scope {
	return { kind, owner: `${kind}/${name}`, key: `${kind}/${name}` };
}

/** Under which id a day of a scope is kept. Pure. */
export function dayId({ key }: Pick<Scope, 'key'>, day: Day): string {
	return `${key}/${day}`;
}
