import { threadOfSession } from '../../store/session-id.ts';
import type { Thread } from '../../store/thread.ts';
import type { DispatchDeps } from './deps.ts';

interface LostSession {
	readonly id: string;
	readonly thread: Thread;
}

/**
 * Has the sessions looked at of whose threads the store knows nothing: it was lost, and only the journals know what is open. Each thread goes
 * on with the session of its own that was used last. They are due before that: a crash in between forgets none.
 */
export async function takeUpLost(
	{ store, sessions, log }: Pick<DispatchDeps, 'store' | 'sessions' | 'log'>,
	now: number,
): Promise<void> {
	const lost: LostSession[] = [];
	for (const id of await sessions.list()) {
		const thread = threadOfSession(id);
		if (thread && (await store.bindings.sessionOf(thread)) === undefined) lost.push({ id, thread });
	}
	if (lost.length === 0) return;
	log.warn('Sessions are not known to the store, and are looked at', { sessions: lost.length });
	for (const { id } of lost) await store.due.by(id, 'work', now);
	for (const { id, thread } of lost.toReversed()) await store.bindings.bind(thread, id);
}
