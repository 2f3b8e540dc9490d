import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStreamText } from '../../../src/adapters/terminal/stream-text.ts';
import { cutToWidth, hardWrap, textWidth, wordWrap } from '../../../src/adapters/terminal/text-width.ts';
import { piecesOf } from './pieces-of.ts';

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
				for (const rows of [hardWrap(line, width), wordWrap(line, width)])
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

describe('createStreamText()', () => {
	const words = fc.string({ unit: fc.constantFrom(...'abc   \n\n-`|漢', '```', '    '), maxLength: 200 });

	/** The rows that a text gives when it comes in these pieces. */
	function rowsOf(pieces: readonly string[]): readonly string[] {
		const stream = createStreamText(() => 20);
		return [...pieces.flatMap((piece) => [...stream.push(piece)]), ...stream.breakRow()];
	}

	it('sets the same rows however the text was cut', () => {
		fc.assert(
			fc.property(words, fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 40 }), (whole, lengths) => {
				expect(rowsOf(piecesOf<string>(whole, lengths))).toEqual(rowsOf([whole]));
			}),
		);
	});

	it('wraps prose at words, and leaves code and tables as they are', () => {
		const code = 'a_long_line_of_code(with, many, arguments)';
		const table = '| a table | with wide | rows |';
		expect(rowsOf([`Prose that is wider than it may be\n\n\`\`\`\n${code}\n\`\`\`\n${table}\n`])).toEqual([
			'Prose that is wider',
			'than it may be',
			'',
			'```',
			code,
			'```',
			table,
		]);
	});

	it('says what a whole message has beyond what was streamed', () => {
		const stream = createStreamText(() => 80);
		stream.push('Hello, ');
		expect(stream.missing('Hello, world\n')).toBe('world\n');
		stream.push('world\n');
		expect(stream.missing('Hello, world')).toBe('');
		expect(stream.missing('Something else')).toBeUndefined();
	});
});
