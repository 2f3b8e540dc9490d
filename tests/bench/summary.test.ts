import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summarise } from '../../bench/summary.ts';

describe('summarise()', () => {
	it('keeps the least, the middle and the nearest rank of 95 %', () => {
		const samples = Array.from({ length: 100 }, (_, index) => 100 - index);
		expect(summarise(samples)).toEqual({ runs: 100, min: 1, median: 50.5, p95: 95 });
		expect(summarise([3, 1, 2])).toEqual({ runs: 3, min: 1, median: 2, p95: 3 });
		expect(summarise([7])).toEqual({ runs: 1, min: 7, median: 7, p95: 7 });
	});

	it('orders by number, not by text, and leaves the samples alone', () => {
		const samples = [10, 9, 100];
		expect(summarise(samples).median).toBe(10);
		expect(samples).toEqual([10, 9, 100]);
	});

	it('lies within the samples, in whatever order they come', () => {
		const numbers = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }), {
			minLength: 1,
		});
		fc.assert(
			fc.property(numbers, (samples) => {
				const { min, median, p95 } = summarise(samples);
				expect(min).toBe(Math.min(...samples));
				expect(median).toBeGreaterThanOrEqual(min);
				expect(p95).toBeGreaterThanOrEqual(median);
				expect(samples).toContain(p95);
			}),
		);
	});

	it('refuses to sum up nothing', () => {
		expect(() => summarise([])).toThrow('no samples');
	});
});
