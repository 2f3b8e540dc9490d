import { askedId, askedSchema, digestOf } from '../../../chat/asked.ts';
import type { Inbound } from '../../../chat/inbound.ts';
import { type Question, questionSchema } from '../../../chat/question.ts';
import type { Thread } from '../../../chat/thread.ts';
import { readRecord } from '../../session/session-record.ts';
import { clashesWith } from '../../session/who-may-read.ts';
import type { DispatchDeps } from '../deps.ts';

type Deps = Pick<DispatchDeps, 'store' | 'sessions' | 'places' | 'log'>;

/** The session that something is for: its thread's, or that of the question which was asked there besides. A thread without one is bound to its own. */
export async function sessionFor(inbound: Inbound, deps: Deps): Promise<string> {
	const { bindings, records } = deps.store;
	if (inbound.type === 'answer') {
		const asked = await records.get('asked', askedId(inbound.thread, digestOf(inbound.question)), askedSchema);
		if (asked?.question === inbound.question) return asked.session;
		const question = await records.get('question', inbound.question, questionSchema);
		if (question && (await wasAskedIn(inbound.thread, question, deps))) return question.session;
	}
	const bound = await bindings.sessionOf(inbound.thread);
	if (bound !== undefined && (await mayGoOn(bound, inbound, deps))) return bound;
	const own = deps.places.sessionIdOf(inbound.thread);
	if (bound !== undefined) deps.log.warn('A thread may not go on with a session of others', { session: bound, own });
	await bindings.bind(inbound.thread, own);
	return own;
}

/** An answer is for the session of its question, where that was asked here, with whichever session the thread went on. */
async function wasAskedIn({ id, platform }: Thread, question: Question, { store }: Deps): Promise<boolean> {
	const rows = question.thread ? [question] : await store.outbox.rows(question.session, question.turn);
	return rows.some(({ thread }) => thread?.id === id && thread.platform === platform);
}

/** A thread goes on with a session that began elsewhere as long as nobody hears what is not theirs. */
async function mayGoOn(session: string, inbound: Inbound, { sessions, places }: Deps): Promise<boolean> {
	const [first] = session.split('.');
	if (first === places.sessionIdOf(inbound.thread)) return true;
	const record = await readRecord(await sessions.open(session), places).catch(() => undefined);
	if (record) return !clashesWith(record, inbound, places);
	const began = places.threadOfSession(session);
	return began !== undefined && places.conversationOf(began).place === places.conversationOf(inbound.thread).place;
}
