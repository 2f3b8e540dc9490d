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
		['<https://a.de/b> and [a.de](https://a.de)', ['https://a.de/b and a.de']],
		['[a.de](https://b.de/?a.de)', [`a.de ${dim('(https://b.de/?a.de)')}`]],
		['a<br>b <b>c</b> &amp; d', ['a', 'b <b>c</b> & d']],
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

	it('breaks lines in a cell where HTML does', () => {
		const lines = ['| a | b |', '|---|---|', '| one<br>two<BR/>three | 1 |'];
		expect(tableRows(lines, 40, plainStyle)?.slice(2)).toEqual(['one    1', 'two', 'three']);
	});

	it('wraps cells where the terminal is narrow, and makes lists of rows where they cannot fit', () => {
		const wide = [...table, `| ${'many words '.repeat(6)} | 6 | y |`];
		for (const row of tableRows(wide, 30, plainStyle) ?? []) expect(textWidth(row)).toBeLessThanOrEqual(30);
		expect(tableRows(table, 16, plainStyle)).toEqual([
			...['Region: North', 'Sum: 1,234', '注: 漢字', ''],
			...['Region: a | b', 'Sum: 5', '注: `x`'],
		]);
		for (const row of tableRows(wide, 10, plainStyle) ?? []) expect(textWidth(row)).toBeLessThanOrEqual(10);
		expect(tableRows(table.slice(0, 2), 16, plainStyle)).toEqual(['Region, Sum, 注']);
		expect(tableRows(['| no table |', 'at all'], 60, plainStyle)).toBeUndefined();
	});
});

/** All rows of a text that came in pieces of so many characters. */
function rowsOf(text: string, size = 7, width = 40): readonly string[] {
	const stream = createStreamText(() => width, colorStyle);
	const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
	return [...pieces.flatMap(stream.push), ...stream.end()];
}

describe('createStreamText()', () => {
	it.each([
		[
			'a longer fence holds a shorter one',
			'````md\n```js\nx\n```\n````\n**b**',
			['```js', 'x', '```'].map(accent),
			[bold('b')],
		],
		['tildes are a fence, too', '~~~\n**x**\n```\n~~~\n**b**', ['**x**', '```'].map(accent), [bold('b')]],
		['code within a line is no fence', '```x``` is code\n**b**', [], [`${accent('x')} is code`, bold('b')]],
		[
			'a fence stands in a list',
			'- one\n\n  ```\n  x\n  ```\n- **b**',
			['- one', '', accent('  x')],
			[`- ${bold('b')}`],
		],
		['what an item goes on with is no code', '1. one\n\n    **b**', ['1. one', ''], [`    ${bold('b')}`]],
		[
			'what goes on with a nested one is none',
			'- a\n    - b\n\n      **c**',
			['- a', '    - b', ''],
			[`      ${bold('c')}`],
		],
		['code stands in an item by four more', '- one\n\n      **b**', ['- one', ''], [accent('      **b**')]],
		[
			'indented lines are code',
			'one\n\n    **b**\n    c\n\nd',
			['one', '', accent('    **b**'), accent('    c'), ''],
			['d'],
		],
		['an indented line in a paragraph is none', 'one\n    **b**', ['one'], [`    ${bold('b')}`]],
		[
			'a table needs no bars at its edges',
			'a | b\n--|--\n1 | 2\n\n**b**',
			[bold('a  b'), dim('─  ─'), '1  2', ''],
			[bold('b')],
		],
		['a bar makes no table', '**a** | b\nc | d', [`${bold('a')} | b`], ['c | d']],
		['a table that is cut off is one', '| a | b |\n|--|--|\n| 1 |', [bold('a  b'), dim('─  ─')], ['1']],
		['marks that are cut off stay', 'so **bo', [], ['so **bo']],
	])('%s', (_what, text, before, after) => {
		const rows = [...before, ...after];
		for (const size of [1, 7, 1000]) expect(rowsOf(text, size)).toEqual(rows);
	});

	it('lets something come between two lines of prose, and above a table that still grows', () => {
		const stream = createStreamText(() => 40, plainStyle);
		stream.push('One line, and ha');
		expect(stream.breakRow()).toEqual(['One line, and ha']);
		expect(stream.push('lf of one\n\n| a | b |\n|--|--|\n| 1 |')).toEqual(['lf of one']);
		expect(stream.breakRow()).toEqual([]);
		stream.push(' 2 |\n| 3 |');
		expect(stream.breakRow()).toEqual([]);
		expect([...stream.push(' 4 |\n'), ...stream.end()]).toEqual(['a  b', '─  ─', '1  2', '3  4']);
	});

	it('sets a line without end as it comes, though a bar is in it', () => {
		const stream = createStreamText(() => 40, plainStyle);
		expect(stream.push(`a | b ${'and words '.repeat(500)}`).length).toBeGreaterThan(100);
	});

	it('fits twenty columns, however deep and wide it is', () => {
		const emoji = '👩‍👩‍👧'.repeat(12);
		const deep = `${' '.repeat(30)}- ${'deep words '.repeat(5)}`;
		const table = `| a | b | c | d |\n|--|--|--|--|\n| ${emoji} | 漢字漢字漢字漢字漢字漢字 | 3 | 4 |`;
		const rows = rowsOf(`- one\n${deep}\n> ${emoji}\n\n${table}\n\n${'漢字'.repeat(30)}`, 7, 20);
		for (const row of rows) expect(textWidth(row)).toBeLessThanOrEqual(20);
		expect(rows.join('').match(/👩‍👩‍👧/gu)).toHaveLength(24);
	});

	it('sets a table when it is whole, and code without its fences', () => {
		const stream = createStreamText(() => 40, colorStyle);
		expect(stream.push('| a | b |\n|---|--:|\n| 1 | 20 |\n')).toEqual([]);
		expect(stream.push('\n```js\n')).toEqual([`${bold('a   b')}`, dim('─  ──'), '1  20']);
		expect(stream.push('x = 1\n```\nDone **now**')).toEqual(['', accent('x = 1')]);
		expect(stream.end()).toEqual([`Done ${bold('now')}`]);
	});
});
