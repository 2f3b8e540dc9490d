import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasMarker, markerLength, markerOf, nonceOf, withoutMarkers } from '../../../src/adapters/discord/marker.ts';

const key = fc.string({ minLength: 1, maxLength: 80 });

describe('markerOf()', () => {
	it('shows nothing: all of it is default-ignorable, and no white space that is trimmed', () => {
		fc.assert(
			fc.property(key, (one) => {
				expect(markerOf(one)).toMatch(/^\p{Default_Ignorable_Code_Point}+$/u);
				expect(markerOf(one).trim()).toHaveLength(markerLength);
			}),
		);
	});

	it('is found in the text that carries it, and no other key is', () => {
		fc.assert(
			fc.property(fc.string(), key, key, (text, one, other) => {
				fc.pre(one !== other);
				expect(hasMarker(`${text}${markerOf(one)}`, one)).toBe(true);
				expect(hasMarker(`${withoutMarkers(text)}${markerOf(one)}`, other)).toBe(false);
			}),
		);
	});

	it('tells keys apart of which one begins the other', () => {
		expect(hasMarker(markerOf('t1/1/message'), 't1/1/mess')).toBe(false);
	});
});

describe('withoutMarkers()', () => {
	it('takes every marker out and leaves everything else', () => {
		const joiner = 'family: 👩\u200d👩\u200d👧, Persian: می\u200cخواهم';
		expect(withoutMarkers(`${joiner}${markerOf('a')} and${markerOf('b')}${markerOf('c')} more`)).toBe(
			`${joiner} and more`,
		);
	});

	it('leaves none, however they stand within each other', () => {
		const piece = fc.oneof(
			key.map(markerOf),
			key.map((one) => `${markerOf(one).slice(0, 1)}${markerOf('inner')}${markerOf(one).slice(1)}`),
			fc.constantFrom('\u2063', '\u2064', 'x'),
		);
		fc.assert(
			fc.property(fc.array(piece), (pieces) => {
				const without = withoutMarkers(pieces.join(''));
				expect(withoutMarkers(without)).toBe(without);
			}),
		);
	});
});

describe('nonceOf()', () => {
	it('has at most 25 characters, and is another one for another key', () => {
		expect(nonceOf('a'.repeat(300))).toHaveLength(25);
		expect(nonceOf('a')).not.toBe(nonceOf('b'));
	});
});
