import { join } from 'node:path';
import { eraseSession } from '../../agent/dispatch/erasing/erase-session.ts';
import { orderToErase } from '../../agent/dispatch/erasing/order-to-erase.ts';
import { holdLease } from '../../agent/dispatch/work/held-lease.ts';
import { loadSession } from '../../agent/session/session.ts';
import { ProblemError } from '../../base/errors.ts';
import { places, platforms } from '../../platforms.ts';
import { order } from '../../process/control/order.ts';
import { eraserIn } from '../../process/eraser.ts';
import { openEmbeddedStore } from '../../store/embedded/embedded-store.ts';
import { lockHome } from '../../store/home-lock.ts';
import { openNotes } from '../../store/notes/note-folders.ts';
import { openSessions } from '../../store/session/session-folder.ts';
import type { Known } from './known-sessions.ts';

/** Has the process that runs on the data folder delete a session, or does it where none runs. Answers what came of it. */
export async function deleteSession(home: string, { view: { id }, record }: Known): Promise<string> {
	const reply = await order(home, { verb: 'delete-session', session: id });
	if (reply && !reply.ok) throw new ProblemError(reply.text, 'threadsmith sessions list names those there are');
	if (reply) return reply.text;
	const thread = record?.thread ?? places.threadOfSession(id);
	if (!thread) throw new ProblemError(`"${id}" is a session of no thread`, `Remove its folder below "${home}" by hand`);
	await deleteHere(home, id, orderToErase(thread));
	return `Deleted ${id}`;
}

/** The order is kept first: after a crash the next start carries it out. */
async function deleteHere(path: string, id: string, erase: ReturnType<typeof orderToErase>): Promise<void> {
	await using lock = await lockHome(path);
	const { home, homeId } = lock;
	await using sessions = openSessions(home);
	const highestToken = async (session: string) => (await sessions.open(session)).journal.highestLease();
	const names = platforms.map(({ name }) => name);
	await using store = openEmbeddedStore(join(home, 'store.db'), { highestToken, platforms: names });
	await store.inbox.add(id, erase);
	await using held = await holdLease(store.leases, id, homeId);
	if (!held) throw new ProblemError(`Session "${id}" is held by another process`, 'Try again in a minute');
	const session = await loadSession(await sessions.open(id), held.lease);
	// No sandbox outlives the process that has made it.
	const sandboxes = { end: async () => {} };
	// The next start goes on with what is left to do in other sessions.
	const parts = { store, sessions, notes: openNotes(home), places, wake: () => undefined };
	await eraseSession(session, erase.key, { ...parts, eraser: eraserIn(home), sandboxes });
}
