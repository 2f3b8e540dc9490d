import type { Inbound, Thread } from '../../store/inbound.ts';
import { isSamePerson } from '../../store/place.ts';
import { whenOf } from '../commands/command.ts';
import type { AgentEvent } from '../events.ts';
import type { Session } from '../session/session.ts';
import { readRecord } from '../session/session-record.ts';
import type { DispatchDeps } from './deps.ts';
import { hasRight } from './rights.ts';
import { runCommand } from './run-command.ts';
import { say } from './say.ts';
import { takeStandingAnswer } from './standing.ts';

/**
 * Handles what must not wait for the running turn: a stop, a change of a waiting message, a command that is for now. False for
 * whatever waits its turn. The inbound is finished first: after a crash none of these is worth doing again.
 */
export async function handleAtOnce(inbound: Inbound, session: Session, deps: DispatchDeps): Promise<boolean> {
	const id = session.folder.paths.session;
	if (inbound.type === 'message') await announceWaiting(inbound, session, deps);
	if (inbound.type === 'steer') return await mayStay(inbound, session, deps);
	if (inbound.type === 'answer') return await answerAtOnce(inbound, session, deps);
	if (!isForNow(inbound, deps)) return false;
	if (inbound.type === 'stop' && (await mayStop(inbound, session, deps))) deps.running.stop(id, inbound.person.name);
	if (inbound.type === 'edit' || inbound.type === 'delete') await amendAtOnce(inbound, session, deps);
	await deps.store.inbox.finish(session.lease, [inbound.key]);
	if (inbound.type === 'command') await runCommand(inbound, { folder: session.folder }, deps);
	return true;
}

/** The answer to a question that no turn waits for need not wait for one either. */
async function answerAtOnce(
	inbound: Extract<Inbound, { type: 'answer' }>,
	session: Session,
	deps: DispatchDeps,
): Promise<boolean> {
	const taken = await takeStandingAnswer(inbound, session, deps);
	if (taken) await deps.store.inbox.finish(session.lease, [inbound.key]);
	return taken;
}

function isForNow(inbound: Inbound, { commands }: DispatchDeps): boolean {
	if (inbound.type !== 'command') return ['stop', 'edit', 'delete'].includes(inbound.type);
	const command = commands.find(({ info }) => info.name === inbound.name);
	return command === undefined || whenOf(command, inbound.args) === 'at-once';
}

/** Whether the person may stop this session's turn; somebody who may not is told so. */
export async function mayStop(inbound: Inbound, session: Session, deps: DispatchDeps): Promise<boolean> {
	const allowed = await hasRight('participant', inbound, session.folder, deps);
	const text = 'Only those who take part in this session may stop it.';
	if (!allowed) await say(session.folder.paths.session, inbound, { text, to: inbound.person }, deps);
	return allowed;
}

/** A wish to steer waits beside its message until the next model call; that of somebody who may not is finished here. */
async function mayStay(inbound: Inbound, session: Session, deps: DispatchDeps): Promise<true> {
	if (await hasRight('participant', inbound, session.folder, deps)) return true;
	await deps.store.inbox.finish(session.lease, [inbound.key]);
	const text = 'Only those who take part in this session may steer it. Your message waits its turn.';
	await say(session.folder.paths.session, inbound, { text, to: inbound.person }, deps);
	return true;
}

/** Tells the platform that a message waits. */
async function announceWaiting(
	{ key: of, thread, steers: given }: Extract<Inbound, { type: 'message' }>,
	session: Session,
	deps: DispatchDeps,
): Promise<void> {
	const steers = given === true || (await readRecord(session.folder))?.mode === 'steer';
	await announce({ type: 'waiting', of, steers }, thread, session, deps);
}

/** Tells the platform what became of a message that waits. That nobody sees it harms nothing. */
async function announce(
	event: Extract<AgentEvent, { type: 'waiting' | 'taken-back' }>,
	thread: Thread,
	{ folder }: Session,
	{ platforms, log }: DispatchDeps,
): Promise<void> {
	const { session } = folder.paths;
	await platforms.show(thread, announcement(session, event), []).catch((error: unknown) => {
		log.warn('What became of a waiting message cannot be shown', { session, err: error });
	});
}

async function* announcement(
	session: string,
	event: Extract<AgentEvent, { type: 'waiting' | 'taken-back' }>,
): AsyncGenerator<AgentEvent> {
	yield { type: 'turn-started', session, turn: `in-${event.of}`, answers: event.of };
	yield event;
}

/** Changes or withdraws a message that waits; the platform shows it no longer as waiting once it is withdrawn. */
async function amendAtOnce(inbound: Amendment, session: Session, deps: DispatchDeps): Promise<void> {
	const { of, thread, type } = inbound;
	const amended = await amendBy(inbound, session, deps);
	if (amended && type === 'delete') await announce({ type: 'taken-back', of }, thread, session, deps);
}

type Amendment = Extract<Inbound, { type: 'edit' | 'delete' }>;

/**
 * Changes a message that waits, or withdraws it; one that a turn has taken stays as it was. Its author may always, anybody else who takes
 * part may withdraw it; somebody who may not is told so. Whether one was changed.
 */
export async function amendBy(inbound: Amendment, session: Session, deps: DispatchDeps): Promise<boolean> {
	const id = session.folder.paths.session;
	const waiting = (await deps.store.inbox.waiting(id)).find(({ key }) => key === inbound.of);
	if (!waiting || session.history().taken.has(inbound.of)) return false;
	const isOwn = isSamePerson(waiting.person.id, inbound.person.id);
	if (!isOwn && !(inbound.type === 'delete' && (await hasRight('participant', inbound, session.folder, deps)))) {
		const text = 'Only its author, and those who take part in this session, may take a message back.';
		await say(id, inbound, { text, to: inbound.person }, deps);
		return false;
	}
	return await deps.store.inbox.amend(id, inbound.of, inbound.type === 'edit' ? inbound.text : undefined);
}
