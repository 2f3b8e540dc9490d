import { createHash } from 'node:crypto';
import { messageOf } from '../../../base/errors.ts';
import type { ToldEvent } from '../../../chat/events.ts';
import type { Inbound, WordInbound } from '../../../chat/inbound.ts';
import { systemPerson } from '../../../chat/people.ts';
import type { Person } from '../../../chat/thread.ts';
import type { DispatchDeps } from '../deps.ts';

/** Words in answer to something that came in. */
export interface Word {
	readonly text: string;
	/** For this person's eyes only. */
	readonly to?: Person;
	/** It is said once for each such name, over a restart too; without it, once for the inbound's key. */
	readonly once?: string;
}

/**
 * Says words in the thread of `inbound`, in answer to it: once, also over a restart. They are kept first: while their platform does not
 * take them they are due, and the session says them later. Rejects only when they cannot be kept.
 */
export async function say(session: string, inbound: Inbound, word: Word, deps: DispatchDeps): Promise<void> {
	await saySoon(session, wordOf(inbound, word), deps);
}

/** The words as they are kept. Pure. */
export function wordOf(
	{ key, thread, person }: Pick<Inbound, 'key' | 'thread' | 'person'>,
	{ text, to, once }: Word,
): WordInbound {
	const by = person.id === systemPerson.id ? {} : { by: person };
	return ownWord({ turn: `in-${once ?? key}`, thread, answers: key, ...by, text, ...(to && { to }) });
}

/** The fields of kept words that are not the same for all. */
export type WordFields = Omit<WordInbound, 'type' | 'key' | 'person' | 'at'>;

export function ownWord(fields: WordFields): WordInbound {
	const { turn, thread, asks, closes } = fields;
	const what = closes ? 'closes' : asks ? 'asks' : 'says';
	const name = createHash('sha256').update(`${thread.id} ${turn}`).digest('hex').slice(0, 24);
	return { type: 'word', key: `word-${what}-${name}`, person: systemPerson, at: new Date().toISOString(), ...fields };
}

/** Keeps words and says them, now or later; words that are known, or are being said, are not said again. */
export async function saySoon(session: string, word: WordInbound, deps: DispatchDeps): Promise<void> {
	await (await keepWord(session, word, deps)).said;
}

/** Keeps words; `said` resolves when they are said, or are due. Rejects only when they cannot be kept. */
export async function keepWord(
	session: string,
	word: WordInbound,
	deps: DispatchDeps,
): Promise<{ readonly said: Promise<void> }> {
	if (deps.making.has(word.key)) return { said: Promise.resolve() };
	deps.making.add(word.key);
	try {
		if ((await deps.store.inbox.add(session, word)) === 'stored') return { said: sayMade(session, word, deps) };
	} catch (error) {
		deps.making.delete(word.key);
		throw error;
	}
	deps.making.delete(word.key);
	return { said: Promise.resolve() };
}

/** Says words that are being made, which nobody else says meanwhile; while that fails they are due. Never rejects. */
export async function sayMade(session: string, word: WordInbound, deps: DispatchDeps): Promise<void> {
	try {
		await sayNow(session, word, deps);
		await deps.store.inbox.amend(session, word.key, undefined);
		deps.making.delete(word.key);
	} catch (error) {
		deps.log.info('Words are said later', { session, reason: messageOf(error) });
		// In this order: whoever looks must find them.
		deps.making.delete(word.key);
		deps.wake(session);
	}
}

/** Says words once, kept or not. Rejects as the platform and the store do. */
export async function sayNow(session: string, word: WordInbound, { store, platforms }: DispatchDeps): Promise<void> {
	const rows = await store.outbox.rows(session, word.turn);
	const { thread, turn, answers, by } = word;
	await platforms.tell(thread, { session, turn, answers, ...(by && { by }), events: eventsOf(word) }, rows);
}

function eventsOf({ turn, text, to, asks, closes }: WordInbound): readonly ToldEvent[] {
	const events: ToldEvent[] = [];
	if (asks) events.push({ type: 'question', key: `${turn}/${turn}/question`, question: asks });
	if (closes) events.push({ type: 'question-closed', key: `${turn}/${turn}/closed`, ...closes });
	if (text !== '') events.push({ type: 'notice', key: `${turn}/1/notice`, text, ...(to && { to }) });
	return events;
}
