import { appendFile, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CorruptFileError, ProblemError, StaleLeaseError } from '../../src/base/errors.ts';
import type { JournalEntry, Step } from '../../src/store/journal.ts';
import { openJournalFile } from '../../src/store/session/journal-file.ts';
import type { Journal, Lease } from '../../src/store/store.ts';
import { startChild } from '../support/child.ts';
import { tempDir } from '../support/temp-dir.ts';
import { noSmallDisk, smallDisk } from './small-disk.ts';

type File = Journal & AsyncDisposable;

function lease(token: number): Lease {
	return { session: 's', token };
}

function notice(text: string): Step {
	return { type: 'notice', turn: 't1', text };
}

/** Runs a test on a journal that has entries with these texts, and its path. */
async function onJournal(
	texts: readonly string[],
	test: (journal: File, path: string) => Promise<void>,
): Promise<void> {
	await using dir = await tempDir();
	const path = join(dir.path, 'journal.jsonl');
	await using journal = reopen(path);
	for (const text of texts) await journal.append(lease(1), notice(text));
	await test(journal, path);
}

function reopen(path: string): File {
	return openJournalFile({ path, session: 's', now: Date.now });
}

async function textsOf(journal: Journal, seq = 0): Promise<readonly string[]> {
	return (await journal.after(seq)).map(textOf);
}

function textOf({ step }: JournalEntry): string {
	return step.type === 'notice' ? step.text : step.type;
}

