import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasMarker, markerOf } from '../../../../src/adapters/discord/marker.ts';
import {
	asked,
	plainMessages,
	receipt,
	sentence,
	threadName,
	waitingMessage,
} from '../../../../src/adapters/discord/render/parts.ts';
import { readLongTexts } from '../../../../src/adapters/markdown/parse-markdown.ts';
import { fenceSoup, markdownText } from '../../../support/markdown-samples.ts';
import { checked, customIdsOf, seen } from './checked.ts';

readLongTexts();

const words = fc.oneof(fc.string(), fenceSoup, markdownText, fc.string({ unit: 'binary', maxLength: 5000 }));

describe('small messages', () => {
	it('are taken by Discord, whatever they say', () => {
		fc.assert(
			fc.property(words, words, (one, other) => {
				checked(sentence(one, 'k'));
				checked(asked(one, other, Array(10).fill({ name: one })));
				for (const message of plainMessages(one, 'k')) checked(message);
				const name = threadName(one);
				expect(name.length).toBeGreaterThan(0);
				expect(name.length).toBeLessThanOrEqual(100);
				expect(name).not.toMatch(/\n/);
				expect(receipt({ name: one, size: 3 }).length).toBeLessThan(500);
			}),
		);
	});

	it('say which thing they show', () => {
		expect(hasMarker(sentence('x', 'k').markdown, 'k')).toBe(true);
		expect(hasMarker(waitingMessage('1/2', 'k').markdown, 'k')).toBe(true);
		expect(sentence('x').markdown).toBe('x');
		const messages = plainMessages('words and more words\n'.repeat(200), 'k');
		expect(messages.map(({ markdown }, at) => hasMarker(markdown, at === 0 ? 'k' : `k/${at + 1}`))).toEqual([
			true,
			true,
			true,
		]);
	});
});

describe('waitingMessage()', () => {
	it('offers to use the message now, and to take it back', () => {
		expect(customIdsOf(checked(waitingMessage('1/2')))).toEqual(['use-now 1/2', 'take-back 1/2']);
	});
});

describe('asked()', () => {
	it('says who asked for what, and cuts what is too long', () => {
		expect(asked('Ada *L*', 'Draw `it`', []).markdown).toBe('**Ada \\*L\\*** asks: Draw `it`');
		expect(asked('Ada', 'x '.repeat(3000), [{ name: 'a.csv' }]).markdown).toMatch(/x\n\n…\n-# 📎 a\.csv$/);
	});
});

describe('receipt()', () => {
	it('names the file and its size', () => {
		expect(receipt({ name: 'a_b **c**.csv', size: 2048 })).toBe('-# **a_b \\*\\*c\\*\\*.csv**  2 KB');
	});
});

describe('threadName()', () => {
	it.each([
		['**Draw** a `chart`\nof [this](https://example.com)', 'Draw a chart of this'],
		['# Sales\n\n- one\n- two', 'Sales one two'],
		[`x${markerOf('k')}`, 'x'],
		['', 'Threadsmith'],
		['\u200b \u3164', 'Threadsmith'],
		['```\n```', 'Threadsmith'],
	])('is one line of plain words: %j', (text, name) => {
		expect(threadName(text)).toBe(name);
	});

	it('is cut', () => {
		expect(threadName('word '.repeat(50))).toMatch(/^(word ){19}word…$/);
	});
});

describe('plainMessages()', () => {
	it('keeps columns below each other', () => {
		const [message] = plainMessages('name   size\na        10', 'k');
		expect(seen(message?.markdown ?? '')).toBe('```\nname   size\na        10\n```');
		expect(seen(plainMessages('**a** b', 'k')[0]?.markdown ?? '')).toBe('**a** b');
	});
});
