import type { AnyChunk } from '@slack/types';
import { chunkBytes, isCard, isText } from './pending-chunks.ts';

/** A stream that holds some 10,600 bytes takes no more: https://github.com/openclaw/openclaw/pull/143882. One more call and its end must fit. */
const fullBytes = 6000;
/** A plan shows 50 cards. */
const mostCards = 40;

/** How much of what a stream can hold is taken. */
export interface StreamRoom {
	add(chunks: readonly AnyChunk[]): void;
	/** The stream is to go on in another message. */
	isFull(): boolean;
	/** There are words in it. */
	hasWords(): boolean;
}

export function createStreamRoom(): StreamRoom {
	const cards = new Map<string, number>();
	let words = 0;
	return {
		add(chunks) {
			for (const chunk of chunks) {
				if (isText(chunk)) words += chunkBytes(chunk);
				if (isCard(chunk)) cards.set(chunk.id, chunkBytes(chunk));
			}
		},
		isFull() {
			const bytes = [...cards.values()].reduce((sum, one) => sum + one, words);
			return bytes >= fullBytes || cards.size >= mostCards;
		},
		hasWords: () => words > 0,
	};
}
