import { describe, expect, test } from 'vitest';
import { groupDigits } from '../../../src/base/text/group-digits.ts';

describe('groupDigits', () => {
	test.each([
		[0, '0'],
		[999, '999'],
		[1_000, '1,000'],
		[123_456, '123,456'],
		[1_234_567, '1,234,567'],
		[-1_000, '-1,000'],
	])('%d is "%s"', (count, text) => {
		expect(groupDigits(count)).toBe(text);
	});
});
