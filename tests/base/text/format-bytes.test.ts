import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatBytes } from '../../../src/base/text/format-bytes.ts';

const megabyte = 1024 ** 2;

describe('formatBytes()', () => {
	it.each([
		[0, '0 bytes'],
		[1, '1 byte'],
		[1023, '1023 bytes'],
		[1024, '1 KB'],
		[1229, '1.2 KB'],
		[10_189, '10 KB'],
		[megabyte - 1, '1 MB'],
		[50 * megabyte, '50 MB'],
		[1.5 * 1024 * megabyte, '1.5 GB'],
		[3 * 1024 ** 5, '3072 TB'],
	])('writes %d as %j', (bytes, text) => {
		expect(formatBytes(bytes)).toBe(text);
	});

	it('is at most a twentieth off, and shows at most four digits', () => {
		const scale: Readonly<Record<string, number>> = { bytes: 1, byte: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 1024 ** 4 - 1024 ** 3 }), (bytes) => {
				const [number = '', unit = ''] = formatBytes(bytes).split(' ');
				expect(number).toMatch(/^\d(\.\d)?$|^\d{2,4}$/);
				const shown = Number(number) * (scale[unit] ?? Number.NaN);
				expect(Math.abs(shown - bytes)).toBeLessThanOrEqual(bytes / 20);
			}),
		);
	});
});
