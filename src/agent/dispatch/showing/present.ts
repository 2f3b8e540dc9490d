import { messageOf, ProblemError, userMessage } from '../../../base/errors.ts';
import type { AgentEvent } from '../../../chat/events.ts';
import type { Thread } from '../../../chat/thread.ts';
import { type OpenTurn, takenKeys } from '../../session/history.ts';
import { type Session, saveHistory } from '../../session/session.ts';
import { isLeaving } from '../../turn/stop.ts';
import type { DispatchDeps } from '../deps.ts';
import { takeSteering } from '../inbox/steering.ts';

/**
 * Runs the session's open turn and shows it. When all of an ended turn has been shown, that is journaled and the messages it took
 * are finished; a turn that waits for an answer stays open. Rejects when the turn or the showing broke: the turn stays open then.
 */
export async function presentTurn(session: Session, deps: DispatchDeps, signal: AbortSignal): Promise<void> {
	const open = session.history().open;
	if (!open) return;
	await showEvents(
		open.thread,
		deps.agent.run(session, signal, () => takeSteering(session, deps, signal)),
		{ session, turn: open.id, signal },
		deps,
	);
	if (isLeaving(signal)) throw signal.reason;
	const shown = session.history().open;
	if (shown?.entries.some((entry) => entry.step.type === 'ended')) await finishTurn(shown, session, deps);
}

/** The turn has ended and counts as shown. */
export async function finishTurn(open: OpenTurn, session: Session, { store, self }: DispatchDeps): Promise<void> {
	await session.record({ turn: open.id, type: 'shown' });
	self.isDoneWith(session.id);
	await store.inbox.finish(session.lease, takenKeys(open));
	await saveHistory(session);
}

/** Shows events while they come; they are run to their end even when the platform fails. */
async function showEvents(
	thread: Thread,
	events: AsyncIterable<AgentEvent>,
	at: { readonly session: Session; readonly turn: string; readonly signal: AbortSignal },
	{ store, platforms }: DispatchDeps,
): Promise<void> {
	const rows = await store.outbox.rows(at.session.id, at.turn);
	const { stream, pumped } = pump(events, at);
	const [shown, ran] = await Promise.allSettled([platforms.show(thread, stream, rows), pumped]);
	if (ran.status === 'rejected') throw shown.status === 'rejected' ? untold(ran.reason) : ran.reason;
	if (shown.status === 'rejected' && isOfDisk(shown.reason)) throw shown.reason;
	if (shown.status === 'rejected')
		throw new BrokenTurnError(`Cannot show turn "${at.turn}": ${messageOf(shown.reason)}`, { cause: shown.reason });
}

/** Of a turn that broke and could not be shown either nobody has been told. */
function untold(error: unknown): unknown {
	return error instanceof BrokenTurnError ? error.cause : error;
}

/** What cannot be kept cannot be shown; that can still be told. */
function isOfDisk(error: unknown): boolean {
	return error instanceof ProblemError && error.file !== undefined;
}

/** A channel from the turn to the platform. A platform that stops reading does not stop the turn. */
function pump(events: AsyncIterable<AgentEvent>, at: { readonly turn: string; readonly signal: AbortSignal }) {
	const { promise: reading, resolve } = Promise.withResolvers<ReadableStreamDefaultController<AgentEvent>>();
	let isRead = true;
	const stream = new ReadableStream<AgentEvent>({
		start: resolve,
		cancel: () => {
			isRead = false;
		},
	});
	const pumped = reading.then(async (controller) => {
		await forward(events, (event) => isRead && controller.enqueue(event), at).finally(
			() => isRead && controller.close(),
		);
	});
	return { stream, pumped };
}

/** A turn that broke, or could not be shown: its thread was told, or cannot be told. */
export class BrokenTurnError extends Error {
	override readonly name = 'BrokenTurnError';
}

/** That a turn breaks is told, once, and that it goes on by itself; why is still thrown. */
async function forward(
	events: AsyncIterable<AgentEvent>,
	emit: (event: AgentEvent) => void,
	{ turn, signal }: { readonly turn: string; readonly signal: AbortSignal },
): Promise<void> {
	try {
		for await (const event of events) emit(event);
	} catch (error) {
		if (isLeaving(signal)) throw error;
		const text = `⚠️ ${userMessage(error)}. This goes on by itself when that is over.`;
		emit({ type: 'notice', key: `${turn}/broken/notice`, text });
		throw new BrokenTurnError(`Turn "${turn}" broke: ${messageOf(error)}`, { cause: error });
	}
}
