import { describe, expect, it } from 'vitest';
import { longestHere, parseMarkdown, readLongTexts } from '../../../src/adapters/markdown/parse-markdown.ts';

describe('parseMarkdown()', () => {
	it('reads long texts only in a thread that was made for them', () => {
		const text = 'word '.repeat(longestHere).slice(0, longestHere);
		expect(parseMarkdown(text)?.children).toHaveLength(1);
		expect(parseMarkdown(`${text}s`)).toBeUndefined();
		const readShortAgain = readLongTexts();
		expect(parseMarkdown(`${text}s`)?.children).toHaveLength(1);
		readShortAgain();
		expect(parseMarkdown(`${text}s`)).toBeUndefined();
	});

	it('reads text with much emphasis in it', () => {
		readLongTexts();
		const text = 'A **bold** word, _one_ in italics and ~~one~~ that is struck. '.repeat(300);
		expect(parseMarkdown(text)?.children).toHaveLength(1);
	});

	it.each([
		['quotes', '> '.repeat(50)],
		['emphasis', '*a _b '.repeat(5000)],
		['emphasis that never ends', '**a '.repeat(5000)],
	])('leaves %s within each other unread, which would take it without end', (_what, text) => {
		readLongTexts();
		expect(parseMarkdown(`${text}end`)).toBeUndefined();
	});
});
