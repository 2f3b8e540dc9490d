import type { AnyChunk, TaskUpdateChunk } from '@slack/types';

/** https://docs.slack.dev/reference/methods/chat.appendStream takes 12,000 characters of text at once. */
const longestText = 11_000;

/** What a stream has still to be told, in order; what belongs together is told at once. */
export interface PendingChunks {
	addText(text: string): void;
	/** A card's newer state takes the place of one that was not told yet. */
	addTask(task: TaskUpdateChunk): void;
	/** Takes what goes into one call; empty: there is nothing. */
	take(): readonly AnyChunk[];
	/** Puts what was taken back to the front. */
	putBack(chunks: readonly AnyChunk[]): void;
	/** How many pieces there are. */
	size(): number;
}

export function createPendingChunks(): PendingChunks {
	const chunks: AnyChunk[] = [];
	return {
		addText(text) {
			if (text === '') return;
			const last = chunks.at(-1);
			if (last?.type === 'markdown_text' && textOf(last).length + text.length <= longestText)
				chunks[chunks.length - 1] = { type: 'markdown_text', text: textOf(last) + text };
			else chunks.push(...inParts(text).map((part) => ({ type: 'markdown_text' as const, text: part })));
		},
		addTask(task) {
			const at = chunks.findIndex((chunk) => chunk.type === 'task_update' && 'id' in chunk && chunk.id === task.id);
			if (at === -1) chunks.push(task);
			else chunks[at] = task;
		},
		take() {
			let room = longestText;
			const count = chunks.findIndex((chunk) => {
				room -= textOf(chunk).length;
				return room < 0;
			});
			return chunks.splice(0, count === -1 ? chunks.length : Math.max(1, count));
		},
		putBack: (taken) => void chunks.unshift(...taken),
		size: () => chunks.length,
	};
}

function textOf(chunk: AnyChunk): string {
	return 'text' in chunk ? chunk.text : '';
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
