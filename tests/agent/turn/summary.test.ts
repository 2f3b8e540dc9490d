import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summaryOf, titleOf } from '../../../src/agent/turn/summary.ts';
import { shorten } from '../../../src/base/text/shorten.ts';

describe('summaryOf()', () => {
	it.each([
		['exit code 0\nlong output', 'exit code 0'],
		['\n  \n\t indented \n', 'indented'],
		['', ''],
		['x'.repeat(200), `${'x'.repeat(119)}…`],
	])('of %j is %j', (text, summary) => {
		expect(summaryOf({ ok: true, text })).toBe(summary);
	});
});

describe('titleOf()', () => {
	it.each([
		[{ command: 'python3\n  x.py', timeout: 5 }, 'python3 x.py'],
		[{ content: 'long', path: '/outputs/a.csv' }, '/outputs/a.csv'],
		[{ name: 'sum', input: {} }, 'sum'],
		[{ command: 7, path: 'b' }, 'b'],
		[{ packages: ['polars', 'lxml>=5'] }, 'polars, lxml>=5'],
		[{ other: 'x' }, ''],
		[[1], ''],
		[null, ''],
		['text', ''],
	])('of %j is %j', (args, title) => {
		expect(titleOf(JSON.stringify(args))).toBe(title);
	});
});

describe('shorten()', () => {
	it('leaves short texts alone, and cuts between characters, never within one', () => {
		expect(shorten('abc', 3)).toBe('abc');
		expect(shorten('abcd', 3)).toBe('ab…');
		expect(shorten('👍👍👍👍', 3)).toBe('👍👍…');
	});

	it('gives at most as many characters as asked for, the beginning of the text', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 30 }), (text, length) => {
				const short = shorten(text, length);
				expect([...short].length).toBeLessThanOrEqual(length);
				expect(text.startsWith(short.replace(/…$/, '')) || text === short).toBe(true);
			}),
		);
	});
});
