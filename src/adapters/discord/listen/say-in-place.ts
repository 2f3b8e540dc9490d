import type { Thread } from '../../../chat/thread.ts';
import { createShowOnce } from '../../present/show-once.ts';
import { findPosted } from '../api/find-posted.ts';
import { sentence } from '../render/parts.ts';
import { type MessagePlace, messageKey, placeOf } from '../thread-keys.ts';
import type { HandleDeps } from './listen-deps.ts';

/** Says to whoever named us where no thread can be that none can be. It fails quietly: nothing comes of what they said. */
export async function sayNoThreads({ channel, message }: MessagePlace, deps: HandleDeps): Promise<void> {
	const key = `no-thread/${messageKey({ channel, message })}`;
	const text = 'No thread can be opened here. Mention me in a text channel, or write to me directly.';
	const post = { channel, key, message: sentence(text, key), replyTo: message, silent: true };
	deps.background('A sentence cannot be said', deps.postOnce(post, deps.signal));
}

/** Says once in a thread of ours how to be heard there: Discord keeps from us the words that do not name us. */
export async function sayNotHeard(thread: Thread, deps: HandleDeps): Promise<void> {
	const session = await deps.bindings.sessionOf(thread);
	if (session === undefined) return;
	deps.background('A sentence cannot be said', sayOnce(thread, session, deps));
}

const notHeard = 'I cannot read what is said here without my name. Mention me, reply to me, or use /smith ask.';

async function sayOnce(thread: Thread, session: string, deps: HandleDeps): Promise<void> {
	const { calls, self, signal, outbox } = deps;
	const { channel } = placeOf(thread);
	const turn = `hint-${thread.id}`;
	const key = `${turn}/not-heard`;
	const find = () => findPosted({ calls, botUser: self.botUser }, { channel, key }, signal);
	const once = createShowOnce({ outbox, find, lookUp: 'left-over' });
	const rows = await outbox.rows(session, turn);
	await deps.inOrder(key, () =>
		once({ session, thread, turn, key }, rows, () =>
			deps.postOnce({ channel, key, message: sentence(notHeard, key), silent: true }, signal),
		),
	);
}
