import { messageOf } from '../../../base/errors.ts';
import type { Inbound, InboundOf, MessageInbound, WordInbound } from '../../../chat/inbound.ts';
import { isLong } from '../../commands/command.ts';
import { openQuestions, outcomeOf, takenKeys } from '../../session/history.ts';
import { loadSession, type Session } from '../../session/session.ts';
import { closeSettled } from '../asking/ask-admins.ts';
import { handleAnswer, handleAnsweringWords, isBesideQuestion } from '../asking/handle-answer.ts';
import type { DispatchDeps } from '../deps.ts';
import { erase, eraseFirst } from '../erasing/erase.ts';
import { forgetMessage } from '../erasing/forget-message.ts';
import { asHeard } from '../inbox/as-heard.ts';
import { asWantedNow } from '../inbox/as-wanted-now.ts';
import { amendBy, isForNow } from '../inbox/at-once.ts';
import { journalMessage } from '../inbox/journal-message.ts';
import { nextInbound, type Unsaid } from '../inbox/next-inbound.ts';
import { runCommand } from '../run-command.ts';
import { presentTurn } from '../showing/present.ts';
import { sayNow } from '../showing/say.ts';
import { endWithRequest } from '../stopping/deleted-request.ts';
import { isStop } from '../stopping/stop-order.ts';
import { handleStop } from '../stopping/stopping.ts';
import { tellDamage } from '../trouble/tell-damage.ts';
import { isHere, troubleOf } from '../trouble/trouble-of.ts';
import { begin, giveUp } from './attempts.ts';
import { goOn, handleWaiting, noteLeft } from './go-on.ts';
import { HeldElsewhereError, holdLease } from './held-lease.ts';

/**
 * Works on what waits for a session, in order, under its lease: first a turn that was interrupted, then each inbound. Returns when
 * nothing waits but for people. Rejects when the session is broken, when words of ours cannot be said, and with `HeldElsewhereError`
 * when another process holds the session; what waits is kept.
 */
export async function workSession(id: string, deps: DispatchDeps, signal: AbortSignal): Promise<void> {
	await workThrough(id, deps, signal);
	// Something that broke on the way, and was told but not kept, or the other way round, is not gone on with: the work was.
	await deps.store.outbox.settle(id);
}

async function workThrough(id: string, deps: DispatchDeps, signal: AbortSignal): Promise<void> {
	if (await areWordsAlone(id, deps)) return await sayWaiting(id, deps);
	await using held = await holdLease(deps.store.leases, id, deps.holder, deps.lease);
	if (!held) throw new HeldElsewhereError(id);
	const unsaid: Unsaid = new Map();
	const session = await loadSession(await deps.sessions.open(id), held.lease);
	if (await eraseFirst(session, deps)) return;
	await tellDamage(session, deps);
	const inner = AbortSignal.any([signal, held.signal]);
	try {
		await goOn(session, deps, inner);
		await workOff(session, unsaid, deps, inner);
	} catch (error) {
		await leaveOff(session, deps);
		if (!inner.aborted && isHere(troubleOf(error))) await handleBeside(session, deps, inner);
		throw error;
	}
	for (const question of openQuestions(session.history())) await deps.onParked(question);
	await closeSettled(session, deps);
	for (const error of unsaid.values()) throw error;
}

async function workOff(session: Session, unsaid: Unsaid, deps: DispatchDeps, signal: AbortSignal): Promise<void> {
	for (let next = await nextInbound(session, unsaid, deps); next; next = await nextInbound(session, unsaid, deps)) {
		signal.throwIfAborted();
		const inbound = next;
		if (inbound.type === 'erase') {
			if (await erase(inbound, session, deps)) return;
		} else if (inbound.type === 'word') await trySaying(session.id, inbound, unsaid, deps);
		else if (await begin(inbound, session, deps)) await handle(inbound, session, deps, signal);
	}
}

