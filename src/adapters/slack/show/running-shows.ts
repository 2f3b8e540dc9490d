import type { Thread } from '../../../chat/thread.ts';
import { messageKey, placeOf, type SlackPlace } from '../thread-keys.ts';

/** Which messages show running turns. */
export interface RunningShows {
	/** The thread of the turn that the message at `place` shows, or has begun; undefined when none runs there. */
	threadAt(place: SlackPlace): Thread | undefined;
	/** A turn runs in the thread until the answer is disposed of. */
	begin(thread: Thread): RunningShow;
}

export interface RunningShow extends Disposable {
	/** The message with this key is part of it. */
	add(key: string): void;
}

export function createRunningShows(): RunningShows {
	const threads = new Map<string, Thread>();
	return {
		threadAt: (place) => threads.get(messageKey(place)),
		begin(thread) {
			const keys = new Set<string>();
			const add = (key: string) => {
				keys.add(key);
				threads.set(key, thread);
			};
			add(messageKey(placeOf(thread)));
			return {
				add,
				[Symbol.dispose]: () => {
					for (const key of keys) if (threads.get(key) === thread) threads.delete(key);
				},
			};
		},
	};
}
