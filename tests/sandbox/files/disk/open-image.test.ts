import { execFileSync } from 'node:child_process';
import { chmod, chown, link, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ensureDisk, mountDisk } from '../../../../src/sandbox/files/disk/disk.ts';
import { openImage } from '../../../../src/sandbox/files/disk/open-image.ts';
import { openFolder } from '../../../../src/sandbox/files/folder.ts';
import { type Run, runProgram } from '../../../../src/sandbox/files/run.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { diskFolder, megabyte, never } from '../disk-folder.ts';
import { whyNoLoopMounts } from '../loop-mounts.ts';

const user = 65_534;

/** What whoever has the folder may put in the place of an image. */
const planted: readonly (readonly [string, (at: string) => Promise<unknown>, string])[] = [
	['a file of its own', (at) => writeFile(at, 'x').then(() => chown(at, user, user)), 'another user has made it'],
	['a link', (at) => symlink('/dev/loop0', at), 'it is a link'],
	[
		'a second name of a file',
		(at) => writeFile(`${at}.other`, '').then(() => link(`${at}.other`, at)),
		'it has a second name',
	],
	['a file that all may write', (at) => writeFile(at, '').then(() => chmod(at, 0o666)), 'other users may write it'],
	['a pipe', async (at) => execFileSync('mkfifo', [at]), 'it is not a file'],
];

describe.skipIf(process.getuid?.() !== 0)('An image', () => {
	it.each(planted)('is never %s', async (_, plant, why) => {
		await using dir = await tempDir();
		const image = join(dir.path, 'disk.img');
		await plant(image);
		await expect(openImage(image, openFolder)).rejects.toThrow(`Cannot use the session's disk "${image}": ${why}`);
	});

	it('may have been left with the name that it was made under', async () => {
		await using dir = await tempDir();
		const image = join(dir.path, 'disk.img');
		await writeFile(image, '', { mode: 0o600 });
		await link(image, `${image}.0123456789ab-ff.unfinished`);
		await using file = await openImage(image, openFolder);
		expect((await file.stat()).nlink).toBe(1);
	});
});

describe.skipIf(whyNoLoopMounts() !== undefined)('A disk whose folder somebody else changes', () => {
	it('is formatted by its descriptor, whatever has its name by then', async () => {
		await using dir = await tempDir();
		const image = join(dir.path, 'disk.img');
		let formatted = '';
		const run: Run = async (command, args, _signal, files) => {
			formatted = execFileSync('readlink', ['/proc/self/fd/3'], {
				stdio: ['ignore', 'pipe', 'inherit', files?.[0]],
			}).toString();
			expect([command, args.at(-1)]).toEqual(['mkfs.ext4', '/proc/self/fd/3']);
			return { code: 0, stdout: '', stderr: '' };
		};
		await ensureDisk(image, megabyte, never, { run });
		expect(formatted).toMatch(/disk\.img\..+\.unfinished\n$/u);
	});

	it('is not mounted when losetup was led to another file, which the kernel is not shown', async () => {
		await using disk = await diskFolder();
		await disk.ensure();
		const hostile = join(disk.path, 'hostile.img');
		await writeFile(hostile, Buffer.alloc(megabyte));
		const seen: string[] = [];
		const run: Run = async (command, args, signal, files) => {
			seen.push(`${command} ${args[0]}`);
			if (args[0] !== '--find') return runProgram(command, args, signal, files);
			// Between reading the path of the descriptor and opening it
			await rename(disk.image, `${disk.image}.away`);
			await symlink(hostile, disk.image);
			const found = await runProgram(command, [...args.slice(0, -1), disk.image], signal);
			await rm(disk.image);
			await rename(`${disk.image}.away`, disk.image);
			return found;
		};
		const mounting = mountDisk(disk.image, disk.mountPoint, 1_000_000_000, never, { run });
		await expect(mounting).rejects.toThrow('another file took its place meanwhile');
		expect(seen).toEqual(['losetup --find', 'losetup --list', 'losetup --detach']);
	});
});
