import {
	type AnswerInbound,
	filesKey,
	type Inbound,
	type InboundOf,
	type MessageInbound,
} from '../../../chat/inbound.ts';
import { whenOf } from '../../commands/command.ts';
import type { Session } from '../../session/session.ts';
import { readRecord } from '../../session/session-record.ts';
import { handleFreeAnswer } from '../asking/handle-answer.ts';
import type { DispatchDeps } from '../deps.ts';
import { stopToErase } from '../erasing/stop-to-erase.ts';
import { hasRight } from '../rights.ts';
import { runCommand } from '../run-command.ts';
import { announce } from '../showing/announce.ts';
import { say } from '../showing/say.ts';
import { stopWithRequest } from '../stopping/deleted-request.ts';
import { isStop } from '../stopping/stop-order.ts';
import { handleStop } from '../stopping/stopping.ts';
import { asHeard, isAwaited } from './as-heard.ts';
import { behindCommands } from './steering.ts';
import { isPartOf } from './words-of.ts';

/**
 * Handles what must not wait for the running turn: a stop, a change of a waiting message, a command that is for now. False for
 * whatever waits its turn. All but a stop is finished first: after a crash it is not worth doing again.
 */
export async function handleAtOnce(inbound: Inbound, session: Session, deps: DispatchDeps): Promise<boolean> {
	if (isStop(inbound)) {
		await handleStop(inbound, session, deps);
		return true;
	}
	if (inbound.type === 'message') await announceWaiting(inbound, session, deps);
	if (inbound.type === 'erase') return stopToErase(inbound, session, deps);
	if (inbound.type === 'steer') return await mayStay(inbound, session, deps);
	if (inbound.type === 'answer') return await answerAtOnce(inbound, session, deps);
	if (!isForNow(inbound, deps)) return false;
	if (inbound.type === 'edit' || inbound.type === 'delete') await amendAtOnce(inbound, session, deps);
	// A message that the turn has taken in, or is about to, is forgotten before its next model call, or behind it.
	if (inbound.type === 'delete' && inbound.gone) return false;
	// Done before it is finished: a command that was begun is not done again, whoever finds it waiting.
	if (inbound.type === 'command') await runCommand(inbound, { folder: session.folder }, deps);
	await deps.store.inbox.finish(session.lease, [inbound.key]);
	return true;
}

/** The answer to a question that no turn waits for need not wait for one either. */
async function answerAtOnce(inbound: AnswerInbound, session: Session, deps: DispatchDeps): Promise<boolean> {
	const isHandled = await handleFreeAnswer(inbound, session, deps);
	if (isHandled) await deps.store.inbox.finish(session.lease, [inbound.key]);
	return isHandled;
}

/** Whether it is done whatever runs. Pure. */
export function isForNow(inbound: Inbound, { commands }: Pick<DispatchDeps, 'commands'>): boolean {
	if (inbound.type !== 'command') return inbound.type === 'edit' || inbound.type === 'delete';
	const command = commands.find(({ name }) => name === inbound.name);
	return command === undefined || whenOf(command, inbound.args) === 'at-once';
}

/** A wish to steer waits beside its message until the next model call; that of somebody who may not is finished here. */
async function mayStay(inbound: Inbound, session: Session, deps: DispatchDeps): Promise<true> {
	if (await hasRight('participant', inbound, session.folder, deps)) {
		if (inbound.type === 'steer' && (await isWaiting(inbound.of, session, deps)))
			await tellAgent(inbound, session, deps);
		return true;
	}
	await deps.store.inbox.finish(session.lease, [inbound.key]);
	const text = 'Only those who take part in this session may steer it. Your message waits its turn.';
	await say(session.id, inbound, { text, to: inbound.person }, deps);
	return true;
}

/** Tells the platform that a message waits. */
async function announceWaiting(message: MessageInbound, session: Session, deps: DispatchDeps): Promise<void> {
	const heard = await asHeard(message, session, deps);
	// That it waits would be a sign for what may be meant for others.
	if (!heard || !isAwaited(heard, session.history())) return;
	const steers = message.steers === true || (await steersByMode(message, session, deps));
	await announce({ type: 'waiting', of: message.key, steers }, message, session, deps);
	if (steers) await tellAgent(message, session, deps);
}

async function isWaiting(key: string, { id, history }: Session, { store }: DispatchDeps): Promise<boolean> {
	return !history().taken.has(key) && (await store.inbox.waiting(id)).some((one) => one.key === key);
}

/** A coding agent that is at work makes no model calls of ours: it is called off, so that the words reach it now. */
async function tellAgent(inbound: Inbound, session: Session, deps: DispatchDeps): Promise<void> {
	const text = deps.coding?.steer(session.id);
	if (text !== undefined) await say(session.id, inbound, { text }, deps);
}

async function steersByMode(message: Inbound, { folder }: Session, deps: DispatchDeps): Promise<boolean> {
	if ((await readRecord(folder, deps.places))?.mode !== 'steer') return false;
	const waiting = await deps.store.inbox.waiting(folder.id);
	return !behindCommands(waiting, deps)(message);
}

/**
 * Changes or withdraws a message that waits; the platform shows it no longer as waiting once it is withdrawn. The running turn's own request
 * ends the turn when it is deleted.
 */
async function amendAtOnce(inbound: Amendment, session: Session, deps: DispatchDeps): Promise<void> {
	const amended = await amendBy(inbound, session, deps);
	if (inbound.type !== 'delete') return;
	// Files that came after its words wait beside them.
	if (amended || inbound.gone) await deps.store.inbox.amend(session.id, filesKey(inbound.of), undefined);
	if (amended) await announce({ type: 'taken-back', of: inbound.of }, inbound, session, deps);
	else await stopWithRequest(inbound, session, deps);
}

type Amendment = InboundOf<'edit' | 'delete'>;

/**
 * Changes a message that waits, or withdraws it; one that a turn has taken, or begins with, stays as it was. Its author may always, anybody else who takes
 * part may withdraw it; somebody who may not is told so. Whether one was changed.
 */
export async function amendBy(inbound: Amendment, session: Session, deps: DispatchDeps): Promise<boolean> {
	const id = session.id;
	const waiting = (await deps.store.inbox.waiting(id)).find(({ key }) => isMeantBy(inbound, key));
	const begins = deps.running.turnOf(id)?.by === waiting?.key;
	if (!waiting || begins || session.history().taken.has(waiting.key)) return false;
	if (!(await mayAmend(inbound, waiting, session, deps))) {
		const text = 'Only its author, and those who take part in this session, may take a message back.';
		await say(id, inbound, { text, to: inbound.person }, deps);
		return false;
	}
	return await deps.store.inbox.amend(id, waiting.key, inbound.type === 'edit' ? inbound.text : undefined);
}

/** Words that a command has handed in go with it, and do not become what the command is edited to. */
function isMeantBy({ type, of }: Amendment, key: string): boolean {
	return type === 'delete' ? isPartOf(key, of) && key !== filesKey(of) : key === of;
}

/** Whatever is gone was taken back where it stood, by whoever may do that there. */
async function mayAmend(
	inbound: Amendment,
	waiting: Inbound,
	{ folder }: Session,
	deps: DispatchDeps,
): Promise<boolean> {
	if (deps.places.isSamePerson(waiting.person.id, inbound.person.id)) return true;
	return inbound.type === 'delete' && (inbound.gone ?? (await hasRight('participant', inbound, folder, deps)));
}
