import type { Thread } from '../../../chat/thread.ts';

/** Words for a thread that are said once for each `turn`, now or as soon as that can be. Resolves when that is sure; rejects as the store does. */
export type TellNews = (words: NewsWords) => Promise<void>;

interface NewsWords {
	/** Names them, over restarts. */
	readonly turn: string;
	readonly thread: Thread;
	readonly text: string;
}
