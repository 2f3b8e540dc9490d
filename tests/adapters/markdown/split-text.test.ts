import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitText } from '../../../src/adapters/markdown/split-text.ts';
import { fenceSoup, leavesFenceOpen, markdownText, wordsIn } from '../../support/markdown-samples.ts';

const limit = fc.integer({ min: 200, max: 900 });

describe('splitText()', () => {
	it('keeps every piece within the limit, and all words in order', () => {
		fc.assert(
			fc.property(markdownText, limit, (text, most) => {
				const pieces = splitText(text, most);
				expect(Math.max(0, ...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(most);
				expect(pieces.flatMap(wordsIn)).toEqual(wordsIn(text));
			}),
		);
	});

	it('leaves no fence open in any piece', () => {
		fc.assert(
			fc.property(markdownText, limit, (text, most) => {
				expect(splitText(text, most).filter(leavesFenceOpen)).toEqual([]);
			}),
		);
	});

	it('holds what is code in code, and what is prose in prose', () => {
		const text = `before\n\n${'```py\n'}${'x = 1\n'.repeat(100)}${'```'}\n\nafter`;
		const pieces = splitText(text, 300);
		expect(pieces.slice(1, -1).every((piece) => /^```py\n(x = 1\n)+```$/.test(piece))).toBe(true);
		expect(pieces.at(-1)).toMatch(/```\n\nafter$/);
		expect(pieces.join('').match(/x = 1/g)).toHaveLength(100);
	});

	it('keeps to the limit whatever the text is, and halves no character', () => {
		const any = fc.oneof(fenceSoup, fc.string({ unit: 'grapheme', maxLength: 1000 }), fc.string({ maxLength: 2000 }));
		fc.assert(
			fc.property(fc.array(any, { maxLength: 4 }), limit, (parts, most) => {
				const text = parts.join('\n');
				const pieces = splitText(text, most);
				expect(pieces.every((piece) => piece.length <= most && piece.trim() !== '')).toBe(true);
				expect(pieces.every((piece) => piece.isWellFormed())).toBe(text.isWellFormed());
			}),
		);
	});

	it('cuts between paragraphs where it can', () => {
		const paragraphs = ['a', 'b', 'c'].map((letter) => `${letter} `.repeat(60).trim());
		expect(splitText(paragraphs.join('\n\n'), 250)).toEqual([`${paragraphs[0]}\n\n${paragraphs[1]}`, paragraphs[2]]);
	});

	it('cuts between lines, else between words, else anywhere', () => {
		const lines = ['a', 'b', 'c'].map((letter) => letter.repeat(90));
		expect(splitText(lines.join('\n'), 200)).toEqual([`${lines[0]}\n${lines[1]}`, lines[2]]);
		expect(splitText('word '.repeat(100), 200).every((piece) => /^(word ?)+$/.test(piece))).toBe(true);
		expect(splitText('x'.repeat(1000), 200).join('')).toBe('x'.repeat(1000));
		expect(splitText(`x${'😀'.repeat(500)}`, 201).filter((piece) => !piece.isWellFormed())).toEqual([]);
	});

	it('puts a fence that would be cut into the next piece whole, where it fits', () => {
		const prose = 'prose '.repeat(25).trim();
		const fence = `\`\`\`js\n${'code;\n'.repeat(20)}\`\`\``;
		expect(splitText(`${prose}\n\n${fence}`, 250)).toEqual([prose, fence]);
	});

	it('opens a fence of a list again without the indentation', () => {
		const text = `- step\n\n  \`\`\`sh\n${'  echo 1\n'.repeat(60)}  \`\`\`\n\nend`;
		const [, second] = splitText(text, 300);
		expect(second).toMatch(/^```sh\necho 1\n/);
	});

	it('opens a fence of a quote again within the quote', () => {
		const text = `> \`\`\`sh\n${'> echo 1\n'.repeat(60)}> \`\`\``;
		const pieces = splitText(text, 300);
		expect(pieces.every((piece) => piece.startsWith('> ```sh\n> echo 1') && piece.endsWith('\n> ```'))).toBe(true);
	});

	it('takes no code for the end of its fence, and no prose for code after the quote around it', () => {
		const code = `\`\`\`\n      \`\`\`\n${'code\n'.repeat(60)}\`\`\``;
		expect(splitText(code, 200).filter((piece) => !/^```\n[\s\S]*\ncode\n```$/.test(piece))).toEqual([]);
		const [, ...prose] = splitText(`> \`\`\`\n> code\n\n${'prose '.repeat(100)}`, 200);
		expect(prose.filter((piece) => piece.includes('```'))).toEqual([]);
	});

	it('leaves no fence empty', () => {
		const [first] = splitText(`\`\`\`js ${'x'.repeat(80)}\n${'code '.repeat(100)}\n\`\`\``, 200);
		expect(first).toContain('code');
	});

	it('cuts no row of a table', () => {
		const rows = Array.from({ length: 30 }, (_, at) => `| row ${at} | ${'cell '.repeat(6)}|`);
		const text = ['| a | b |', '| --- | --- |', ...rows].join('\n');
		expect(splitText(text, 400).flatMap((piece) => piece.split('\n'))).toEqual(text.split('\n'));
	});

	it('closes a fence that the text leaves open', () => {
		expect(splitText('```js\nx', 200)).toEqual(['```js\nx\n```']);
		expect(splitText('````\n```\nx', 200)).toEqual(['````\n```\nx\n````']);
	});

	it('has no pieces for a text without words', () => {
		expect(splitText(' \n\n ', 200)).toEqual([]);
	});

	it('refuses a limit without room for a fence', () => {
		expect(() => splitText('x', 100)).toThrow(RangeError);
	});

	it('takes time in proportion to the text', () => {
		for (const part of ['a ', '- ', '> ', '`', ' ', '\n', '| ', '```\n', '1. ']) {
			const started = performance.now();
			splitText(part.repeat(100_000), 4000);
			expect(performance.now() - started, JSON.stringify(part)).toBeLessThan(2000);
		}
	});
});
