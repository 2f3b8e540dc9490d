import type { Inbound, Person } from '../../store/inbound.ts';
import { whenOf } from '../commands/command.ts';
import type { AgentEvent } from '../events.ts';
import type { Session } from '../session/session.ts';
import { readRecord } from '../session/session-record.ts';
import { stopWithRequest } from './deleted-request.ts';
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
	if (inbound.type === 'edit') await amend(session, inbound.of, inbound.text, deps);
	if (inbound.type === 'delete') await takeBack(inbound, session, deps);
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
	{ key: of, steers: given, ...said }: Extract<Inbound, { type: 'message' }>,
	session: Session,
	deps: DispatchDeps,
): Promise<void> {
	const steers = given === true || (await readRecord(session.folder))?.mode === 'steer';
	await announce({ type: 'waiting', of, steers }, said, session, deps);
}

/** Tells the platform what became of a message that waits. That nobody sees it harms nothing. */
async function announce(
	event: Extract<AgentEvent, { type: 'waiting' | 'taken-back' }>,
	{ thread, person }: Pick<Inbound, 'thread' | 'person'>,
	{ folder }: Session,
	{ platforms, log }: DispatchDeps,
): Promise<void> {
	const { session } = folder.paths;
	await platforms.show(thread, announcement({ session, by: person }, event), []).catch((error: unknown) => {
		log.warn('What became of a waiting message cannot be shown', { session, err: error });
	});
}

async function* announcement(
	whose: { readonly session: string; readonly by: Person },
	event: Extract<AgentEvent, { type: 'waiting' | 'taken-back' }>,
): AsyncGenerator<AgentEvent> {
	yield { type: 'turn-started', ...whose, turn: `in-${event.of}`, answers: event.of };
	yield event;
}

/** Withdraws a message that waits, and has the platform show it no longer as waiting; the running turn's own request ends the turn. */
async function takeBack(
	inbound: Extract<Inbound, { type: 'delete' }>,
	session: Session,
	deps: DispatchDeps,
): Promise<void> {
	const { of } = inbound;
	if (await amend(session, of, undefined, deps)) await announce({ type: 'taken-back', of }, inbound, session, deps);
	else await stopWithRequest(inbound, session, deps);
}

/** Changes a message that waits; one that a turn has taken stays as it was. Whether one was changed. */
export async function amend(
	session: Session,
	key: string,
	text: string | undefined,
	{ store }: DispatchDeps,
): Promise<boolean> {
	if (session.history().taken.has(key)) return false;
	return await store.inbox.amend(session.folder.paths.session, key, text);
}
