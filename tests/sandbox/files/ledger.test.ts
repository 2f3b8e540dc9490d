import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../src/base/log.ts';
import { createLedger, type KeepLimits, type Ledger } from '../../../src/sandbox/files/ledger.ts';
import { placeFiles } from '../../../src/sandbox/files/place.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { hashes, never, type OutputsFolder, outputsFolder } from './outputs-folder.ts';

const turn = { fileBytes: 1000, turnBytes: 4000, count: 20 };
const noon = Date.UTC(2026, 0, 1, 12);

function ledgerAt(folder: string, limits: Partial<KeepLimits>, now = () => noon): Ledger {
	const path = join(folder, 'today.json');
	return createLedger({ path, limits: { sessionBytes: 1e9, dayBytes: 1e9, ...limits }, now, log: silentLogger });
}

/** A file of so many bytes that takes no room where it is made. */
async function sparse(at: OutputsFolder, name: string, bytes: number): Promise<void> {
	await at.write(name, '');
	await truncate(join(at.source, name), bytes);
}

const collectWith = (at: OutputsFolder, ledger: Ledger, known = new Map<string, string>()) =>
	at.collect(known, { ...turn, ledger });

const sessionFull =
	'would bring all that this session has handed back over 2 KB: go on in a new session (/new), or have SESSION_FILES_LIMIT raised';
const dayFull =
	'would bring all that was handed back today, by every session, over 2 KB: ask again tomorrow, or have DAY_FILES_LIMIT raised';

describe('what a session hands back', () => {
	it('is counted with its holes, over turns and restarts, and refused beyond the limit', async () => {
		await using at = await outputsFolder();
		const known = new Map<string, string>();
		const refused: unknown[] = [];
		for (const [count, name] of ['a', 'b', 'c', 'd'].entries()) {
			// A new ledger each time, as after a restart.
			await sparse(at, name, 600 + count);
			const collected = await collectWith(at, ledgerAt(at.path, { sessionBytes: 2048 }), known);
			for (const [file, hash] of hashes(collected)) known.set(file, hash);
			refused.push(...collected.refused);
		}
		expect([...known.keys()]).toEqual(['a', 'b', 'c']);
		expect(refused).toEqual([{ name: 'd', reason: sessionFull }]);
	});

	it('costs nothing when it is handed back before, and the difference when it changes', async () => {
		await using at = await outputsFolder();
		const ledger = ledgerAt(at.path, { sessionBytes: 2048 });
		await sparse(at, 'a', 1000);
		await sparse(at, 'b', 1000);
		const known = hashes(await collectWith(at, ledger));
		expect(await collectWith(at, ledger, known)).toEqual({ artifacts: [], refused: [] });
		await at.write('a', 'x'.repeat(1000));
		expect(await collectWith(at, ledger, known)).toMatchObject({ artifacts: [{ name: 'a' }], refused: [] });
		await at.write('c', 'x'.repeat(49));
		expect(await collectWith(at, ledger, known)).toMatchObject({ refused: [{ name: 'c', reason: sessionFull }] });
	});
});

describe('what all sessions hand back in a day', () => {
	it('is refused beyond the limit, also after a restart, until the next day', async () => {
		await using first = await outputsFolder();
		await using second = await outputsFolder();
		await sparse(first, 'a', 1000);
		await sparse(second, 'b', 1000);
		await sparse(second, 'c', 1000);
		await collectWith(first, ledgerAt(first.path, { dayBytes: 2048 }));
		const { artifacts, refused } = await collectWith(second, ledgerAt(first.path, { dayBytes: 2048 }));
		expect(artifacts).toMatchObject([{ name: 'b' }]);
		expect(refused).toEqual([{ name: 'c', reason: dayFull }]);
		const tomorrow = ledgerAt(first.path, { dayBytes: 2048 }, () => noon + 86_400_000);
		expect(await collectWith(second, tomorrow, hashes({ artifacts, refused }))).toMatchObject({
			artifacts: [{ name: 'c' }],
			refused: [],
		});
	});

	it('is spoken for while it is written: sessions at the same time share what is left', async () => {
		await using dir = await tempDir();
		const ledger = ledgerAt(dir.path, { dayBytes: 2048 });
		await using one = ledger.account('out', join(dir.path, 'one'));
		await using other = ledger.account('out', join(dir.path, 'other'));
		using held = await one.open(0);
		expect(held.whyNot(1500)).toBeUndefined();
		{
			using late = await other.open(0);
			expect(late.whyNot(600)).toBe(dayFull);
		}
		held[Symbol.dispose]();
		using again = await other.open(0);
		expect(again.whyNot(600)).toBeUndefined();
	});

	it.each(['', 'no JSON', '{"day":1}'])('starts anew where the record is damaged: %j', async (text) => {
		await using at = await outputsFolder();
		await writeFile(join(at.path, 'today.json'), text);
		await sparse(at, 'a', 1000);
		expect(await collectWith(at, ledgerAt(at.path, { dayBytes: 2048 }))).toMatchObject({ refused: [] });
	});

	it('is counted on in memory where the record cannot be written', async () => {
		await using at = await outputsFolder();
		const ledger = ledgerAt(join(at.path, 'nowhere'), { dayBytes: 1500 });
		await sparse(at, 'a', 1000);
		await collectWith(at, ledger);
		await sparse(at, 'b', 1000);
		expect((await collectWith(at, ledger, new Map([['a', 'x']]))).refused).toHaveLength(2);
	});
});

describe('what people hand in', () => {
	const file = (name: string, bytes: number) => ({
		name,
		async *open() {
			yield Buffer.alloc(bytes);
		},
	});

	it('has the same limits, counted apart', async () => {
		await using dir = await tempDir();
		const ledger = ledgerAt(dir.path, { sessionBytes: 1500 });
		const place = (name: string) => placeFiles(join(dir.path, 'in'), [file(name, 1000)], { ...turn, ledger }, never);
		expect((await place('a')).refused).toEqual([]);
		expect((await place('b')).refused).toEqual([
			{
				name: 'b',
				reason:
					'would bring all that this session has been handed over 1.5 KB: go on in a new session (/new), or have SESSION_FILES_LIMIT raised',
			},
		]);
	});

	it('costs the day nothing where it was taken back, as a later one of the same message failed', async () => {
		await using dir = await tempDir();
		const ledger = ledgerAt(dir.path, { dayBytes: 1500 });
		const limits = { ...turn, ledger };
		const stop = new AbortController();
		const stopping = {
			name: 'b',
			open() {
				stop.abort(new Error('stopped'));
				return file('b', 1).open();
			},
		};
		const inputs = join(dir.path, 'in');
		await expect(placeFiles(inputs, [file('a', 1000), stopping], limits, stop.signal)).rejects.toThrow('stopped');
		expect((await placeFiles(inputs, [file('a', 1000)], limits, never)).refused).toEqual([]);
	});

	it('is counted as one file each, also within one message', async () => {
		await using dir = await tempDir();
		await using account = ledgerAt(dir.path, {}).account('in', join(dir.path, 'in'));
		const open = await Promise.all(Array.from({ length: 10_001 }, () => account.open(0)));
		expect(open.at(-1)?.whyNot(1)).toMatch(/^is more than the 10000 files/);
		open[0]?.[Symbol.dispose]();
		expect(open.at(-1)?.whyNot(1)).toBeUndefined();
	});
});
