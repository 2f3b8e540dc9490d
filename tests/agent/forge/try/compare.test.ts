import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceOf, isSame } from '../../../../src/agent/forge/try/compare.ts';

describe('differenceOf', () => {
	it.each<[string, unknown, unknown]>([
		['fields beside those that are expected', { a: 1 }, { a: 1, b: 2 }],
		['the same below', { a: [{ b: 'x' }] }, { a: [{ b: 'x', c: 1 }] }],
		['numbers that differ by less than a millionth', { a: 0.3 }, { a: 0.1 + 0.2 }],
		['large numbers that differ by less than a millionth of them', { a: 1e12 }, { a: 1e12 + 1000 }],
		['a whole number as a fraction', { a: 2 }, { a: 2.0 }],
		['nothing', {}, { a: 1 }],
	])('takes %s', (_, expected, got) => {
		expect(differenceOf(expected, got)).toBeUndefined();
	});

	it.each<[string, unknown, unknown, string]>([
		['another number', { a: { b: 1 } }, { a: { b: 1.00001 } }, 'a.b: expected 1, got 1.00001'],
		['a missing field', { a: 1 }, { b: 1 }, 'a: expected 1, but it is missing'],
		['a field that only the prototype has', { toString: 1 }, {}, 'toString: expected 1, but it is missing'],
		['a longer list', { a: [1] }, { a: [1, 2] }, 'a: expected 1 items, got 2: [1] and [1,2]'],
		['another order', { a: ['x', 'y'] }, { a: ['y', 'x'] }, 'a[0]: expected "x", got "y"'],
		['a number as text', { a: 1 }, { a: '1' }, 'a: expected 1, got "1"'],
		['null for nothing', { a: null }, { a: 0 }, 'a: expected null, got 0'],
		['an object for a list', { a: [] }, { a: {} }, 'a: expected [], got {}'],
		['true for one', { a: true }, { a: 1 }, 'a: expected true, got 1'],
	])('names %s', (_, expected, got, difference) => {
		expect(differenceOf(expected, got)).toBe(difference);
	});

	it('finds none between a value and itself, and none after something was added', () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue()), (value, more) => {
				expect(differenceOf(value, JSON.parse(JSON.stringify(value)))).toBeUndefined();
				expect(differenceOf({ value }, { ...more, value })).toBeUndefined();
			}),
		);
	});

	it('finds one wherever a leaf was changed', () => {
		const leaf = fc.oneof(fc.string(), fc.boolean(), fc.constant(null));
		fc.assert(
			fc.property(fc.array(fc.oneof(fc.string(), fc.nat(3)), { maxLength: 5 }), leaf, (path, value) => {
				const around = (inner: unknown): unknown =>
					path.reduce<unknown>(
						(all, step) => (typeof step === 'number' ? [...Array(step).fill(0), all] : { [`k${step}`]: all }),
						inner,
					);
				expect(differenceOf(around(value), around({ changed: true }))).toContain('got {"changed":true}');
			}),
		);
	});
});

describe('isSame', () => {
	it('asks for the same in every place, whatever the order of keys', () => {
		expect(isSame({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
		expect(isSame({ a: 1 }, { a: 1, b: 2 })).toBe(false);
		expect(isSame({ a: 0.1 + 0.2 }, { a: 0.3 })).toBe(false);
		fc.assert(fc.property(fc.jsonValue(), (value) => isSame(value, JSON.parse(JSON.stringify(value)))));
	});
});
