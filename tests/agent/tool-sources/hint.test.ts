import { describe, expect, it } from 'vitest';
import { closest, hintOf } from '../../../src/agent/tool-sources/hint.ts';

describe('closest()', () => {
	it('finds the name with the fewest letters to change', () => {
		const known = ['sum_by_column', 'sum_by_row', 'count_words'];
		expect(closest('sum_by_colum', known)).toBe('sum_by_column');
		expect(closest('sum_by_rwo', known)).toBe('sum_by_row');
	});

	it('finds none that is quite another', () => {
		expect(closest('transcribe', ['sum_by_column', 'count_words'])).toBeUndefined();
		expect(closest('x', [])).toBeUndefined();
	});
});

describe('hintOf()', () => {
	it('answers a bare name with a bare name, and one with its category whole', () => {
		expect(hintOf('sum_colum', ['tables/sum_column'])).toBe(' Did you mean sum_column?');
		expect(hintOf('table/sum_column', ['tables/sum_column'])).toBe(' Did you mean tables/sum_column?');
	});

	it('lists at most ten where none is close, and says nothing where there is none', () => {
		const many = Array.from({ length: 12 }, (_, index) => `tables/tool_${index}`);
		expect(hintOf('transcribe', many)).toMatch(/^ There is tables\/tool_0, .*tables\/tool_9, and 2 more\.$/);
		expect(hintOf('transcribe', [])).toBe('');
	});
});
