import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokensOf } from '../../../src/gateway/dialects/read/estimate.ts';

const prose = 'The quick brown fox jumps over the lazy dog, and nobody knows why it does so again and again. '.repeat(
	50,
);
const code = JSON.stringify(
	'\tif (found === undefined) return await answerWhole(answering, { status: 404 });\n'.repeat(50),
);

describe('tokensOf()', () => {
	it.each([
		['prose', prose],
		['code', code],
	])('takes %s for a third of its bytes, or little more', (_, text) => {
		expect(tokensOf(text, 0) / text.length).toBeGreaterThanOrEqual(1 / 3);
		expect(tokensOf(text, 0) / text.length).toBeLessThan(0.42);
	});

	it.each([
		['digits between letters', 'a1b2c3d4', 0.37],
		['digits', '8301947265', 0.6],
		['rare signs', '~^|}`{@#', 0.6],
		['letters in both sizes', 'xQzJvKwB', 0.33],
		['emoji', '🜂🝆🜚🜍', 1.2],
		['a rare script', 'ꔀꔁꔂꔃ', 1.8],
	])('takes %s for more', (_, piece, least) => {
		const text = piece.repeat(1_000);
		expect(tokensOf(text, 0) / text.length).toBeGreaterThanOrEqual(least);
	});

	it('counts no inline file, with line breaks or without, and no more than it has', () => {
		const file = 'iVBORw0KGgo4'.repeat(1_000);
		const wrapped = file.replaceAll(/.{76}/g, '$&\\r\\n');
		for (const one of [file, wrapped]) {
			const body = `{"data":"${one}","text":"${prose}"}`;
			expect(tokensOf(body, file.length)).toBeLessThan(tokensOf(prose, 0) + 400);
			expect(tokensOf(`${body}${file}`, file.length)).toBeGreaterThan(tokensOf(prose, 0) + file.length / 3 - 1);
		}
	});

	it('is never below a third of the bytes that are no file', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
				expect(tokensOf(text, 0)).toBeGreaterThanOrEqual(Buffer.byteLength(text) / 3);
			}),
		);
	});
});
