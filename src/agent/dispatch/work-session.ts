import type { Inbound } from '../../store/inbound.ts';
import { openQuestions, outcomeOf, takenKeys } from '../session/history.ts';
import { loadSession, type Session } from '../session/session.ts';
import { asWantedNow } from './as-wanted-now.ts';
import { closeSettled } from './ask-admins.ts';
import { amendBy } from './at-once.ts';
import { begin, giveUp } from './attempts.ts';
import { endWithRequest } from './deleted-request.ts';
import type { DispatchDeps } from './deps.ts';
import { goOn, noteLeft, takeStops } from './go-on.ts';
import { HeldElsewhereError, holdLease } from './held-lease.ts';
import { nextInbound, type Unsaid } from './next-inbound.ts';
import { presentTurn } from './present.ts';
import { runCommand } from './run-command.ts';
import { sayNow, type WordInbound } from './say.ts';
import { isStop } from './stop-order.ts';
import { takeStop } from './stopping.ts';
import { takeAnswer, takeWordsAsAnswer } from './take-answer.ts';
import { type MessageInbound, takeMessage } from './take-message.ts';
import { tellDamage } from './tell-damage.ts';

/**
 * Works on what waits for a session, in order, under its lease: first a turn that was interrupted, then each inbound. Returns when
 * nothing waits but for people. Rejects when the session is broken, when words of ours cannot be said, and with `HeldElsewhereError`
 * when another process holds the session; what waits is kept.
 */
export async function workSession(id: string, deps: DispatchDeps, signal: AbortSignal): Promise<void> {
	if (await areWordsAlone(id, deps)) return await sayWaiting(id, deps);
	await using held = await holdLease(deps.store.leases, id, deps.holder);
	if (!held) throw new HeldElsewhereError(id);
	const unsaid: Unsaid = new Map();
	const session = await loadSession(await deps.sessions.open(id), held.lease);
	await tellDamage(session, deps);
	const inner = AbortSignal.any([signal, held.signal]);
	await noting(() => goOn(session, deps, inner), session, deps);
	for (let next = await nextInbound(session, unsaid, deps); next; next = await nextInbound(session, unsaid, deps)) {
		inner.throwIfAborted();
		const inbound = next;
		if (inbound.type === 'word') await trySaying(id, inbound, unsaid, deps);
		else await noting(() => take(inbound, session, deps, inner), session, deps);
	}
	for (const question of openQuestions(session.history())) await deps.onParked(question);
	await closeSettled(session, deps);
	for (const error of unsaid.values()) throw error;
}

/** A session that no thread goes on in is not made, or opened, for words. */
async function areWordsAlone(id: string, { store }: DispatchDeps): Promise<boolean> {
	const waiting = await store.inbox.waiting(id);
	if (waiting.length === 0 || waiting.some(({ type }) => type !== 'word')) return false;
	return (await store.bindings.threadsOf(id)).length === 0;
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

/** What came in, but for words of our own. */
type Work = Exclude<Inbound, { type: 'word' }>;

/** Does `work`; where it fails, the journal says that it was not the turn that ended the process. */
async function noting(work: () => Promise<void>, session: Session, deps: DispatchDeps): Promise<void> {
	try {
		await work();
	} catch (error) {
		// A journal that cannot be written now has its own sentence.
		await noteLeft(session, deps).catch(() => undefined);
		throw error;
	}
}

async function take(inbound: Work, session: Session, deps: DispatchDeps, signal: AbortSignal): Promise<void> {
	if (!(await begin(inbound, session, deps))) return;
	try {
		await handle(inbound, session, deps, signal);
	} catch (error) {
		await giveUp(inbound, session, deps).catch(() => undefined);
		throw error;
	}
}

async function handle(inbound: Work, session: Session, deps: DispatchDeps, signal: AbortSignal): Promise<void> {
	if (inbound.type === 'message') return await handleMessage(inbound, session, deps, signal);
	const goesOn = isStop(inbound) ? await takeStop(inbound, session, deps) : await handleOther(inbound, session, deps);
	// A stop waits until the turn that it has ended was shown.
	if (!isStop(inbound)) await deps.store.inbox.finish(session.lease, [inbound.key]);
	if (!goesOn) return;
	const { open } = session.history();
	using turn = deps.running.begin(session, signal, open && takenKeys(open)[0]);
	await takeStops(session, deps);
	await present(session, deps, turn.signal);
}

async function handleMessage(
	message: MessageInbound,
	session: Session,
	deps: DispatchDeps,
	signal: AbortSignal,
): Promise<void> {
	using turn = deps.running.begin(session, signal, message.key);
	await takeStops(session, deps);
	const now = await asWantedNow(message, session, deps, turn.signal);
	if (!now) return;
	if (!(await takeWordsAsAnswer(now, session, deps))) await takeMessage(now, session, deps, turn.signal);
	await present(session, deps, turn.signal);
}

async function present(session: Session, deps: DispatchDeps, signal: AbortSignal): Promise<void> {
	const { open } = session.history();
	if (open) deps.self.worksOn(session.folder.paths.session, open.id);
	await presentTurn(session, deps, signal);
}

/** True when the open turn goes on, or is to be shown as ended, because of it. */
async function handleOther(
	inbound: Exclude<Inbound, { type: 'message' | 'stop' | 'word' }>,
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
		case 'edit':
			await amendBy(inbound, session, deps);
			return false;
		case 'delete':
			return !(await amendBy(inbound, session, deps)) && (await endWithRequest(inbound, session, deps));
		case 'feedback':
			await deps.store.records.put('feedback', id, `${id}/${inbound.key}`, { ...inbound });
			return false;
		// Whatever a wish to steer was about has been taken in its turn by now.
		case 'steer':
		case 'opened':
			return false;
	}
}
