import { createHash } from 'node:crypto';
import { chmod, mkdir, open, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isOfMachine, ProblemError } from '../../../src/base/errors.ts';
import type { FileLimits } from '../../../src/sandbox/files/limits.ts';
import { placeFiles } from '../../../src/sandbox/files/place.ts';
import { writeCounted } from '../../../src/sandbox/files/write-counted.ts';
import type { IncomingFile } from '../../../src/sandbox/sandbox.ts';
import { noSmallDisk, smallDisk } from '../../store/small-disk.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';

const limits: FileLimits = { fileBytes: 1000, turnBytes: 2500, count: 20 };
const never = new AbortController().signal;

/** A file whose content comes in the given chunks. */
function incoming(name: string, chunks: readonly (string | Uint8Array)[], size?: number): IncomingFile {
	return {
		name,
		...(size === undefined ? {} : { size }),
		async *open() {
			for (const chunk of chunks) yield Buffer.from(chunk);
		},
	};
}

/** A file that gives its first chunk and then does what `then` does. */
function interrupted(name: string, then: () => Promise<never>): IncomingFile {
	return {
		name,
		async *open() {
			yield Buffer.from('half');
			await then();
		},
	};
}

const fails = (error: Error) => () => Promise.reject(error);
const hangs = () => new Promise<never>(() => undefined);
const kilobyte = 'x'.repeat(1000);

async function place(files: readonly IncomingFile[], dir: string) {
	const result = await placeFiles(dir, files, limits, never);
	return { ...result, onDisk: (await readdir(dir)).toSorted() };
}

