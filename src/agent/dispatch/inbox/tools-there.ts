import { CorruptFileError, ProblemError } from '../../../base/errors.ts';
import type { MessageInbound } from '../../../chat/inbound.ts';
import type { Thread } from '../../../chat/thread.ts';
import { type Told, toldIn } from '../../memory/told.ts';
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

const nothing: Told = { lines: [], instructions: [], unread: [] };

/**
 * The instructions and memories that there are, for the message that begins a turn. Nothing for one within a turn. What a person must mend first
 * keeps no message back: it is told with a later one.
 */
export async function mindThere(
	{ id, history }: Pick<Session, 'id' | 'history'>,
	{ thread, person }: Pick<MessageInbound, 'thread' | 'person'>,
	deps: Pick<DispatchDeps, 'notes' | 'places' | 'log'>,
): Promise<Told> {
	const { open, messages } = history();
	if (open !== undefined) return nothing;
	try {
		const told = await toldIn({ session: id, thread, person }, messages, deps);
		for (const { name, why } of told.unread) deps.log.warn(`Cannot read ${name}`, { session: id, reason: why });
		return told;
	} catch (error) {
		if (!(error instanceof ProblemError || error instanceof CorruptFileError)) throw error;
		deps.log.warn('Instructions and memories cannot be read now', { session: id, err: error });
		return nothing;
	}
}
