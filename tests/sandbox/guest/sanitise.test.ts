import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTextReader, headOf, sanitise, sanitiseLine, tailOf } from '../../../src/sandbox/guest/sanitise.ts';

const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) });
const hostileText = fc.string({
	unit: fc.constantFrom('a', '\r', '\n', '\x1b', '\u202e', '\ufeff', '\u{e0041}', 'ä', '😀', '\0'),
});
const text = fc.oneof(anyText, hostileText, fc.string({ unit: 'binary' }));

describe('sanitise()', () => {
	it.each([
		['plain\ttext\n', 'plain\ttext\n'],
		['\x1b[31mred\x1b[0m', '\\x1b[31mred\\x1b[0m'],
		['a\0b\x7fc\x9bd', 'a\\x00b\\x7fc\\x9bd'],
		['one\r\ntwo\rthree', 'one\ntwo\nthree'],
		['abc\u202edef\u2066', 'abc\\u202edef\\u2066'],
		['hidden\u{e0041}', 'hidden\\u{e0041}'],
		['half \ud83d', 'half \ufffd'],
		['none \uffff', 'none \ufffd'],
		['👩‍👩‍👧 می‌خواهم', '👩‍👩‍👧 می‌خواهم'],
	])('makes %j into %j', (raw, shown) => {
		expect(sanitise(raw)).toBe(shown);
	});

	it('leaves no control, direction or half character, whatever comes', () => {
		fc.assert(
			fc.property(text, (raw) => {
				const shown = sanitise(raw);
				expect(shown.isWellFormed()).toBe(true);
				expect(shown).not.toMatch(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\u200e\u200f\u2028\u2029\ufeff]/u);
			}),
		);
	});

	it('changes nothing the second time', () => {
		fc.assert(
			fc.property(text, (raw) => {
				expect(sanitise(sanitise(raw))).toBe(sanitise(raw));
			}),
		);
	});

	it('keeps one line one line', () => {
		fc.assert(
			fc.property(text, (raw) => {
				expect(sanitiseLine(raw)).not.toMatch(/[\n\r\t]/);
			}),
		);
	});
});

describe('createTextReader()', () => {
	it('reads the same text however the bytes are cut', () => {
		fc.assert(
			fc.property(
				fc.oneof(
					fc.uint8Array(),
					text.map((raw) => Buffer.from(raw)),
				),
				fc.array(fc.nat(40)),
				(bytes, cuts) => {
					const whole = createTextReader();
					const parts = createTextReader();
					let pieces = '';
					let rest = Uint8Array.from(bytes);
					for (const cut of cuts) {
						pieces += parts.push(rest.subarray(0, cut));
						rest = rest.subarray(cut);
					}
					pieces += parts.push(rest) + parts.end();
					expect(pieces).toBe(whole.push(Uint8Array.from(bytes)) + whole.end());
				},
			),
		);
	});

	it('shows bytes that are no UTF-8 as replacement characters', () => {
		const reader = createTextReader();
		expect(reader.push(Buffer.from([0x61, 0xff, 0xc3])) + reader.end()).toBe('a\ufffd\ufffd');
	});
});

describe('headOf() and tailOf()', () => {
	it('never split a character and never give more than asked', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (whole, length) => {
				for (const part of [headOf(whole, length), tailOf(whole, length)]) {
					expect(part.isWellFormed()).toBe(true);
					expect(part.length).toBeLessThanOrEqual(length);
					expect(part.length).toBeGreaterThanOrEqual(Math.min(whole.length, length) - 1);
				}
			}),
		);
	});
});
