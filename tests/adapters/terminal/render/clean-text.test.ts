import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLine, cleanText, createTextCleaner } from '../../../../src/adapters/terminal/render/clean-text.ts';
import { piecesOf } from '../pieces-of.ts';

const esc = '\u001b';
/** Text as hostile as it comes: escape sequences whole and cut, controls, marks of direction, halves of characters. */
const nasty = fc
	.array(
		fc.oneof(
			fc.constantFrom(
				`${esc}[31m`,
				`${esc}[`,
				esc,
				`${esc}]0;title\u0007`,
				`${esc}]8;;http://x${esc}\\`,
				`${esc}Pq`,
				'\u009b',
			),
			fc.constantFrom(
				'\r\n',
				'\r',
				'\n',
				'\t',
				'\0',
				'\b',
				'\u007f',
				'\u202e',
				'\u2066',
				'\u200f',
				'\ud83d',
				'\ude00',
				'😀',
			),
			fc.string({ unit: 'binary', maxLength: 5 }),
		),
		{ maxLength: 20 },
	)
	.map((parts) => parts.join(''));

describe('cleanText()', () => {
	it.each([
		['plain text, tab\tand\nnewline stay', 'plain text, tab\tand\nnewline stay'],
		[`${esc}[1;31mred${esc}[0m and ${esc}[2Jgone`, 'red and gone'],
		[`${esc}]0;new title\u0007text`, 'text'],
		[`${esc}]8;;https://example.com${esc}\\link${esc}]8;;${esc}\\`, 'link'],
		[`${esc}(Bx${esc}cy`, 'xy'],
		['a\r\nb\rc', 'a\nb\nc'],
		['nul\0bell\u0007back\b', 'nulbellback'],
		['gpj.\u202efdp', 'gpj.fdp'],
		['half \ud83d one', 'half \ufffd one'],
	])('%j becomes %j', (text, clean) => {
		expect(cleanText(text)).toBe(clean);
	});

	it('leaves no control but newline and tab, no mark of direction, no half of a character', () => {
		fc.assert(
			fc.property(nasty, (text) => {
				const clean = cleanText(text);
				expect(clean).not.toMatch(/[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
				expect(clean.isWellFormed()).toBe(true);
			}),
		);
	});

	it('takes time in proportion to the text, however it is made up', () => {
		const worst = [`${esc}[`, `${esc}]`, `${esc};?`, '[;?#'].map((part) => part.repeat(50_000));
		for (const text of worst) expect(cleanText(text).length).toBeLessThanOrEqual(text.length);
	});
});

describe('cleanLine()', () => {
	it('puts everything on one line', () => {
		fc.assert(fc.property(nasty, (text) => !/[\n\t]/.test(cleanLine(text))));
		expect(cleanLine('  cat <<E\n\tx\nE ')).toBe('cat <<E x E');
	});
});

describe('createTextCleaner()', () => {
	it('gives what the whole text would have given, however it was cut', () => {
		fc.assert(
			fc.property(nasty, fc.array(fc.nat(40), { maxLength: 10 }), (text, lengths) => {
				const cleaner = createTextCleaner();
				const clean = piecesOf(text, lengths).map((piece) => cleaner.push(piece));
				expect(clean.join('') + cleaner.end()).toBe(cleanText(text));
			}),
			{ numRuns: 2000 },
		);
	});
});
