import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ensureDisk } from '../../../../src/sandbox/files/disk/disk.ts';
import { fuseDiskReleased, mountFuseDisk } from '../../../../src/sandbox/files/disk/fuse-disk.ts';
import { type Run, runProgram } from '../../../../src/sandbox/files/run.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const never = new AbortController().signal;
const megabyte = 1024 * 1024;

/** In a mount namespace of its own the test would have to be a program of its own: root mounts it where it is. */
const missing = process.getuid?.() !== 0 || !existsSync('/usr/bin/fuse2fs') || !existsSync('/dev/fuse');

/** Writes pieces of this size at the end of a file until there is no room for another. */
async function fillBy(path: string, size: number): Promise<void> {
	const appending = async () => {
		for (;;) await fs.appendFile(path, Buffer.alloc(size));
	};
	await expect(appending()).rejects.toThrow('ENOSPC');
}

describe('what mends an image', () => {
	it.each([
		[['e2fsck -p'], { '-p': 1 }],
		[['e2fsck -p', 'e2fsck -fy'], { '-p': 4, '-fy': 1 }],
	])('is tried in this order, the careful one first: %j', async (wanted, codes: Record<string, number>) => {
		await using dir = await tempDir();
		const image = join(dir.path, 'disk.img');
		await fs.writeFile(image, Buffer.alloc(4096));
		const calls: string[] = [];
		const run: Run = async (command, [how = '']) => {
			calls.push(`${command} ${how}`);
			// What comes after is not looked at
			return { code: codes[how] ?? 1, stdout: '', stderr: command === 'fuse2fs' ? 'stop here' : '' };
		};
		await expect(mountFuseDisk(image, join(dir.path, 'at'), 1, never, run)).rejects.toThrow('stop here');
		expect(calls).toEqual([...wanted, 'fuse2fs -o']);
	});

	it('gives up with a sentence where neither mends it', async () => {
		await using dir = await tempDir();
		const image = join(dir.path, 'disk.img');
		await fs.writeFile(image, Buffer.alloc(4096));
		const run: Run = async () => ({ code: 8, stdout: '', stderr: 'beyond help' });
		await expect(mountFuseDisk(image, join(dir.path, 'at'), 1, never, run)).rejects.toMatchObject({
			name: 'ProblemError',
			message: expect.stringContaining('beyond help'),
		});
	});
});

it('is not taken for mounted where fuse2fs says that all is well and has mounted nothing', async () => {
	await using dir = await tempDir();
	const image = join(dir.path, 'disk.img');
	await fs.writeFile(image, Buffer.alloc(4096));
	const asked: string[] = [];
	const run: Run = async (command, [, words = '']) => {
		if (command === 'fuse2fs') asked.push(words);
		return { code: 0, stdout: '', stderr: "use the 'nonempty' mount option" };
	};
	await expect(mountFuseDisk(image, join(dir.path, 'at'), 1, never, run)).rejects.toThrow('Cannot mount');
	expect(asked.map((words) => words.includes('nonempty'))).toEqual([false, true]);
});

describe.skipIf(missing)('a disk that fuse2fs serves', () => {
	it('is mounted over one that is there', async () => {
		await using dir = await tempDir();
		const [below, above, at] = [join(dir.path, 'below.img'), join(dir.path, 'above.img'), join(dir.path, 'at')];
		for (const image of [below, above]) await ensureDisk(image, 16 * megabyte, never);
		await mountFuseDisk(below, at, 100_000, never);
		await fs.writeFile(join(at, 'workspace', 'of-the-lower'), '');
		try {
			await mountFuseDisk(above, at, 100_000, never);
			expect(await fs.readdir(join(at, 'workspace'))).toEqual([]);
			execFileSync('umount', [at]);
		} finally {
			execFileSync('umount', [at]);
			await fuseDiskReleased(at);
		}
	});

	it('is full at its size, keeps its files, and gives them to the ids of the next sandbox', async () => {
		await using dir = await tempDir();
		const [image, at] = [join(dir.path, 'disk.img'), join(dir.path, 'at')];
		await ensureDisk(image, 16 * megabyte, never);
		await mountFuseDisk(image, at, 100_000, never);
		try {
			await fs.writeFile(join(at, 'workspace', 'kept'), 'remember');
			await fs.chown(join(at, 'workspace', 'kept'), 101_000, 101_000);
			for (const size of [20 * megabyte, 65_536, 1_024, 1]) await fillBy(join(at, 'outputs', 'big'), size);
		} finally {
			execFileSync('umount', [at]);
		}
		await fuseDiskReleased(at);
		await mountFuseDisk(image, at, 200_000, never);
		try {
			expect(await fs.readFile(join(at, 'workspace', 'kept'), 'utf8')).toBe('remember');
			expect(await fs.stat(join(at, 'workspace', 'kept'))).toMatchObject({ uid: 201_000, gid: 201_000 });
			expect(await fs.stat(join(at, 'workspace'))).toMatchObject({ uid: 201_000 });
		} finally {
			execFileSync('umount', [at]);
			await fuseDiskReleased(at);
		}
	});

	it('keeps what was synced when fuse2fs is killed in the middle of writing', async () => {
		await using dir = await tempDir();
		const [image, at] = [join(dir.path, 'disk.img'), join(dir.path, 'at')];
		await ensureDisk(image, 32 * megabyte, never);
		await mountFuseDisk(image, at, 100_000, never);
		const kept = await fs.open(join(at, 'workspace', 'kept'), 'w');
		await kept.writeFile('remember');
		await kept.sync();
		for (let one = 0; one < 40; one += 1) await fs.writeFile(join(at, 'workspace', `f${one}`), 'x'.repeat(5000));
		spawnSync('pkill', ['-KILL', '-f', `^fuse2fs .*${image}`]);
		await kept.close().catch(() => undefined);
		execFileSync('umount', [at]);
		await mountFuseDisk(image, at, 100_000, never);
		try {
			expect(await fs.readFile(join(at, 'workspace', 'kept'), 'utf8')).toBe('remember');
			await fs.writeFile(join(at, 'workspace', 'after'), 'well');
		} finally {
			execFileSync('umount', [at]);
			await fuseDiskReleased(at);
			await runProgram('e2fsck', ['-fn', image], never).then(({ code }) => expect(code).toBe(0));
		}
	});
});
