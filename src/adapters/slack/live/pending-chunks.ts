import { Buffer } from 'node:buffer';
import type { AnyChunk, TaskUpdateChunk } from '@slack/types';

/** Characters of one piece of text. */
const longestText = 1000;
/** Bytes that go into one call, but for a piece that is larger by itself. */
const mostAtOnce = 3000;

/** Pieces that a stream has still to be told, in order; what belongs together is told at once. */
export interface PendingChunks {
	addText(text: string): void;
	/** A card's newer state takes the place of one that was not told yet. */
	addTask(task: TaskUpdateChunk): void;
	/** Takes what goes into one call; empty: there is nothing. */
	take(): readonly AnyChunk[];
	/** Puts what was taken back to the front; a card that has a newer state by now is left out. */
	putBack(chunks: readonly AnyChunk[]): void;
	/** How many pieces there are. */
	size(): number;
}

export function createPendingChunks(): PendingChunks {
	const chunks: AnyChunk[] = [];
	const placeOf = (card: AnyChunk) =>
		chunks.findIndex((chunk) => isCard(chunk) && isCard(card) && chunk.id === card.id);
	return {
		addText(text) {
			const last = chunks.at(-1);
			const joined = isText(last) && last.text.length + text.length <= longestText;
			if (joined) chunks[chunks.length - 1] = { type: 'markdown_text', text: last.text + text };
			else chunks.push(...inParts(text).map((part) => ({ type: 'markdown_text' as const, text: part })));
		},
		addTask(task) {
			const at = placeOf(task);
			if (at === -1) chunks.push(task);
			else chunks[at] = task;
		},
		take() {
			let bytes = 0;
			const count = chunks.findIndex((chunk) => {
				bytes += chunkBytes(chunk);
				return bytes > mostAtOnce;
			});
			return chunks.splice(0, count === -1 ? chunks.length : Math.max(1, count));
		},
		putBack: (taken) => void chunks.unshift(...taken.filter((chunk) => placeOf(chunk) === -1)),
		size: () => chunks.length,
	};
}

/** The bytes that Slack counts of a piece: text and titles once, details twice; https://github.com/openclaw/openclaw/pull/143882. Pure. */
export function chunkBytes(chunk: AnyChunk): number {
	if (isText(chunk)) return Buffer.byteLength(chunk.text);
	return isCard(chunk) ? Buffer.byteLength(chunk.title) + 2 * Buffer.byteLength(chunk.details ?? '') : 0;
}

export function isText(chunk: AnyChunk | undefined): chunk is Extract<AnyChunk, { text: string }> {
	return chunk?.type === 'markdown_text';
}

export function isCard(chunk: AnyChunk): chunk is TaskUpdateChunk {
	return chunk.type === 'task_update';
}

function inParts(text: string): string[] {
	const parts: string[] = [];
	for (let at = 0; at < text.length; ) {
		const end = wholeCharacters(text, Math.min(text.length, at + longestText));
		parts.push(text.slice(at, end));
		at = end;
	}
	return parts;
}

function wholeCharacters(text: string, end: number): number {
	return end < text.length && /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end;
}
