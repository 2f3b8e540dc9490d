import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proseRows, tableRows } from '../../../../src/adapters/terminal/render/markdown-rows.ts';
import { createStreamText } from '../../../../src/adapters/terminal/render/stream-text.ts';
import { colorStyle, plainStyle } from '../../../../src/adapters/terminal/render/style.ts';
import { textWidth } from '../../../../src/adapters/terminal/render/text-width.ts';

const { bold, accent, dim } = colorStyle;

describe('proseRows()', () => {
	it.each([
		['plain words', ['plain words']],
		['## A **head**', [`${bold('A')} ${bold('head')}`]],
		['- **bold** and `code`', [`- ${bold('bold')} and ${accent('code')}`]],
		['see [the page](https://a.de)', [`see the page ${dim('(https://a.de)')}`]],
		['https://a.example/x_y_z', ['https://a.example/x_y_z']],
		['snake_case_name and 2*3*4', ['snake_case_name and 2*3*4']],
		['an *old* word', ['an old word']],
		['> quoted', [`${dim('│ ')}quoted`]],
		['---', [dim('─'.repeat(30))]],
		['1. one two three four five six', ['1. one two three four five six']],
		['1. one two three four five six seven', ['1. one two three four five six', '   seven']],
		['漢字漢字漢字 漢字漢字漢字 漢字漢字', ['漢字漢字漢字 漢字漢字漢字', '漢字漢字']],
		['unclosed **bold and `code', ['unclosed **bold and `code']],
	])('%j', (line, rows) => {
		expect(proseRows(line, 30, colorStyle)).toEqual(rows);
	});

	it('reads a line that is longer than the parser may be given, mark by mark', () => {
		const line = 'A **bold** word, and `code`. '.repeat(60);
		const rows = proseRows(line, 80, plainStyle);
		expect(rows.join(' ').trim()).toBe('A bold word, and `code`. '.repeat(60).trim());
	});

	it('keeps every letter, in rows that fit', () => {
		const text = fc.string({ unit: fc.constantFrom(...'ab  漢é1.'), minLength: 1, maxLength: 200 });
		fc.assert(
			fc.property(text, fc.integer({ min: 10, max: 60 }), (line, width) => {
				const rows = proseRows(line, width, colorStyle);
				for (const row of rows) expect(textWidth(row)).toBeLessThanOrEqual(width);
				expect(rows.join('').replace(/\s/g, '')).toBe(line.replace(/\s/g, ''));
			}),
		);
	});
});

describe('tableRows()', () => {
	const table = ['| Region | Sum | 注 |', '|:--|--:|:-:|', '| **North** | 1,234 | 漢字 |', '| a \\| b | 5 | `x` |'];

	it('aligns columns by what stands in them', () => {
		expect(tableRows(table, 60, plainStyle)).toEqual([
			'Region    Sum   注',
			'──────  ─────  ────',
			'North   1,234  漢字',
			'a | b       5  `x`',
		]);
	});

	it('wraps cells where the terminal is narrow, and leaves what cannot fit', () => {
		const wide = [...table, `| ${'many words '.repeat(6)} | 6 | y |`];
		for (const row of tableRows(wide, 30, plainStyle) ?? []) expect(textWidth(row)).toBeLessThanOrEqual(30);
		expect(tableRows(wide, 10, plainStyle)).toBeUndefined();
		expect(tableRows(['| no table |', 'at all'], 60, plainStyle)).toBeUndefined();
	});
});

describe('createStreamText()', () => {
	it('sets a table when it is whole, and code without its fences', () => {
		const stream = createStreamText(() => 40, colorStyle);
		expect(stream.push('| a | b |\n|---|--:|\n| 1 | 20 |\n')).toEqual([]);
		expect(stream.push('\n```js\n')).toEqual([`${bold('a   b')}`, dim('─  ──'), '1  20']);
		expect(stream.push('x = 1\n```\nDone **now**')).toEqual(['', accent('x = 1')]);
		expect(stream.breakRow()).toEqual([`Done ${bold('now')}`]);
	});
});