describe('placeFiles', () => {
	it('places a file with its hash, readable for all in a folder that it makes', async () => {
		await using dir = await tempDir();
		const inputs = join(dir.path, 'a', 'inputs');
		const { placed, refused } = await place([incoming('sales.csv', ['a,b\n', '1,2\n'])], inputs);
		const sha256 = createHash('sha256').update('a,b\n1,2\n').digest('hex');
		expect({ placed, refused }).toEqual({
			placed: [{ name: 'sales.csv', original: 'sales.csv', size: 8, sha256 }],
			refused: [],
		});
		expect(await readFile(join(inputs, 'sales.csv'), 'utf8')).toBe('a,b\n1,2\n');
		expect((await stat(join(inputs, 'sales.csv'))).mode & 0o7777).toBe(0o644);
		expect((await stat(inputs)).mode & 0o7777).toBe(0o755);
	});

	it.each([
		['../../etc/passwd', 'passwd'],
		['/etc/cron.d/x', 'x'],
		['a\nb.csv', 'a b.csv'],
		['a\0.csv', 'a.csv'],
		['\u202evsc.exe', 'vsc.exe'],
		['', 'file'],
		['..', 'file'],
		['.unfinished-1', 'unfinished-1'],
		[`${'n'.repeat(300)}.csv`, `${'n'.repeat(116)}.csv`],
	])('places a file called %j as %j, inside the folder', async (original, name) => {
		await using dir = await tempDir();
		const inputs = join(dir.path, 'inputs');
		const { placed, onDisk } = await place([incoming(original, ['x'])], inputs);
		expect(placed).toMatchObject([{ name, original, size: 1 }]);
		expect(onDisk).toEqual([name]);
		expect(await readdir(dir.path)).toEqual(['inputs']);
	});

	it.each<[string, IncomingFile, string]>([
		['a file announced over the limit', incoming('a', ['x'], 1001), 'is larger than 1000 bytes'],
		['a file over the limit that announced nothing', incoming('a', [kilobyte, 'x']), 'is larger than 1000 bytes'],
		['a file over the limit that announced less', incoming('a', [kilobyte, 'x'], 5), 'is larger than 1000 bytes'],
		[
			'a stream that breaks off',
			interrupted('a', fails(new Error('socket hang up'))),
			'cannot be read: socket hang up',
		],
		[
			'a stream whose error would spoil the line',
			interrupted('a', fails(new Error('no\n\u001b[2J'))),
			'cannot be read: no \ufffd[2J',
		],
		[
			'a folder',
			interrupted('a', fails(Object.assign(new Error('EISDIR: illegal'), { code: 'EISDIR' }))),
			'is a folder',
		],
		[
			'a missing file',
			interrupted('a', fails(Object.assign(new Error('ENOENT'), { code: 'ENOENT' }))),
			'does not exist',
		],
		[
			'a source that throws at once',
			{
				name: 'a',
				open: () => {
					throw new Error('gone');
				},
			},
			'cannot be read: gone',
		],
	])('refuses %s and leaves nothing of it, while the others are placed', async (_what, file, reason) => {
		await using dir = await tempDir();
		const { placed, refused, onDisk } = await place([file, incoming('ok.txt', ['fine'])], dir.path);
		expect(refused).toEqual([{ name: 'a', reason }]);
		expect(placed).toMatchObject([{ name: 'ok.txt' }]);
		expect(onDisk).toEqual(['ok.txt']);
	});

	it('places a file of 0 bytes and one of exactly the limit', async () => {
		await using dir = await tempDir();
		const { placed } = await place([incoming('empty', []), incoming('full', [kilobyte], 1000)], dir.path);
		expect(placed.map(({ size }) => size)).toEqual([0, 1000]);
	});

	it('refuses what would bring the turn over its limit, and still places what fits', async () => {
		await using dir = await tempDir();
		const files = ['a', 'b', 'c', 'd'].map((name) => incoming(name, [kilobyte]));
		const { placed, refused } = await place([...files, incoming('small', ['x'.repeat(500)])], dir.path);
		expect(placed.map(({ name }) => name)).toEqual(['a', 'b', 'small']);
		const reason = 'would bring the files of this turn over 2.4 KB';
		expect(refused).toEqual([
			{ name: 'c', reason },
			{ name: 'd', reason },
		]);
	});

	it('opens a file only when its announced size is acceptable', async () => {
		await using dir = await tempDir();
		let opened = 0;
		const open = async function* () {
			opened += 1;
			yield Buffer.from('x');
		};
		await place([{ name: 'large', size: 5000, open }], dir.path);
		expect(opened).toBe(0);
	});

	it('never overwrites: duplicates are numbered, also against what is there', async () => {
		await using dir = await tempDir();
		await writeFile(join(dir.path, 'a.csv'), 'old');
		const { placed } = await place([incoming('a.csv', ['1']), incoming('x/a.csv', ['2'])], dir.path);
		expect(placed.map(({ name }) => name)).toEqual(['a-2.csv', 'a-3.csv']);
		expect(await readFile(join(dir.path, 'a.csv'), 'utf8')).toBe('old');
		expect(await readFile(join(dir.path, 'a-3.csv'), 'utf8')).toBe('2');
	});

	it('never overwrites when placements race for one name', async () => {
		await using dir = await tempDir();
		const racers = Array.from({ length: 40 }, (_, index) => [incoming('a.csv', [`racer ${index}`])]);
		const results = await Promise.all(racers.map((files) => placeFiles(dir.path, files, limits, never)));
		const names = results.flatMap(({ placed }) => placed.map(({ name }) => name));
		expect(new Set(names).size).toBe(40);
		const contents = await Promise.all(names.map((name) => readFile(join(dir.path, name), 'utf8')));
		expect(contents).toEqual(racers.map((_, index) => `racer ${index}`));
		expect(await readdir(dir.path)).toHaveLength(40);
	});

	it('does not write through a link planted under the name', async () => {
		await using dir = await tempDir();
		const inputs = join(dir.path, 'inputs');
		await mkdir(inputs);
		await writeFile(join(dir.path, 'host'), 'untouched');
		await symlink('../host', join(inputs, 'a.csv'));
		const { placed } = await place([incoming('a.csv', ['evil'])], inputs);
		expect(placed).toMatchObject([{ name: 'a-2.csv' }]);
		expect(await readFile(join(dir.path, 'host'), 'utf8')).toBe('untouched');
	});

	it('does not write through a folder that is a link, and says what to do', async () => {
		await using dir = await tempDir();
		await mkdir(join(dir.path, 'elsewhere'));
		await symlink('elsewhere', join(dir.path, 'inputs'));
		const placing = placeFiles(join(dir.path, 'inputs'), [incoming('a', ['x'])], limits, never);
		await expect(placing).rejects.toThrow(ProblemError);
		expect(await readdir(join(dir.path, 'elsewhere'))).toEqual([]);
	});

	it('stopped half-way, rejects with the reason and leaves nothing, even when the stream hangs', async () => {
		await using dir = await tempDir();
		const stop = new AbortController();
		const files = [incoming('a.csv', ['whole']), interrupted('b.csv', hangs)];
		const placing = placeFiles(dir.path, files, limits, stop.signal);
		await waitFor(
			async () => (await readdir(dir.path)).some((name) => name.startsWith('.')),
			'the second file to begin',
		);
		stop.abort(new Error('stopped by Ann'));
		await expect(placing).rejects.toThrow('stopped by Ann');
		expect(await readdir(dir.path)).toEqual([]);
	});

	it('removes what a killed process left half-written, not what another placement is writing', async () => {
		await using dir = await tempDir();
		const left = '.unfinished-0123456789ab-ff';
		await writeFile(join(dir.path, left), 'half');
		const stop = new AbortController();
		const slow = placeFiles(dir.path, [interrupted('slow', hangs)], limits, stop.signal);
		const isBegun = async () => (await readdir(dir.path)).some((name) => name !== left);
		await waitFor(isBegun, 'the slow file to begin');
		await place([incoming('a', ['x'])], dir.path);
		expect(await readdir(dir.path)).toHaveLength(2);
		stop.abort();
		await expect(slow).rejects.toThrow();
		expect(await readdir(dir.path)).toEqual(['a']);
	});

	it('mends the mode of a folder that the sandbox could not enter', async () => {
		await using dir = await tempDir();
		await chmod(dir.path, 0o700);
		await place([], dir.path);
		expect((await stat(dir.path)).mode & 0o777).toBe(0o755);
	});

	it('refuses with "the disk is full" where nothing more can be written', async () => {
		await using full = await open('/dev/full', 'w');
		const written = await writeCounted(incoming('a', ['x']).open(never), full, () => undefined);
		const unsaved = expect.objectContaining({ code: 'ENOSPC' });
		expect(written).toEqual({ kind: 'refused', reason: 'cannot be saved: the disk is full', unsaved });
	});

	it('has placed nothing where the disk has no room for one of them, and says so', async ({ skip }) => {
		skip(noSmallDisk !== undefined, noSmallDisk);
		await using disk = await smallDisk(256);
		const wide = { ...limits, fileBytes: 1e9, turnBytes: 1e9 };
		const files = [incoming('a', ['x']), incoming('big', Array(300).fill('x'.repeat(1024))), incoming('b', ['y'])];
		const placing = placeFiles(disk.path, files, wide, never);
		await expect(placing).rejects.toThrow('"big" cannot be saved: the disk is full');
		expect(isOfMachine(await placing.catch((error: unknown) => error))).toBe(true);
		expect(await readdir(disk.path)).toEqual([]);
	});
});
