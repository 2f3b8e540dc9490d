import type { Thread } from '../../../chat/thread.ts';
import type { SlackPlace } from '../thread-keys.ts';

/** One turn, or one command's answer, on its way into a thread. */
export interface ShowScene {
	readonly thread: Thread;
	readonly place: SlackPlace;
	readonly session: string;
	readonly turn: string;
}
