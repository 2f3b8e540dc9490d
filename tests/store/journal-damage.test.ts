import { open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CorruptFileError, ProblemError } from '../../src/base/errors.ts';
import type { AppendDisk } from '../../src/store/files/append-file.ts';
import type { JournalEntry, Step } from '../../src/store/journal.ts';
import { openJournalFile } from '../../src/store/session/journal-file.ts';
import type { Journal, Lease } from '../../src/store/store.ts';
import { tempDir } from '../support/temp-dir.ts';

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

describe('a damaged journal', () => {
	it('is kept beside its sound beginning, which goes on, whatever became of its bytes', async () => {
		await using dir = await tempDir();
		const path = join(dir.path, 'journal.jsonl');
		const junk = fc.oneof(
			fc.uint8Array({ maxLength: 40 }),
			fc.constant(new Uint8Array(30)),
			fc.constant(Buffer.from('{}\n')),
		);
		await fc.assert(
			fc.asyncProperty(fc.nat(1_000), junk, fc.nat(60), async (place, bytes, cut) => {
				for (const name of await readdir(dir.path)) await rm(join(dir.path, name));
				await using before = reopen(path);
				for (const text of ['a', 'b', 'c', 'd']) await before.append(lease(7), notice(text));
				const whole = await readFile(path);
				const at = place % whole.length;
				const damaged = Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(at + cut)]);
				await writeFile(path, damaged);
				await using journal = reopen(path);
				await journal.highestLease();
				const isSound = await journal.after(0).then(
					() => true,
					() => false,
				);
				const kept = await journal.repair();
				expect(kept === undefined).toBe(isSound);
				if (kept !== undefined) expect(await readFile(join(dir.path, kept))).toEqual(damaged);
				const entries = await journal.after(0);
				await journal.append(lease(8), notice('next'));
				await using again = reopen(path);
				expect(await again.after(0)).toEqual([...entries, expect.objectContaining({ lease: 8 })]);
				// What stands before the damage is kept.
				const before0 = whole.subarray(0, at).toString().split('\n').length - 1;
				expect(entries.length).toBeGreaterThanOrEqual(Math.min(before0, isSound ? 0 : before0));
			}),
			{ numRuns: 150 },
		);
	});

	it('of a newer version is none, and is never cut', () =>
		onJournal(['a', 'b'], async (_journal, path) => {
			const edited = (await readFile(path, 'utf8')).replace('"type":"notice"', '"type":"later"');
			await writeFile(path, edited);
			await using again = reopen(path);
			await expect(again.after(0)).rejects.toThrow(/line 1 has a step "later", which this Threadsmith does not know/);
			await expect(again.repair()).rejects.toThrow(ProblemError);
			expect(await readFile(path, 'utf8')).toBe(edited);
		}));

	it('keeps what a newer version has added to its entries', () =>
		onJournal(['a'], async (_journal, path) => {
			await writeFile(path, (await readFile(path, 'utf8')).replace('"step":{', '"later":1,"step":{"more":2,'));
			expect(await reopen(path).after(0)).toMatchObject([{ later: 1, step: { more: 2 } }]);
		}));
});

/** A disk whose steps fail when they are named; what is written stands in a real file. */
function failingDisk(fails: Set<string>): AppendDisk & { readonly opened: () => number } {
	let opened = 0;
	const failing = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
		if (!fails.has(step)) return await work();
		throw Object.assign(new Error(`EIO: i/o error, ${step}`), { code: 'EIO' });
	};
	return {
		opened: () => opened,
		syncFolder: () => failing('folder', async () => undefined),
		open: (path) =>
			failing('open', async () => {
				const handle = await open(path, 'a', 0o600);
				opened += 1;
				return {
					stat: () => handle.stat(),
					truncate: (length) => failing('truncate', () => handle.truncate(length)),
					writeFile: (text) =>
						failing('write', () => handle.writeFile(text)).catch(async (error: unknown) => {
							await handle.writeFile(text.slice(0, text.length / 2));
							throw error;
						}),
					datasync: () => failing('sync', () => handle.datasync()),
					close: async () => {
						opened -= 1;
						await handle.close();
					},
				};
			}),
	};
}

describe('a journal on a failing disk', () => {
	it('is sound for the next append whatever step fails, and leaves no handle open', async () => {
		const steps = fc.subarray(['folder', 'open', 'truncate', 'write', 'sync']);
		await fc.assert(
			fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 6 }), async (rounds) => {
				await using dir = await tempDir();
				const path = join(dir.path, 'journal.jsonl');
				const fails = new Set<string>();
				const disk = failingDisk(fails);
				const journal = openJournalFile({ path, session: 's', now: Date.now, disk });
				const acknowledged: string[] = [];
				for (const [index, round] of [...rounds, []].entries()) {
					fails.clear();
					for (const step of round) fails.add(step);
					const done = await journal.append(lease(1), notice(`n${index}`)).then(
						() => true,
						(error: unknown) => {
							expect(error).toBeInstanceOf(ProblemError);
							expect(disk.opened()).toBe(0);
							return false;
						},
					);
					if (done) acknowledged.push(`n${index}`);
				}
				await journal[Symbol.asyncDispose]();
				expect(disk.opened()).toBe(0);
				expect(await textsOf(reopen(path))).toEqual(acknowledged);
				expect(acknowledged.at(-1)).toBe(`n${rounds.length}`);
			}),
			{ numRuns: 100 },
		);
	});

	it('refuses to write on after bytes that were acknowledged are gone', async () => {
		await using dir = await tempDir();
		const path = join(dir.path, 'journal.jsonl');
		const fails = new Set<string>();
		await using journal = openJournalFile({ path, session: 's', now: Date.now, disk: failingDisk(fails) });
		await journal.append(lease(1), notice('a'));
		fails.add('sync');
		await expect(journal.append(lease(1), notice('b'))).rejects.toThrow(ProblemError);
		fails.clear();
		await truncate(path, 3);
		await expect(journal.append(lease(1), notice('c'))).rejects.toThrow(CorruptFileError);
		await journal.repair();
		await journal.append(lease(1), notice('d'));
		expect(await textsOf(reopen(path))).toEqual(['d']);
	});
});
