import { cleanLine } from '../adapters/terminal/render/clean-text.ts';
import type { SessionRecord } from '../agent/session/session-record.ts';
import { ProblemError } from '../base/errors.ts';
import type { Inbound } from '../chat/inbound.ts';
import type { Asker } from '../chat/place.ts';
import type { Question } from '../chat/question.ts';
import type { Thread } from '../chat/thread.ts';
import { places } from '../platforms.ts';
import type { Bindings, Store } from '../store/store.ts';
import { localPerson, lookedAt, newThread } from '../terminal-parts.ts';

type Loadable = Pick<SessionRecord, 'id' | 'title' | 'thread' | 'usedAt'>;

/** The thread in which a person talks, and the session that they go on with. */
export interface Seat {
	readonly thread: Thread;
	/** Undefined in a run of its own. */
	readonly loaded: Loadable | undefined;
	/** Nobody sat in this thread before: the session is brought into it by a command. */
	readonly isNew: boolean;
}

/** Each run is a thread of its own; with `load` it goes on in that session's. Rejects with `ProblemError` when there is none such. */
export async function seatFor(load: string | undefined, connections: SeatDeps): Promise<Seat> {
	const { bindings } = connections.store;
	const fresh = async () => ({ thread: await freeThread(bindings), isNew: true });
	if (load === undefined) return { ...(await fresh()), loaded: undefined };
	const loaded = pickSession(load, await connections.loadable({ person: localPerson(), thread: newThread() }));
	const known = await threadOf(loaded, bindings);
	return known ? { thread: known, isNew: false, loaded } : { ...(await fresh()), loaded };
}

export interface SeatDeps {
	readonly loadable: (asker: Asker) => Promise<readonly Loadable[]>;
	readonly store: { readonly bindings: Pick<Bindings, 'sessionOf' | 'threadsOf'> };
}

/** The one with this id, or the only one whose id begins like it. */
export function pickSession<S extends Loadable>(wanted: string, sessions: readonly S[]): S {
	const exact = sessions.find(({ id }) => id === wanted);
	if (exact) return exact;
	const begun = wanted === '' ? [] : sessions.filter(({ id }) => id.startsWith(wanted));
	const [only] = begun;
	if (only && begun.length === 1) return only;
	throw new ProblemError(
		begun.length === 0 ? `There is no session "${wanted}"` : `${begun.length} sessions begin with "${wanted}"`,
		sessions.length === 0
			? 'Leave --load out to begin one'
			: `Choose one of these:\n${listOf(begun.length === 0 ? sessions : begun)}`,
	);
}

/** More do not help to choose. */
const mostListed = 10;

function listOf(sessions: readonly Loadable[]): string {
	const lines = sessions
		.slice(0, mostListed)
		.map(({ id, usedAt, title }) => `  ${id}  ${usedAt.slice(0, 16).replace('T', ' ')}  ${cleanLine(title)}`);
	return lines.join('\n');
}

/** The thread where it was spoken, if it still goes on there, or the last one into which it was loaded. */
async function threadOf(
	{ id, thread }: Loadable,
	bindings: SeatDeps['store']['bindings'],
): Promise<Thread | undefined> {
	const bound = (await bindings.threadsOf(id)).filter(({ platform }) => platform === newThread().platform);
	return bound.find((one) => one.id === thread.id) ?? bound.at(-1);
}

/** Two runs may begin in one second. */
async function freeThread(bindings: SeatDeps['store']['bindings'], seconds = 0): Promise<Thread> {
	const thread = newThread(new Date(Date.now() + seconds * 1000));
	return (await bindings.sessionOf(thread)) === undefined ? thread : await freeThread(bindings, seconds + 1);
}

/** A session of the terminal in which something is not done. */
export interface Unfinished {
	readonly session: string;
	readonly asks: Question | undefined;
}

/** Those that earlier runs left, the newest last. */
export async function unfinishedIn(store: Store): Promise<readonly Unfinished[]> {
	const waiting = await Promise.all((await store.inbox.sessions()).map((session) => leftIn(session, store)));
	const left = waiting.filter((one) => one !== undefined).toSorted((a, b) => a.at.localeCompare(b.at));
	return await Promise.all(
		left.map(async ({ session, thread }) => {
			const { open } = await lookedAt(thread, store);
			return { session, asks: open.find((question) => question.session === session) };
		}),
	);
}

type Left = Pick<Inbound, 'thread' | 'at'> & { readonly session: string };

async function leftIn(session: string, { inbox }: Store): Promise<Left | undefined> {
	const { platform } = newThread();
	const local = (await inbox.waiting(session)).filter(
		({ type, thread }) => type !== 'word' && thread.platform === platform,
	);
	const last = local.at(-1);
	return last && { session, thread: last.thread, at: last.at };
}

/** More are a number. */
const mostNamed = 3;

/** A line for each of them, and how to go on with it. */
export function unfinishedLines(
	unfinished: readonly Unfinished[],
	titles: ReadonlyMap<string, string>,
): readonly string[] {
	const named = unfinished.slice(-mostNamed).map(({ session, asks }) => {
		const state = asks ? `asks: ${cleanLine(firstLine(asks.text))}` : 'was cut off, and goes on now';
		return `Unfinished: ${session}  ${cleanLine(titles.get(session) ?? '')}  ${state}`.replace(/ {3,}/, '  ');
	});
	const more = unfinished.length - named.length;
	if (named.length === 0) return [];
	return [...(more > 0 ? [`${more} more are unfinished.`] : []), ...named, '--load <id> goes on with one.'];
}

function firstLine(text: string): string {
	return text.split('\n', 1)[0] ?? '';
}

/** The command that brings a session into a thread where nobody sat before. */
export function loadCommand(args: string, thread: Thread) {
	const at = new Date().toISOString();
	return { type: 'command', key: `load-${at}`, thread, person: localPerson(), at, name: 'load', args } as const;
}

/** Where anything was said, how to find it again. */
export async function howToGoOn(
	thread: Thread,
	start: 'npm start --' | './threadsmith',
	{ bindings }: Pick<Store, 'bindings'>,
): Promise<string | undefined> {
	const session = await bindings.sessionOf(thread);
	return session === undefined ? undefined : `The session is kept. To go on with it: ${start} --load ${session}`;
}

/** The id of the session in which this thread is now, or will be. */
export async function sessionNow(thread: Thread, { bindings }: Pick<Store, 'bindings'>): Promise<string> {
	return (await bindings.sessionOf(thread)) ?? places.sessionIdOf(thread);
}
