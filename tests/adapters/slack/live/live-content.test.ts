import type { AnyChunk } from '@slack/types';
import { describe, expect, it } from 'vitest';
import { createLiveContent } from '../../../../src/adapters/slack/live/live-content.ts';
import { isText } from '../../../../src/adapters/slack/live/pending-chunks.ts';

const signal = new AbortController().signal;
const running = { type: 'tool', callId: 'c1', tool: 'bash', title: 'ls', state: 'running' } as const;

function wordsOf(chunks: readonly AnyChunk[]): string {
	return chunks.map((chunk) => (isText(chunk) ? chunk.text : '')).join('');
}

function statesOf(chunks: readonly AnyChunk[]): unknown[] {
	return chunks.flatMap((chunk) => (chunk.type === 'task_update' && 'status' in chunk ? [chunk.status] : []));
}

describe('what a live message has to show', () => {
	it('ends a page with closed fences and cards, and begins the next one with what is open', () => {
		const { outbound, ...content } = createLiveContent();
		content.say(1, '```py\nx = 1\n');
		content.put(running, 1);
		outbound.take();
		const end = outbound.turnPage();
		expect(wordsOf(end)).toBe('```');
		expect(statesOf(end)).toEqual(['complete']);
		const next = outbound.take();
		expect(wordsOf(next)).toBe('```py\n');
		expect(statesOf(next)).toEqual(['in_progress']);
	});

	it('parts the words of two steps', () => {
		const { outbound, memory, ...content } = createLiveContent();
		content.say(1, 'one');
		content.say(2, 'two');
		expect(wordsOf(outbound.takeRest())).toBe('one\n\ntwo');
		expect(memory.words()).toBe('two');
	});

	it('tells a step that did not stream, and none twice', () => {
		const { outbound, memory, ...content } = createLiveContent();
		content.put({ type: 'said', text: 'All at once.' }, 1, 'k1');
		expect(wordsOf(outbound.take())).toContain('All at once.');
		content.say(2, 'Word by word. ');
		content.put({ type: 'said', text: 'Word by word.' }, 1, 'k2');
		expect(wordsOf(outbound.takeRest()).split('Word by word.')).toHaveLength(2);
		expect(memory.words()).toBe('');
		expect(memory.lines(1)).toHaveLength(2);
		expect(memory.keys(1)).toEqual(['k1', 'k2']);
	});

	it('has a line in the message that it was begun in, whatever becomes of it later', () => {
		const { memory, ...content } = createLiveContent();
		content.put(running, 1, 'k1');
		content.put({ ...running, state: 'ok', ms: 3 }, 2, 'k2');
		expect(memory.lines(1)).toEqual([{ ...running, state: 'ok', ms: 3 }]);
		expect(memory.keys(1)).toEqual(['k1', 'k2']);
		expect(memory.lines(2)).toEqual([]);
	});

	it('says when there is more, and stops waiting when told to', async () => {
		const content = createLiveContent();
		const ending = new AbortController();
		const more = content.more(AbortSignal.any([signal, ending.signal]));
		content.say(1, 'word ');
		await more;
		content.outbound.take();
		const waiting = content.more(ending.signal);
		ending.abort(new Error('over'));
		await expect(waiting).rejects.toThrow('over');
		content.say(1, 'more ');
		await expect(content.more(ending.signal)).rejects.toThrow('over');
	});
});
