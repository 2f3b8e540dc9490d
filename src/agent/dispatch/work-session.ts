import type { Inbound } from '../../store/inbound.ts';
import type { Question } from '../../store/question.ts';
import { endParked } from '../session/end-parked.ts';
import { openQuestion, openQuestions, outcomeOf } from '../session/history.ts';
import { loadSession, type Session } from '../session/session.ts';
import { waitingKey } from '../turn/replay.ts';
import { amend, mayStop } from './at-once.ts';
import type { DispatchDeps } from './deps.ts';
import { holdLease } from './held-lease.ts';
import { presentTurn } from './present.ts';
import { runCommand } from './run-command.ts';
import { say } from './say.ts';
import { takeAnswer, takeWordsAsAnswer } from './take-answer.ts';
import { takeMessage } from './take-message.ts';
import { tellDamage } from './tell-damage.ts';

/**
 * Works on what waits for a session, in order, under its lease: first a turn that was interrupted, then each inbound. Returns when
 * nothing waits, or when another process holds the session. Rejects when the session is broken; what waits is kept.
 */
export async function workSession(id: string, deps: DispatchDeps, signal: AbortSignal): Promise<void> {
	await using held = await holdLease(deps.store.leases, id, deps.holder);
	if (!held) return;
	const session = await loadSession(await deps.sessions.open(id), held.lease);
	await tellDamage(session, deps);
	const inner = AbortSignal.any([signal, held.signal]);
	await goOn(session, deps, inner);
	for (let next = await nextInbound(session, deps); next; next = await nextInbound(session, deps)) {
		inner.throwIfAborted();
		await handle(next, session, deps, inner);
	}
	const { open } = session.history();
	for (const question of openQuestions(session.history())) if (open) deps.onParked(question, open.thread);
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
async function nextInbound(session: Session, { store }: DispatchDeps): Promise<Inbound | undefined> {
	const { open, taken } = session.history();
	const waiting = await store.inbox.waiting(session.folder.paths.session);
	const shown = waiting.filter((inbound) => taken.has(inbound.key) && !open).map((inbound) => inbound.key);
	if (shown.length > 0) await store.inbox.finish(session.lease, shown);
	return waiting.find((inbound) => !taken.has(inbound.key));
}

async function handle(inbound: Inbound, session: Session, deps: DispatchDeps, signal: AbortSignal): Promise<void> {
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
	inbound: Exclude<Inbound, { type: 'message' }>,
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
