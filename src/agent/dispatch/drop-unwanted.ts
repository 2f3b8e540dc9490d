import type { Session } from '../session/session.ts';
import { takenBackText } from '../turn/replay.ts';
import { announce } from './announce.ts';
import type { DispatchDeps } from './deps.ts';
import { say } from './say.ts';
import { cameAfterItsStop } from './stop-order.ts';
import type { MessageInbound } from './take-message.ts';

/** Ends the waiting of a message that is not wanted any more: a stop was said after it, and stored before it. True when it was so. */
export async function dropUnwanted(message: MessageInbound, session: Session, deps: DispatchDeps): Promise<boolean> {
	if (!(await cameAfterItsStop(message, deps))) return false;
	const id = session.folder.paths.session;
	if (message.text !== '') await say(id, message, { text: takenBackText([message]) }, deps);
	await announce({ type: 'taken-back', of: message.key }, message.thread, session, deps);
	await deps.store.inbox.finish(session.lease, [message.key]);
	return true;
}
