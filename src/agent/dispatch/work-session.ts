import type { Inbound } from '../../store/inbound.ts';
import type { Question } from '../../store/question.ts';
import { endParked } from '../session/end-parked.ts';
import { openQuestion, openQuestions, outcomeOf } from '../session/history.ts';
import { loadSession, type Session } from '../session/session.ts';
import { waitingKey } from '../turn/replay.ts';
import { amend, mayStop } from './at-once.ts';
import type { DispatchDeps } from './deps.ts';
import { HeldElsewhereError, holdLease } from './held-lease.ts';
import { presentTurn } from './present.ts';
import { runCommand } from './run-command.ts';
import { say, sayNow, type WordInbound } from './say.ts';
import { takeAnswer, takeWordsAsAnswer } from './take-answer.ts';
import { takeMessage } from './take-message.ts';

/**
 * Works on what waits for a session, in order, under its lease: first a turn that was interrupted, then each inbound. Returns when
 * nothing waits but for people. Rejects when the session is broken, when words of ours cannot be said, and with `HeldElsewhereError`
 * when another process holds the session; what waits is kept.
 */
export async function workSession(id: string, deps: DispatchDeps, signal: AbortSignal): Promise<void> {
	await using held = await holdLease(deps.store.leases, id, deps.holder);
	if (!held) throw new HeldElsewhereError(id);
	const unsaid: Unsaid = new Map();
	if (await areWordsAlone(id, deps)) return await sayWaiting(id, deps);
	const session = await loadSession(await deps.sessions.open(id), held.lease);
	const inner = AbortSignal.any([signal, held.signal]);
	await goOn(session, deps, inner);
	for (let next = await nextInbound(session, unsaid, deps); next; next = await nextInbound(session, unsaid, deps)) {
		inner.throwIfAborted();
		if (next.type === 'word') await trySaying(id, next, unsaid, deps);
		else await handle(next, session, deps, inner);
	}
	for (const question of openQuestions(session.history())) await deps.onParked(question);
	for (const error of unsaid.values()) throw error;
}

/** Why words could not be said, by their keys: they hold up nothing that came after them. */
type Unsaid = Map<string, unknown>;

/** A session that is not there yet is not made for words. */
async function areWordsAlone(id: string, { store }: DispatchDeps): Promise<boolean> {
	const waiting = await store.inbox.waiting(id);
	return waiting.length > 0 && waiting.every(({ type }) => type === 'word');
}

async function sayWaiting(id: string, deps: DispatchDeps): Promise<void> {
	const unsaid: Unsaid = new Map();
	for (const word of await deps.store.inbox.waiting(id))
		if (word.type === 'word' && !deps.making.has(word.key)) await trySaying(id, word, unsaid, deps);
	for (const error of unsaid.values()) throw error;
}

async function trySaying(id: string, word: WordInbound, unsaid: Unsaid, deps: DispatchDeps): Promise<void> {
	try {
		await sayNow(id, word, deps);
		await deps.store.inbox.amend(id, word.key, undefined);
	} catch (error) {
		unsaid.set(word.key, error);
	}
}

/** Goes on with a turn that a crash left open. One that waits for an answer is shown again only if its question was not. */
async function goOn(session: Session, deps: DispatchDeps, signal: AbortSignal): Promise<void> {
	const history = session.history();
	const question = openQuestion(history);
	if (!history.open || (question && (await questionWasShown(question, deps)))) return;
	using turn = deps.running.begin(session, signal);
	const stops = question ? [] : await waitingStops(session, deps);
	if (stops[0]) deps.running.stop(session.folder.paths.session, stops[0].person.name);
	if (!outcomeOf(history) && !question) await session.record({ turn: history.open.id, type: 'resumed' });
	await presentTurn(session, deps, turn.signal);
	if (stops.length > 0)
		await deps.store.inbox.finish(
			session.lease,
			stops.map((stop) => stop.key),
		);
}

async function questionWasShown(question: Question, { store }: DispatchDeps): Promise<boolean> {
	const rows = await store.outbox.rows(question.session, question.turn);
	return rows.find((row) => row.key === waitingKey(question))?.id !== undefined;
}

/** Stops that came before the turn could go on: they are meant for it. */
async function waitingStops(session: Session, { store }: DispatchDeps): Promise<readonly Inbound[]> {
	return (await store.inbox.waiting(session.folder.paths.session)).filter((inbound) => inbound.type === 'stop');
}

/** The oldest inbound that no turn has taken; those whose turn was shown before a crash are finished here. */
async function nextInbound(
	session: Session,
	unsaid: Unsaid,
	{ store, making }: DispatchDeps,
): Promise<Inbound | undefined> {
	const { open, taken } = session.history();
	const waiting = await store.inbox.waiting(session.folder.paths.session);
	const shown = waiting.filter((inbound) => taken.has(inbound.key) && !open).map((inbound) => inbound.key);
	if (shown.length > 0) await store.inbox.finish(session.lease, shown);
	return waiting.find(({ key }) => !taken.has(key) && !unsaid.has(key) && !making.has(key));
}

async function handle(
	inbound: Exclude<Inbound, { type: 'word' }>,
	session: Session,
	deps: DispatchDeps,
	signal: AbortSignal,
): Promise<void> {
	if (inbound.type === 'message') {
		using turn = deps.running.begin(session, signal);
		if (!(await takeWordsAsAnswer(inbound, session, deps))) await takeMessage(inbound, session, deps, turn.signal);
		return await presentTurn(session, deps, turn.signal);
	}
	const goesOn = await handleOther(inbound, session, deps);
	await deps.store.inbox.finish(session.lease, [inbound.key]);
	if (!goesOn) return;
	using turn = deps.running.begin(session, signal);
	await presentTurn(session, deps, turn.signal);
}

/** True when the open turn goes on, or is to be shown as ended, because of it. */
async function handleOther(
	inbound: Exclude<Inbound, { type: 'message' | 'word' }>,
	session: Session,
	deps: DispatchDeps,
): Promise<boolean> {
	const id = session.folder.paths.session;
	switch (inbound.type) {
		case 'answer':
			return await takeAnswer(inbound, session, deps);
		case 'command':
			await runCommand(inbound, { folder: session.folder, session }, deps);
			return outcomeOf(session.history()) !== undefined;
		case 'stop':
			return await stopParked(inbound, session, deps);
		case 'edit':
		case 'delete':
			await amend(session, inbound.of, inbound.type === 'edit' ? inbound.text : undefined, deps);
			return false;
		case 'feedback':
			await deps.store.records.put('feedback', id, `${id}/${inbound.key}`, { ...inbound });
			return false;
		// Whatever a wish to steer was about has been taken in its turn by now.
		case 'steer':
		case 'opened':
			return false;
	}
}

/** A stop while no turn runs ends one that waits for an answer. */
async function stopParked(inbound: Inbound, session: Session, deps: DispatchDeps): Promise<boolean> {
	if (!(await mayStop(inbound, session, deps))) return false;
	const ended = await endParked(session, inbound.person.name, deps.store.records);
	if (!ended) await say(session.folder.paths.session, inbound, { text: 'Nothing is running.' }, deps);
	return ended;
}
