import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStreamText } from '../../../../src/adapters/terminal/render/stream-text.ts';
import { plainStyle } from '../../../../src/adapters/terminal/render/style.ts';
import {
	cutToWidth,
	hardWrap,
	textWidth,
	wordWrap,
	wrapColumns,
} from '../../../../src/adapters/terminal/render/text-width.ts';
import { piecesOf } from '../pieces-of.ts';

const text = fc.string({ unit: fc.constantFrom(...'ab  ü漢字🎉é́👩‍👩‍👧-'), maxLength: 60 });

describe('textWidth()', () => {
	it.each([
		['abc', 3],
		['漢字', 4],
		['🎉', 2],
		['👩‍👩‍👧', 2],
		['e\u0301', 1],
		['\u001b[1mbold\u001b[22m', 4],
		['✓ →', 3],
	])('%j takes %i columns', (line, width) => {
		expect(textWidth(line)).toBe(width);
	});
});

describe('cutToWidth()', () => {
	it('keeps what fits and never takes more', () => {
		fc.assert(
			fc.property(text, fc.integer({ min: 2, max: 30 }), (line, width) => {
				const cut = cutToWidth(line, width);
				expect(textWidth(cut)).toBeLessThanOrEqual(width);
				if (textWidth(line) <= width) expect(cut).toBe(line);
			}),
		);
	});
});

describe('hardWrap() and wordWrap()', () => {
	it('lose nothing and make no row too wide', () => {
		fc.assert(
			fc.property(text, fc.integer({ min: 6, max: 30 }), (line, width) => {
				for (const rows of [hardWrap(line, width), wordWrap(line, width), wrapColumns(line, width)])
					for (const row of rows) expect(textWidth(row)).toBeLessThanOrEqual(width);
				expect(hardWrap(line, width).join('')).toBe(line);
				expect(wordWrap(line, width).join('').replace(/\s/g, '')).toBe(line.replace(/\s/g, ''));
			}),
		);
	});

	it('set list items with their later rows under their text', () => {
		expect(wordWrap('- one two three four', 10)).toEqual(['- one two', '  three', '  four']);
	});
});

describe('wrapColumns()', () => {
	it.each([
		[
			'  /mode [a|b]  Say whether it waits',
			['  /mode [a|b]  Say', '               whether', '               it waits'],
		],
		['  id-1  just now  Totals per region', ['  id-1  just now', '        Totals per', '        region']],
		['  Cannot be done, for now', ['  Cannot be done, for', '  now']],
	])('sets later rows of %j below its last column', (line, rows) => {
		expect(wrapColumns(line, 23)).toEqual(rows);
	});
});

describe('createStreamText()', () => {
	const words = fc.string({ unit: fc.constantFrom(...'abc   \n\n-`|漢', '```', '    '), maxLength: 200 });

	/** The rows that a text gives when it comes in these pieces. */
	function rowsOf(pieces: readonly string[]): readonly string[] {
		const stream = createStreamText(() => 20, plainStyle);
		return [...pieces.flatMap((piece) => [...stream.push(piece)]), ...stream.end()];
	}

	it('sets the same rows however the text was cut', () => {
		fc.assert(
			fc.property(words, fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 40 }), (whole, lengths) => {
				expect(rowsOf(piecesOf<string>(whole, lengths))).toEqual(rowsOf([whole]));
			}),
		);
	});

	it('wraps prose at words, and leaves code as it is', () => {
		const code = 'a_long_line_of_code(with, many, arguments)';
		const table = '| no table | as it has no rule |';
		expect(rowsOf([`Prose that is wider than it may be\n\n\`\`\`\n${code}\n\`\`\`\n${table}\n`])).toEqual([
			'Prose that is wider',
			'than it may be',
			'',
			'```',
			code,
			'```',
			'| no table | as it',
			'has no rule |',
		]);
	});

	it('wraps prose at words however much of it comes at once', () => {
		const whole = `Hello there. ${'every word of it counts '.repeat(100)}`;
		const rows = rowsOf([whole]);
		expect(rows).toEqual(rowsOf(piecesOf<string>(whole, [7])));
		expect(rows.slice(0, 3)).toEqual(['Hello there. every', 'word of it counts', 'every word of it']);
		expect(rows.filter((row) => textWidth(row) > 20)).toEqual([]);
	});

	it('cuts code without end into rows, and what comes after it is set as if it had not been cut', () => {
		const endless = 'x'.repeat(1000);
		expect(
			rowsOf([`\`\`\`\n${endless}`, `\`\`\` no fence\n${endless.slice(0, 30)}\n\`\`\`\nProse that is wider than it\n`]),
		).toEqual([
			'```',
			...[400, 400].map((length) => 'x'.repeat(length)),
			`${'x'.repeat(200)}\`\`\` no fence`,
			'x'.repeat(30),
			'```',
			'Prose that is wider',
			'than it',
		]);
	});

	it('takes no fence for one in the middle of a line that was begun', () => {
		const whole = 'Prose as wide as 20 ```js is\nno beginning of code, so it is wrapped';
		expect(rowsOf([...whole])).toEqual(rowsOf([whole]));
		expect(rowsOf([whole])).toContain('no beginning of');
	});

	it('says what a whole message has beyond what was streamed', () => {
		const stream = createStreamText(() => 80, plainStyle);
		stream.push('Hello, ');
		expect(stream.missing('Hello, world\n')).toBe('world\n');
		stream.push('world\n');
		expect(stream.missing('Hello, world')).toBe('');
		expect(stream.missing('Something else')).toBeUndefined();
	});
});