/** A session that no thread goes on in, and that there is not, is not made for words: they may be for somebody who has no right to one. */
async function areWordsAlone(id: string, { store, sessions }: DispatchDeps): Promise<boolean> {
	if ((await store.inbox.waiting(id)).some(({ type }) => type !== 'word')) return false;
	return (await store.bindings.threadsOf(id)).length === 0 && !(await sessions.has(id));
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

/** All that comes in, but for what is our own. */
type Work = InboundOf<Exclude<Inbound['type'], 'word' | 'erase'>>;

/** Keeps that it was neither the turn nor what waits that ends the process, should it end now. What cannot be kept has its own sentence. */
async function leaveOff(session: Session, deps: DispatchDeps): Promise<void> {
	await noteLeft(session, deps).catch(() => undefined);
	await giveUp(session, deps).catch(() => undefined);
}

/** A session that cannot go on now says what is due, does the commands that wait, and changes and withdraws what does. Never rejects. */
async function handleBeside(session: Session, deps: DispatchDeps, signal: AbortSignal): Promise<void> {
	const id = session.id;
	try {
		const done = new Set<string>();
		// Read anew each time: a command may have given away what waited behind it.
		for (let next = await nextBeside(id, done, deps); next; next = await nextBeside(id, done, deps)) {
			done.add(next.key);
			if (await begin(next, session, deps)) await handleAndFinish(next, session, deps, signal);
		}
		await sayWaiting(id, deps);
	} catch (error) {
		deps.log.info('What waits beside a turn cannot be done', { session: id, reason: messageOf(error) });
	}
}

/** Each is done once, also where it still waits: a lease that was lost ends no waiting. */
async function nextBeside(
	id: string,
	done: ReadonlySet<string>,
	deps: DispatchDeps,
): Promise<OtherInbound | undefined> {
	const wasTried = deps.troubles.of(id) !== undefined;
	const waiting = (await deps.store.inbox.waiting(id)).filter(({ key }) => !done.has(key));
	return waiting.find((one) => isBeside(one, wasTried, deps));
}

/** A command that is to keep its place in the order does until the session has been tried again. */
function isBeside(inbound: Inbound, wasTried: boolean, deps: DispatchDeps): inbound is OtherInbound {
	if (inbound.type === 'edit' || inbound.type === 'delete') return true;
	return inbound.type === 'command' && !isStop(inbound) && (wasTried || isForNow(inbound, deps));
}

async function handle(inbound: Work, session: Session, deps: DispatchDeps, signal: AbortSignal): Promise<void> {
	if (inbound.type === 'message') return await handleMessage(inbound, session, deps, signal);
	// A stop waits until the turn that it has ended was shown.
	const goesOn = isStop(inbound)
		? await handleStop(inbound, session, deps)
		: await handleAndFinish(inbound, session, deps, signal);
	if (!goesOn) return;
	const { open } = session.history();
	using turn = deps.running.begin(session, signal, open && takenKeys(open)[0]);
	await handleWaiting(session, deps);
	await present(session, deps, turn.signal);
}

async function handleMessage(
	message: MessageInbound,
	session: Session,
	deps: DispatchDeps,
	signal: AbortSignal,
): Promise<void> {
	using turn = deps.running.begin(session, signal, message.key);
	await handleWaiting(session, deps);
	const now = await asWantedNow(message, session, deps, turn.signal);
	if (!now) return;
	if (!(await handleAnsweringWords(now, session, deps)) && !(await takeIn(now, session, deps, turn.signal))) return;
	await present(session, deps, turn.signal);
}

/** False where it is not for us. */
async function takeIn(
	message: MessageInbound,
	session: Session,
	deps: DispatchDeps,
	signal: AbortSignal,
): Promise<boolean> {
	const heard = await asHeard(message, session, deps);
	if (heard && !(await isBesideQuestion(heard, session, deps))) await journalMessage(heard, session, deps, signal);
	else await deps.store.inbox.finish(session.lease, [message.key]);
	return session.history().taken.has(message.key);
}

async function present(session: Session, deps: DispatchDeps, signal: AbortSignal): Promise<void> {
	const { open } = session.history();
	if (open) deps.self.worksOn(session.id, open.id);
	await presentTurn(session, deps, signal);
}

type OtherInbound = InboundOf<Exclude<Work['type'], 'message' | 'stop'>>;

/** True when the open turn goes on, or is to be shown as ended, because of it. */
async function handleAndFinish(
	inbound: OtherInbound,
	session: Session,
	deps: DispatchDeps,
	signal: AbortSignal,
): Promise<boolean> {
	const goesOn = await handleOther(inbound, session, deps, signal);
	await deps.store.inbox.finish(session.lease, [inbound.key]);
	return goesOn;
}

async function handleOther(
	inbound: OtherInbound,
	session: Session,
	deps: DispatchDeps,
	signal: AbortSignal,
): Promise<boolean> {
	const id = session.id;
	switch (inbound.type) {
		case 'answer':
			return await handleAnswer(inbound, session, deps);
		case 'command':
			await runInOrder(inbound, session, deps, signal);
			return outcomeOf(session.history()) !== undefined;
		case 'edit':
			await amendBy(inbound, session, deps);
			return false;
		case 'delete':
			return await takeBack(inbound, session, deps);
		case 'feedback':
			await deps.store.records.put('feedback', id, `${id}/${inbound.key}`, { ...inbound });
			return false;
		// The message that a wish to steer was about has been taken in its turn by now.
		case 'steer':
		case 'opened':
			return false;
	}
}

/** One that may take minutes counts as what runs, so that a stop ends it. */
async function runInOrder(
	inbound: InboundOf<'command'>,
	session: Session,
	deps: DispatchDeps,
	signal: AbortSignal,
): Promise<void> {
	const at = { folder: session.folder, session };
	const command = deps.commands.find(({ name }) => name === inbound.name);
	if (!command || !isLong(command, inbound.args)) return await runCommand(inbound, at, deps);
	using running = deps.running.begin(session, signal, inbound.key);
	await handleWaiting(session, deps);
	await runCommand(inbound, { ...at, signal: running.signal }, deps);
}

/** True when the open turn is to be shown as ended because of it. */
async function takeBack(inbound: InboundOf<'delete'>, session: Session, deps: DispatchDeps): Promise<boolean> {
	const ends = !(await amendBy(inbound, session, deps)) && (await endWithRequest(inbound, session, deps));
	if (inbound.gone) await forgetMessage(inbound.of, session, deps);
	return ends;
}
