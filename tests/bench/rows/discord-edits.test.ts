import { describe, expect, it } from 'vitest';
import { mostAtOnce } from '../../../bench/rows/discord-edits.ts';

const at = (...seconds: readonly number[]) => seconds.map((second) => ({ at: second * 1000 }));

describe('mostAtOnce()', () => {
	it('counts the calls of the busiest five seconds, wherever they begin', () => {
		expect(mostAtOnce(at(0, 4, 5, 6, 8.9, 20))).toBe(4);
		expect(mostAtOnce(at(0, 5, 10))).toBe(1);
	});

	it('finds none where there are none', () => {
		expect(mostAtOnce([])).toBe(0);
	});
});
