import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StaleLeaseError } from '../../../src/base/errors.ts';
import type { Step } from '../../../src/store/journal.ts';
import { partsOf } from '../../../src/store/session/journal-close.ts';
import { openJournalFile } from '../../../src/store/session/journal-file.ts';
import type { Lease } from '../../../src/store/store.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { type JournalFile, notice, openJournal, textsOf } from './notices.ts';

function lease(token = 1): Lease {
	return { session: 's', token };
}

const letters = (count: number) => Array.from({ length: count }, (_, at) => `text ${at + 1}`);

/** Runs a test on a journal of ten entries, with parts closed after these. */
async function onClosed(
	closedAt: readonly number[],
	test: (journal: JournalFile, path: string) => Promise<void>,
): Promise<void> {
	await using dir = await tempDir();
	const path = join(dir.path, 'journal.jsonl');
	await using journal = openJournal(path);
	for (const text of letters(10)) await journal.append(lease(), notice(text));
	for (const seq of closedAt) await journal.closeSegment(lease(), seq);
	await test(journal, path);
}

async function namesBeside(path: string): Promise<readonly string[]> {
	return (await readdir(dirname(path))).sort();
}

const firstPart = 'journal-0000000001.jsonl.zst';
const secondPart = 'journal-0000000005.jsonl.zst';

describe('a closed part of a journal', () => {
	it('stands beside it, compressed, and is found where somebody asks for what is in it', () =>
		onClosed([4, 7], async (journal, path) => {
			expect(await namesBeside(path)).toEqual([firstPart, secondPart, 'journal.jsonl']);
			expect((await readFile(path, 'utf8')).trim().split('\n')).toHaveLength(3);
			for (const one of [journal, openJournal(path)])
				for (const seq of [0, 1, 3, 4, 5, 7, 8, 10]) expect(await textsOf(one, seq)).toEqual(letters(10).slice(seq));
			expect((await journal.append(lease(2), notice('next'))).seq).toBe(11);
			await expect(openJournal(path).after(12)).rejects.toThrow('expected entry 12, but the last one is 11');
		}));

	it('never holds the last entry, and is none where there is nothing to close', () =>
		onClosed([10, 10, 3], async (journal, path) => {
			expect(await namesBeside(path)).toEqual([firstPart, 'journal.jsonl']);
			expect((await openJournal(path).after(0)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
			await journal.append(lease(), notice('11'));
			await expect(journal.closeSegment(lease(0), 11)).rejects.toBeInstanceOf(StaleLeaseError);
			await expect(journal.closeSegment({ session: 'other', token: 9 }, 11)).rejects.toThrow(TypeError);
		}));

	it('is not worth a file while it is small', async () => {
		await using dir = await tempDir();
		const path = join(dir.path, 'journal.jsonl');
		await using journal = openJournalFile({ path, session: 's', now: Date.now });
		for (const text of [...letters(9), 'x'.repeat(70_000), 'last']) await journal.append(lease(), notice(text));
		await journal.closeSegment(lease(), 9);
		expect(await namesBeside(path)).toEqual(['journal.jsonl']);
		await journal.closeSegment(lease(), 11);
		expect(await namesBeside(path)).toEqual([firstPart, 'journal.jsonl']);
	});

	it('is bounded: whoever reads one has all of it in memory', () => {
		expect(partsOf([0, 10, 20, 30, 70, 75], 5, 25)).toEqual([
			[0, 2],
			[2, 3],
			[3, 4],
			[4, 5],
		]);
	});

	it('is not read for loading what comes behind it, whatever became of it', () =>
		onClosed([4, 7], async (_journal, path) => {
			const part = join(dirname(path), firstPart);
			const bytes = await readFile(part);
			for (const damaged of [Buffer.from('no zstd'), bytes.subarray(0, 30), Buffer.alloc(0)]) {
				await writeFile(part, damaged);
				await using again = openJournal(path);
				expect(await textsOf(again, 7)).toEqual(letters(10).slice(7));
				expect(await textsOf(again, 5)).toEqual(letters(10).slice(5));
				// What can be read is found, and what stands behind the damage.
				const found = await textsOf(again);
				expect(found.slice(-6)).toEqual(letters(10).slice(4));
				expect(await again.highestLease()).toBe(1);
			}
			await rm(part);
			expect(await textsOf(openJournal(path))).toEqual(letters(10).slice(4));
		}));

	it('gives its number and lease to an open file that was lost', () =>
		onClosed([4, 7], async (journal, path) => {
			await journal.append(lease(5), notice('11'));
			await journal.closeSegment(lease(5), 10);
			await rm(path);
			await using again = openJournal(path);
			expect(await again.highestLease()).toBe(1);
			await expect(again.after(11)).rejects.toThrow('the last one is 10');
			expect((await again.append(lease(6), notice('new'))).seq).toBe(11);
			expect(await textsOf(openJournal(path), 9)).toEqual(['text 10', 'new']);
		}));

	it('leaves lines, and what is mended, numbered as they are', () =>
		onClosed([4, 7], async (_journal, path) => {
			await writeFile(path, (await readFile(path, 'utf8')).replace('"text 9"', '9'));
			await using again = openJournal(path);
			await expect(again.after(7)).rejects.toMatchObject({ file: path, field: 'line 2: step.text' });
			expect(await again.repair()).toMatch(/^journal\.jsonl\.damaged-/);
			expect(await textsOf(again)).toEqual(letters(8));
			expect((await again.append(lease(), notice('new'))).seq).toBe(9);
		}));

	it('is rewritten with the rest', () =>
		onClosed([4, 7], async (journal, path) => {
			const change = (step: Step): Step =>
				step.type === 'notice' && step.text.endsWith('3') ? { ...step, text: 'gone' } : step;
			const before = await journal.after(0);
			await journal.rewrite(lease(2), change);
			const after = before.map((entry) => ({ ...entry, step: change(entry.step) }));
			expect(await journal.after(0)).toEqual(after);
			expect(await openJournal(path).after(0)).toEqual(after);
			expect(await namesBeside(path)).toEqual([firstPart, secondPart, 'journal.jsonl']);
		}));

	it('does not make a session look used', () =>
		onClosed([4], async (journal, path) => {
			const time = new Date('2026-01-01T00:00:00Z');
			await utimes(path, time, time);
			await journal.closeSegment(lease(), 7);
			expect((await stat(path)).mtime).toEqual(time);
		}));
});
