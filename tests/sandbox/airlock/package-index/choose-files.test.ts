import { describe, expect, test } from 'vitest';
import { type Choice, chooseFiles, type FileRule } from '../../../../src/sandbox/airlock/package-index/choose-files.ts';
import type { IndexFile } from '../../../../src/sandbox/airlock/package-index/pages/read-page.ts';

const dayMs = 86_400_000;
const now = Date.parse('2024-06-30T12:00:00Z');
const week: FileRule = { leastAgeMs: 7 * dayMs, undated: false, only: undefined };
const sha256 = 'ab'.repeat(32);

function wheel(version: string, days: number | undefined, more: Partial<IndexFile> = {}): IndexFile {
	const filename = `humanize-${version}-py3-none-any.whl`;
	const uploadedAt = days === undefined ? undefined : now - days * dayMs;
	const url = new URL(`https://files.example/${filename}`);
	const rest = { yanked: false, requiresPython: undefined, metadata: { kind: 'none' } } as const;
	return { filename, url, sha256, uploadedAt, ...rest, ...more };
}

function choose(files: readonly IndexFile[], rule = week): Choice {
	return chooseFiles('humanize', files, rule, now);
}

describe('of a page', () => {
	test('wheels that are old enough are left, to the hour', () => {
		expect(choose([wheel('4.8', 7), wheel('4.9', 6.99)])).toMatchObject({
			kind: 'some',
			wheels: [{ name: 'humanize', version: '4.8' }],
			withheld: 'humanize 4.9 is 6 days old; at least 7 are asked for',
		});
	});

	test('a late wheel of an old version is left out without a word', () => {
		const late = wheel('4.7', 3);
		expect(choose([wheel('4.9', 2), late])).toMatchObject({
			reason: expect.stringContaining('humanize 4.9 is 2 days'),
		});
		expect(choose([wheel('4.8', 9), late])).toMatchObject({ kind: 'some', withheld: expect.any(String) });
		expect(choose([wheel('4.8', 9)])).toMatchObject({ kind: 'some', withheld: undefined });
	});

	test.each([
		[[wheel('4.99', 2)], 'humanize 4.99 is 2 days old; at least 7 are asked for'],
		[[wheel('4.99', 1.5)], 'humanize 4.99 is 1 day old; at least 7 are asked for'],
		[[wheel('4.99', -3)], 'humanize 4.99 is less than 1 day old; at least 7 are asked for'],
		[[wheel('4.9', 30, { yanked: true })], 'humanize was taken back by its authors (yanked)'],
		[[wheel('4.9', 30, { sha256: undefined })], 'humanize has wheels in the index, but without their SHA-256'],
		[[wheel('4.9', 30, { filename: 'humanize-4.9.tar.gz' })], 'humanize has only source distributions, no wheel'],
		[
			[wheel('4.9', 30, { filename: 'other-4.9-py3-none-any.whl' })],
			'humanize has only source distributions, no wheel',
		],
		[[], 'humanize has no files in the index'],
	])('nothing is left, and it is said why (%#)', (files, reason) => {
		expect(choose(files)).toEqual({ kind: 'nothing', reason });
	});

	test('files of unknown age are asked about where nothing else is left', () => {
		const unknown = wheel('4.9', undefined);
		expect(choose([unknown])).toEqual({ kind: 'undated' });
		expect(choose([unknown, wheel('5.0', 2)])).toEqual({ kind: 'undated' });
		expect(choose([unknown, wheel('4.8', 30)])).toMatchObject({ kind: 'some', wheels: [{ version: '4.8' }] });
		expect(choose([unknown], { ...week, undated: true })).toMatchObject({ kind: 'some' });
		expect(choose([unknown], { ...week, leastAgeMs: 0 })).toMatchObject({ kind: 'some' });
	});

	test('a lock leaves its own files and no other', () => {
		const other = wheel('4.8', 30, { sha256: 'cd'.repeat(32) });
		const lock = { leastAgeMs: 0, undated: true, only: new Set([sha256]) };
		expect(choose([other, wheel('4.9', 1)], lock)).toMatchObject({ kind: 'some', wheels: [{ version: '4.9' }] });
		expect(choose([other], lock)).toMatchObject({
			kind: 'nothing',
			reason: expect.stringContaining('SHA-256 of the lock'),
		});
		expect(choose([other, wheel('4.9', 1, { yanked: true })], lock)).toMatchObject({ kind: 'nothing' });
	});
});
