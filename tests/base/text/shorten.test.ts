import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shorten } from '../../../src/base/text/shorten.ts';

it('a text is cut by characters, whatever they are made of', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.integer({ min: 1, max: 20 }), (text, length) => {
			const characters = [...text];
			const cut = `${characters.slice(0, length - 1).join('')}…`;
			expect(shorten(text, length)).toBe(characters.length <= length ? text : cut);
		}),
	);
});
