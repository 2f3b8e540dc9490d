import type { Thread } from '../../../../src/chat/thread.ts';
import { answer, createFeed, done, type Feed, type OpenShow, started, taken, words } from './open-show.ts';

export const sentence = 'A sentence of the answer that goes on for a while. ';
/** Long enough to be streamed at once. */
export const beginning = sentence.repeat(6);

export interface StreamingTurn {
	readonly thread: Thread;
	readonly feed: Feed;
	/** Ends it with this as the answer. */
	end(all: string, step?: number): Promise<void>;
}

/** A turn that has begun to stream `text`. */
export async function streamingTurn(opened: OpenShow, text = beginning, session = 's'): Promise<StreamingTurn> {
	const { thread, key } = opened.root();
	const feed = createFeed();
	const showing = opened.show(thread, feed);
	feed.push({ ...started, session }, taken(key), words(text));
	await opened.see(() => textOf(opened, thread).includes(text.trim()), 'the stream');
	return {
		thread,
		feed,
		async end(all, step) {
			feed.push(answer(all, step), done);
			feed.end();
			await opened.until(showing);
		},
	};
}

/** All that the bot shows in the thread. */
export function textOf(opened: OpenShow, thread: Thread): string {
	return textsOf(opened, thread).join('\n');
}

/** A message each. */
export function textsOf(opened: OpenShow, thread: Thread): string[] {
	return opened.shown(thread).map((message) => opened.slack.plainText(message));
}
