import { describe, expect, it } from 'vitest';
import { defaultFileLimits, whyTooLarge, whyTooMany } from '../../../src/sandbox/files/limits.ts';

describe('file limits', () => {
	it('allow exactly the limit and not a byte more', () => {
		const { fileBytes, turnBytes } = defaultFileLimits;
		expect(whyTooLarge(fileBytes, 0, defaultFileLimits)).toBeUndefined();
		expect(whyTooLarge(fileBytes + 1, 0, defaultFileLimits)).toBe('is larger than 50 MB');
		expect(whyTooLarge(1, turnBytes - 1, defaultFileLimits)).toBeUndefined();
		expect(whyTooLarge(2, turnBytes - 1, defaultFileLimits)).toBe('would bring the files of this turn over 200 MB');
		expect(whyTooMany(19, defaultFileLimits)).toBeUndefined();
		expect(whyTooMany(20, defaultFileLimits)).toBe('is more than the 20 files that one turn may hand back');
	});
});
