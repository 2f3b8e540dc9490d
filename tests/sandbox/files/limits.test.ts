import { describe, expect, it } from 'vitest';
import { defaultFileLimits, formatBytes, whyTooLarge, whyTooMany } from '../../../src/sandbox/files/limits.ts';

const megabyte = 1024 * 1024;

describe('file limits', () => {
	it.each([
		[0, '0 bytes'],
		[1023, '1023 bytes'],
		[1024, '1 KB'],
		[50 * megabyte, '50 MB'],
		[1.5 * 1024 * megabyte, '1.5 GB'],
		[3 * 1024 ** 5, '3072 TB'],
	])('%d bytes read as %j', (bytes, text) => {
		expect(formatBytes(bytes)).toBe(text);
	});

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
