import { isOfMachine, messageOf } from '../../../base/errors.ts';
import type { Thread } from '../../../chat/thread.ts';
import type { DispatchDeps } from '../deps.ts';

type Deps = Pick<DispatchDeps, 'store' | 'sessions' | 'places' | 'log'>;

interface LostSession {
	readonly id: string;
	readonly thread: Thread;
}

/**
 * Has the sessions looked at of whose threads the store knows nothing: it was lost, and only the journals know what is open. Each thread goes
 * on with the session of its own that was used last. They are due before that: a crash in between forgets none.
 */
export async function takeUpLost(deps: Deps, now: number): Promise<void> {
	const { bindings, due } = deps.store;
	const lost = await lostSessions(deps);
	if (lost.length === 0) return;
	deps.log.warn('Sessions are not known to the store, and are looked at', { sessions: lost.length });
	for (const { id } of lost) await unlessOdd(id, due.by(id, 'work', now), deps);
	for (const { id, thread } of lost.toReversed()) await unlessOdd(id, bindings.bind(thread, id), deps);
}

async function lostSessions({ store, sessions, places }: Deps): Promise<readonly LostSession[]> {
	const lost: LostSession[] = [];
	for (const id of await sessions.list()) {
		const thread = places.threadOfSession(id);
		if (thread && (await store.bindings.sessionOf(thread)) === undefined) lost.push({ id, thread });
	}
	return lost;
}

/** A folder that somebody else made there, and whose name is that of no thread, keeps nobody from starting. */
async function unlessOdd(id: string, work: Promise<void>, { log }: Deps): Promise<void> {
	try {
		await work;
	} catch (error) {
		if (isOfMachine(error)) throw error;
		log.warn('A session that the store does not know cannot be taken up', { session: id, reason: messageOf(error) });
	}
}
