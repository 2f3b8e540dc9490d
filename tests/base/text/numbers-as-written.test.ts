import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asItIsWritten } from '../../../src/base/text/numbers-as-written.ts';

describe('asItIsWritten', () => {
	it.each([
		['{"a": 3.0}', '{"a":3.0}'],
		['[-0.0, 1e22, 1E5, 12345678901234567890, 0.1, 3]', '[-0.0,1e22,1E5,12345678901234567890,0.1,3]'],
		['{"text": "3.0 and 12345678901234567890"}', '{"text":"3.0 and 12345678901234567890"}'],
		['3.00', '3.00'],
	])('writes %s again as %s', (text, again) => {
		expect(JSON.stringify(asItIsWritten(text))).toBe(again);
	});

	it('changes nothing but numbers', () => {
		fc.assert(
			fc.property(fc.json(), (text) => {
				expect(JSON.parse(JSON.stringify(asItIsWritten(text)))).toEqual(JSON.parse(text));
			}),
		);
	});

	it('throws where JSON.parse does', () => {
		expect(() => asItIsWritten('{"a": 3.0')).toThrow(SyntaxError);
	});
});
