import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asText, fromText, similarity, toVector } from '../../../../src/agent/tool-sources/search/vectors.ts';

const numbers = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 40 });

describe('vectors', () => {
	it('are the same after a text', () => {
		fc.assert(
			fc.property(numbers, (given) => {
				const vector = toVector(given);
				expect(fromText(asText(vector))).toEqual(vector);
			}),
		);
	});

	it('are like themselves, unlike their opposites, and have no cosine beyond 1', () => {
		fc.assert(
			fc.property(numbers, numbers, (given, other) => {
				const [one, two] = [toVector(given), toVector(other.slice(0, given.length))];
				expect(Math.abs(similarity(one, two))).toBeLessThanOrEqual(1 + 1e-9);
				if (one.some((number) => number !== 0)) {
					expect(similarity(one, one)).toBeCloseTo(1);
					expect(similarity(one, toVector(given.map((number) => -number)))).toBeCloseTo(-1, 1);
				}
			}),
		);
	});

	it('of zeros alone, of numbers that are none, or of two lengths are like nothing', () => {
		expect(similarity(toVector([0, 0]), toVector([1, 0]))).toBe(0);
		expect(similarity(toVector([Number.POSITIVE_INFINITY, 1]), toVector([1, 0]))).toBe(0);
		expect(similarity(toVector([1]), toVector([1, 0]))).toBe(0);
	});
});