describe('journal', () => {
	it('is empty where there is no file', () =>
		onJournal([], async (journal) => {
			expect(await journal.after(0)).toEqual([]);
		}));

	it('is rewritten as a whole, under its numbers, times and leases, and goes on after it', () =>
		onJournal(['one', 'two'], async (journal, path) => {
			const before = await journal.after(0);
			await journal.rewrite(lease(2), (step) => ({ ...step, ...notice('-') }));
			const after = before.map((entry) => ({ ...entry, step: notice('-') }));
			expect(await journal.after(0)).toEqual(after);
			expect(await readFile(path, 'utf8')).not.toContain('one');
			expect((await journal.append(lease(2), notice('three'))).seq).toBe(3);
			await using again = reopen(path);
			expect(await textsOf(again)).toEqual(['-', '-', 'three']);
		}));

	it('is not rewritten under a lease that was superseded, or of another session', () =>
		onJournal(['one'], async (journal) => {
			await journal.append(lease(5), notice('two'));
			await expect(journal.rewrite(lease(4), (step) => step)).rejects.toBeInstanceOf(StaleLeaseError);
			const other = { session: 'other', token: 9 };
			await expect(journal.rewrite(other, (step) => step)).rejects.toBeInstanceOf(TypeError);
			expect(await textsOf(journal)).toEqual(['one', 'two']);
		}));

	it('numbers entries from 1 and gives them back, whole, also when opened again', () =>
		onJournal([], async (journal, path) => {
			const step: Step = {
				type: 'tool-finished',
				turn: 't',
				callId: 'c',
				ok: true,
				text: 'a\n\u0000\u2028"\ud83d\ude00',
				ms: 1.5,
			};
			const first = await journal.append(lease(4), step);
			expect(first).toMatchObject({ seq: 1, lease: 4, step });
			const second = await journal.append(lease(4), notice('two'));
			await using again = reopen(path);
			expect(await again.after(0)).toEqual([first, second]);
			expect(await again.after(1)).toEqual([second]);
			expect(await again.after(2)).toEqual([]);
			expect(await journal.after(0)).toEqual([first, second]);
		}));

	it('is readable for its user only', () =>
		onJournal(['a'], async (_journal, path) => {
			expect((await stat(path)).mode & 0o777).toBe(0o600);
		}));

	it('puts appends that are made at once into one order', () =>
		onJournal([], async (journal, path) => {
			const texts = Array.from({ length: 50 }, (_, index) => String(index));
			const entries = await Promise.all(texts.map((text) => journal.append(lease(1), notice(text))));
			expect(entries.map((entry) => entry.seq)).toEqual(texts.map((text) => Number(text) + 1));
			expect(await textsOf(reopen(path))).toEqual(texts);
		}));

	it('refuses a lease lower than one that has written, also when opened again', () =>
		onJournal([], async (journal, path) => {
			await journal.append(lease(5), notice('a'));
			await expect(journal.append(lease(4), notice('b'))).rejects.toThrow(StaleLeaseError);
			await using again = reopen(path);
			await expect(again.append(lease(4), notice('b'))).rejects.toThrow(/lease 4 was superseded by lease 5/);
			await again.append(lease(6), notice('c'));
			await expect(journal.append(lease(5), notice('d'))).rejects.toThrow(StaleLeaseError);
			expect(await textsOf(journal)).toEqual(['a', 'c']);
		}));

	it('refuses a lease of another session, and a step that is none, and goes on', () =>
		onJournal(['a'], async (journal) => {
			await expect(journal.append({ session: 'other', token: 9 }, notice('b'))).rejects.toThrow(TypeError);
			const step: Step = { type: 'tool-finished', turn: 't', callId: 'c', ok: true, text: '', ms: Number.NaN };
			await expect(journal.append(lease(1), step)).rejects.toThrow(/ms/);
			await journal.append(lease(1), notice('b'));
			expect(await textsOf(journal)).toEqual(['a', 'b']);
		}));

	it('loads the whole entries of every beginning of a file, and goes on after them', async () => {
		await using dir = await tempDir();
		const path = join(dir.path, 'journal.jsonl');
		const text = fc.string({ unit: 'grapheme', maxLength: 12 });
		const property = fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 3 }), async (texts) => {
			await rm(path, { force: true });
			await using journal = reopen(path);
			for (const one of texts) await journal.append(lease(1), notice(one));
			const bytes = await readFile(path);
			for (let length = bytes.lastIndexOf(10, -2) + 1; length <= bytes.length; length++) {
				await expectLoads(path, bytes.subarray(0, length), texts, length >= bytes.length - 1);
			}
		});
		await fc.assert(property, { numRuns: 5 });
	});

	it.each([
		['not JSON', '{"seq":2,', 'line 2'],
		['empty', '', 'line 2'],
		[
			'another number',
			'{"seq":3,"at":"2025-01-01T00:00:00Z","lease":1,"step":{"type":"resumed","turn":"t"}}',
			'line 2: seq',
		],
		[
			'a wrong field',
			'{"seq":2,"at":"2025-01-01T00:00:00Z","lease":1,"step":{"type":"resumed","turn":7}}',
			'line 2: step.turn',
		],
	])('names file, line and field of a middle line that is %s, and never writes then', (_what, line, field) =>
		onJournal(['a', 'b', 'c'], async (_journal, path) => {
			const lines = (await readFile(path, 'utf8')).split('\n');
			const edited = lines.with(1, line).join('\n');
			await writeFile(path, edited);
			await using again = reopen(path);
			await expect(again.after(0)).rejects.toThrow(CorruptFileError);
			await expect(again.after(2)).rejects.toMatchObject({ file: path, field });
			await expect(again.append(lease(1), notice('d'))).rejects.toMatchObject({ file: path, field });
			expect(await readFile(path, 'utf8')).toBe(edited);
		}),
	);

	it('names a middle line that is no UTF-8', () =>
		onJournal(['a', 'b'], async (_journal, path) => {
			const bytes = await readFile(path);
			bytes[bytes.indexOf('"a"') + 1] = 0xff;
			await writeFile(path, bytes);
			await expect(reopen(path).after(0)).rejects.toMatchObject({ file: path, field: 'line 1' });
		}));

	it('names the file when it lacks the entry that a snapshot knows of', () =>
		onJournal(['a', 'b'], async (journal, path) => {
			await expect(journal.after(3)).rejects.toMatchObject({ file: path, field: 'seq' });
			await rm(path);
			await expect(journal.after(2)).rejects.toThrow('expected entry 2, but the last one is 0');
		}));

	it('takes in what an editor has done to the file while it was open', () =>
		onJournal(['a', 'b'], async (journal, path) => {
			const edited = (await readFile(path, 'utf8')).replace('"a"', '"edited"').trimEnd();
			await writeFile(`${path}.new`, edited);
			await rename(`${path}.new`, path);
			expect(await textsOf(journal)).toEqual(['edited', 'b']);
			await appendFile(path, '\n');
			expect(await textsOf(journal)).toEqual(['edited', 'b']);
			await writeFile(path, edited);
			await journal.append(lease(1), notice('c'));
			expect(await textsOf(reopen(path))).toEqual(['edited', 'b', 'c']);
			await appendFile(path, '\n');
			await expect(journal.after(0)).rejects.toMatchObject({ field: 'line 4' });
		}));

	it('finds each acknowledged entry after kill -9', () =>
		onJournal([], async (_journal, path) => {
			await using child = startChild(join(import.meta.dirname, 'journal-child.ts'), [path]);
			await child.printed('done 20');
			await child.kill();
			const texts = await textsOf(reopen(path));
			expect(texts.length).toBeGreaterThanOrEqual(child.lines().length);
			expect(texts).toEqual(texts.map((_, index) => `done ${index}`));
		}));

	it('stays whole when the disk is full, and goes on when there is room', async ({ skip }) => {
		skip(noSmallDisk !== undefined, noSmallDisk);
		await using disk = await smallDisk(64);
		const path = join(disk.path, 'journal.jsonl');
		await using journal = reopen(path);
		await journal.append(lease(1), notice('a'));
		const { size } = await stat(path);
		await disk.fill();
		const refused = journal.append(lease(1), notice('b'.repeat(100_000)));
		await expect(refused).rejects.toThrow(ProblemError);
		await expect(refused).rejects.toThrow(`Cannot write "${path}": the disk is full`);
		expect((await stat(path)).size).toBe(size);
		expect(await textsOf(reopen(path))).toEqual(['a']);
		await rm(join(disk.path, 'filler'));
		await journal.append(lease(1), notice('c'));
		expect(await textsOf(reopen(path))).toEqual(['a', 'c']);
	});
});

/** `bytes` are those of entries with `texts`, cut somewhere in the last line. That line is whole also when only its line end is missing. */
async function expectLoads(path: string, bytes: Uint8Array, texts: readonly string[], whole: boolean): Promise<void> {
	await writeFile(path, bytes);
	const expected = whole ? texts : texts.slice(0, -1);
	await using again = reopen(path);
	expect(await textsOf(again)).toEqual(expected);
	await again.append(lease(2), notice('next'));
	expect(await textsOf(again)).toEqual([...expected, 'next']);
	expect(await textsOf(reopen(path))).toEqual([...expected, 'next']);
}
