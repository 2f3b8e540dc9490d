import type { Thread } from '../../../chat/thread.ts';
import type { Session } from '../../session/session.ts';
import type { DispatchDeps } from '../deps.ts';
import { toolsMark } from './message-text.ts';

/**
 * The tools that there are, for the message that begins a turn: tools are used where they are known. Undefined for a message within a turn, and
 * where the Brain still reads just that with an earlier message: what a turn costs depends on what is new.
 */
export async function toolsThere(
	session: Session,
	thread: Thread,
	deps: Pick<DispatchDeps, 'toolsThere'>,
): Promise<string | undefined> {
	const { open, messages } = session.history();
	if (open !== undefined) return undefined;
	const line = await deps.toolsThere({ folder: session.folder, thread });
	const newest = messages.findLast(({ role, text }) => role === 'user' && text.startsWith(`[${toolsMark}`));
	return newest?.text.startsWith(`[${toolsMark}${line}]\n`) ? undefined : line;
}
