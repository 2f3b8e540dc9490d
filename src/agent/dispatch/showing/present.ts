import { broadcast } from '../../../base/broadcast.ts';
import { messageOf, ProblemError, userMessage } from '../../../base/errors.ts';
import type { Logger } from '../../../base/log.ts';
import type { Thread } from '../../../chat/thread.ts';
import { undeliveredIn } from '../../../chat/undelivered.ts';
import type { Store } from '../../../store/store.ts';
import { type OpenTurn, outcomeOf, takenKeys } from '../../session/history.ts';
import type { Session } from '../../session/session.ts';
import { artifactKey } from '../../turn/reading.ts';
import { isLeaving } from '../../turn/stop.ts';
import { createTurnBacklog, isAny, isForThread, type TurnEvent, type TurnReader } from '../../turn/turn-events.ts';
import { askForRaises } from '../asking/ask-for-raises.ts';
import type { DispatchDeps } from '../deps.ts';
import { journalSteering } from '../inbox/steering.ts';
import { restQuietly } from '../work/resting.ts';
import { callingBack } from './call-back.ts';
import { brokenKey, onceItSpeaks } from './once-it-speaks.ts';
import { settleWarnings } from './settle-warnings.ts';

/**
 * Runs the session's open turn and shows it. When all of an ended turn has been shown, that is journaled and the messages it took
 * are finished; a turn that waits for an answer stays open. Rejects when the turn or the showing broke: the turn stays open then.
 */
export async function presentTurn(session: Session, deps: DispatchDeps, signal: AbortSignal): Promise<void> {
	const open = session.history().open;
	if (!open) return;
	await showEvents(
		open.thread,
		deps.agent.run(session, signal, () => journalSteering(session, deps, signal)),
		{ session, turn: open.id, signal },
		deps,
	);
	if (isLeaving(signal)) throw signal.reason;
	const shown = session.history().open;
	if (shown?.entries.some((entry) => entry.step.type === 'ended')) await finishTurn(shown, session, deps, 'shown');
}

/** The turn has ended and was shown; or counts as shown, though nobody has seen it. */
export async function finishTurn(
	open: OpenTurn,
	session: Session,
	deps: DispatchDeps,
	showing: 'shown' | 'unseen',
): Promise<void> {
	const { store, self, log } = deps;
	await settleWarnings(open, session, deps, showing);
	if (outcomeOf(session.history())?.outcome === 'failed') await askForRaises(open, session, deps);
	const files = await undeliveredFiles(open, session, store);
	if (files.length > 0) await session.record({ turn: open.id, type: 'undelivered', files });
	await session.record({ turn: open.id, type: 'shown' });
	self.isDoneWith(session.id);
	await store.inbox.finish(session.lease, takenKeys(open));
	await restQuietly(session, log, 'grown');
}

/** The artifacts of a turn that was shown, but for those that its platform has. */
async function undeliveredFiles(open: OpenTurn, { id }: Session, { outbox }: Pick<Store, 'outbox'>) {
	const collected = open.entries.flatMap(({ step }) => (step.type === 'collected' ? step.artifacts : []));
	if (collected.length === 0) return [];
	const rows = await outbox.rows(id, open.id);
	return collected.flatMap(({ name, size, sha256 }) => {
		const found = undeliveredIn(rows, artifactKey(open.id, { name, sha256 }));
		return found ? [{ name, size, sha256, until: found.until, reason: found.reason }] : [];
	});
}

/**
 * Shows events while they come, and lets the other readers follow; the events are run to their end even when the platform fails. Only the
 * showing is waited for: what it rejects with leaves the turn open.
 */
async function showEvents(
	thread: Thread,
	events: AsyncIterable<TurnEvent>,
	at: { readonly session: Session; readonly turn: string; readonly signal: AbortSignal },
	deps: DispatchDeps,
): Promise<void> {
	const { store, platforms, readers, log } = deps;
	const rows = await store.outbox.rows(at.session.id, at.turn);
	const { read, ended } = broadcast(tellingWhy(events, at));
	const forThread = callingBack(onceItSpeaks(read(createTurnBacklog(isForThread)), at.session), at.session, {
		...deps,
		records: store.records,
	});
	const showing = platforms.show(thread, forThread, rows);
	for (const reader of readers) void follow(reader, read(createTurnBacklog(isAny)), at.session, log);
	const [shown, ran] = await Promise.allSettled([showing, ended]);
	if (ran.status === 'rejected') throw shown.status === 'rejected' ? untold(ran.reason) : ran.reason;
	if (shown.status === 'rejected' && isOfDisk(shown.reason)) throw shown.reason;
	if (shown.status === 'rejected')
		throw new BrokenTurnError(`Cannot show turn "${at.turn}": ${messageOf(shown.reason)}`, { cause: shown.reason });
}

/** Never rejects: that a reader fails is nothing to the turn. */
async function follow(
	reader: TurnReader,
	events: AsyncIterable<TurnEvent>,
	{ id, folder }: Session,
	log: Logger,
): Promise<void> {
	try {
		await reader(events, folder);
	} catch (error) {
		log.warn('A reader of a turn has failed', { session: id, err: error });
	}
}

/** Of a turn that broke and could not be shown either nobody has been told. */
function untold(error: unknown): unknown {
	return error instanceof BrokenTurnError ? error.cause : error;
}

/** Whether the disk is at fault: nothing that cannot be kept can be shown, but that can still be told. */
function isOfDisk(error: unknown): boolean {
	return error instanceof ProblemError && error.file !== undefined;
}

/** A turn that broke, or could not be shown: its thread was told, or cannot be told. */
export class BrokenTurnError extends Error {
	override readonly name = 'BrokenTurnError';
}

/** That a turn breaks is told, once, and that it goes on by itself; why is still thrown. */
async function* tellingWhy(
	events: AsyncIterable<TurnEvent>,
	{ turn, signal }: { readonly turn: string; readonly signal: AbortSignal },
): AsyncGenerator<TurnEvent> {
	try {
		yield* events;
	} catch (error) {
		if (isLeaving(signal)) throw error;
		const text = `⚠️ ${userMessage(error)}. This goes on by itself when that is over.`;
		yield { type: 'notice', key: brokenKey(turn), text };
		throw new BrokenTurnError(`Turn "${turn}" broke: ${messageOf(error)}`, { cause: error });
	}
}
