import { Buffer } from 'node:buffer';
import type { AnyChunk } from '@slack/types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkBytes, createPendingChunks, isCard, isText } from '../../../../src/adapters/slack/live/pending-chunks.ts';
import { createStreamRoom } from '../../../../src/adapters/slack/live/stream-room.ts';

const card = (id: string, status: 'in_progress' | 'complete', title = id) =>
	({ type: 'task_update', id, title, status }) as const;

function takeAll(pending: ReturnType<typeof createPendingChunks>): (readonly AnyChunk[])[] {
	const taken: (readonly AnyChunk[])[] = [];
	for (let next = pending.take(); next.length > 0; next = pending.take()) taken.push(next);
	return taken;
}

function wordsOf(chunks: readonly AnyChunk[]): string {
	return chunks.map((chunk) => (isText(chunk) ? chunk.text : '')).join('');
}

describe('what a stream has still to be told', () => {
	it('holds every word, in order, however calls and failures come', () => {
		const text = fc.record({ act: fc.constant('text' as const), text: fc.string({ unit: 'binary', maxLength: 3000 }) });
		const acts = fc.array(fc.oneof(text, fc.constant({ act: 'take' as const }), fc.constant({ act: 'fail' as const })));
		fc.assert(
			fc.property(acts, (list) => {
				const pending = createPendingChunks();
				let all = '';
				let told = '';
				for (const one of list) {
					if (one.act === 'text') {
						all += one.text;
						pending.addText(one.text);
					} else if (one.act === 'take') told += wordsOf(pending.take());
					else pending.putBack(pending.take());
				}
				expect(told + wordsOf(takeAll(pending).flat())).toBe(all);
			}),
		);
	});

	it('goes into calls of some kilobytes, and no half character into any', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', minLength: 1000, maxLength: 9000 }), (text) => {
				const pending = createPendingChunks();
				pending.addText(text);
				for (const chunks of takeAll(pending)) {
					const words = wordsOf(chunks);
					expect(words.isWellFormed()).toBe(text.isWellFormed());
					expect(Buffer.byteLength(words)).toBeLessThanOrEqual(3000);
				}
			}),
			{ numRuns: 30 },
		);
	});

	it('tells a card once, in its newest state', () => {
		const pending = createPendingChunks();
		pending.addTask(card('a', 'in_progress'));
		pending.addTask(card('b', 'in_progress'));
		pending.addTask(card('a', 'complete'));
		expect(pending.take()).toEqual([card('a', 'complete'), card('b', 'in_progress')]);
		expect(pending.size()).toBe(0);
	});

	it('does not bring an old state of a card back', () => {
		const pending = createPendingChunks();
		pending.addTask(card('a', 'in_progress'));
		const taken = pending.take();
		pending.addTask(card('a', 'complete'));
		pending.putBack(taken);
		expect(takeAll(pending).flat()).toEqual([card('a', 'complete')]);
	});
});

/** What Slack counts, and how many cards there are. */
function countedOf(chunks: readonly AnyChunk[]) {
	const cards = new Map(chunks.filter(isCard).map((one) => [one.id, chunkBytes(one)]));
	const words = chunks.filter((one) => isText(one)).reduce((sum, one) => sum + chunkBytes(one), 0);
	return { words, cards: cards.size, bytes: [...cards.values()].reduce((sum, bytes) => sum + bytes, words) };
}

/** What goes into one stream. */
function takeUntilFull(pending: ReturnType<typeof createPendingChunks>) {
	const room = createStreamRoom();
	const told: AnyChunk[] = [];
	for (let next = pending.take(); next.length > 0 && !room.isFull(); next = pending.take()) {
		room.add(next);
		told.push(...next);
	}
	return { room, told };
}

describe('the room in a stream', () => {
	it('is full before Slack refuses what comes next', () => {
		const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1000 });
		const id = fc.nat(60).map((number) => `c${number}`);
		fc.assert(
			fc.property(fc.array(fc.tuple(text, id), { maxLength: 100 }), (list) => {
				const pending = createPendingChunks();
				for (const [words, name] of list) {
					pending.addText(words);
					pending.addTask(card(name, 'complete', 'x'.repeat(250)));
				}
				const { room, told } = takeUntilFull(pending);
				const counted = countedOf(told);
				expect(counted.bytes).toBeLessThan(9500);
				expect(counted.cards).toBeLessThan(50);
				expect(room.hasWords()).toBe(counted.words > 0);
			}),
		);
	});
});
