import { refusedKey, type Undelivered } from '../../../chat/undelivered.ts';
import type { Show } from '../presenter-deps.ts';

/** Keeps that a file was not taken, and why, for whoever tries it again and for the Brain. */
export async function noteUndelivered<Message>(
	{ thread, session, turn, deps }: Pick<Show<Message>, 'thread' | 'session' | 'turn' | 'deps'>,
	file: Undelivered,
): Promise<void> {
	const key = refusedKey(file);
	await deps.outbox.intend({ session, thread, turn, key });
	await deps.outbox.sent(session, key, file.reason);
}
