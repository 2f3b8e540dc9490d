import type { Inbound } from '../../store/inbound.ts';
import type { Session } from '../session/session.ts';
import type { DispatchDeps } from './deps.ts';
import { runCommand } from './run-command.ts';

/**
 * Handles what must not wait for the running turn: a stop, a change of a waiting message, a command that is for now. False for
 * whatever waits its turn. The inbound is finished first: after a crash none of these is worth doing again.
 */
export async function handleAtOnce(inbound: Inbound, session: Session, deps: DispatchDeps): Promise<boolean> {
	const id = session.folder.paths.session;
	if (!isForNow(inbound, deps)) return false;
	if (inbound.type === 'stop') deps.running.stop(id, inbound.person.name);
	if (inbound.type === 'edit') await amend(session, inbound.of, inbound.text, deps);
	if (inbound.type === 'delete') await amend(session, inbound.of, undefined, deps);
	await deps.store.inbox.finish(session.lease, [inbound.key]);
	if (inbound.type === 'command') await runCommand(inbound, { folder: session.folder }, deps);
	return true;
}

function isForNow(inbound: Inbound, { commands }: DispatchDeps): boolean {
	if (inbound.type !== 'command') return ['stop', 'edit', 'delete'].includes(inbound.type);
	return commands.find((command) => command.info.name === inbound.name)?.when !== 'in-order';
}

/** Changes a message that waits; one that a turn has taken stays as it was. */
export async function amend(
	session: Session,
	key: string,
	text: string | undefined,
	{ store }: DispatchDeps,
): Promise<void> {
	if (session.history().taken.has(key)) return;
	await store.inbox.amend(session.folder.paths.session, key, text);
}
