import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFolder } from '../../../src/sandbox/files/folder.ts';
import { reOwn } from '../../../src/sandbox/files/re-own.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { type DiskFolder, diskFolder, never } from './disk-folder.ts';
import { whyNoLoopMounts } from './loop-mounts.ts';

const first = 1_000_000_000;
const second = first + 5 * 4096;
const overlapping = first + 1024;

/**
 * What commands (1000), installs (1001) and the guest (0) leave: private files, links of both kinds, pipes, names that
 * are no text.
 */
function leave(disk: DiskFolder, base: number): void {
	const script = `
import os
os.umask(0o077)
def own(path, uid): os.lchown(path, ${base} + uid, ${base} + uid)
for uid in (0, 1000, 1001):
    os.makedirs(f'w/{uid}/deep/er'); own(f'w/{uid}', uid); own(f'w/{uid}/deep', uid); own(f'w/{uid}/deep/er', uid)
    open(f'w/{uid}/deep/er/private', 'w').write('kept'); own(f'w/{uid}/deep/er/private', uid)
os.link('w/1000/deep/er/private', 'w/second-name')
os.symlink('${disk.path}/host', 'w/link'); own('w/link', 1000)
os.symlink('${disk.path}', 'w/folder-link'); own('w/folder-link', 1000)
os.mkfifo('w/pipe'); own('w/pipe', 1000)
open(b'w/\\xff\\n', 'w'); own(b'w/\\xff\\n', 1000)
open('w/of-root', 'w')
own('w', 1000)
os.rename('w', 'workspace/w')
`;
	expect(spawnSync('python3', ['-c', script], { cwd: disk.mountPoint, encoding: 'utf8' }).stderr).toBe('');
}

/** Each entry's owner, counted from `base`. */
function owners(disk: DiskFolder, base: number): Readonly<Record<string, string>> {
	const args = ['w', '-printf', '%P|%U:%G\\n'];
	const { stdout } = spawnSync('find', args, { cwd: join(disk.mountPoint, 'workspace'), encoding: 'latin1' });
	const entries = [...stdout.matchAll(/(?<name>[^|]*)\|(?<uid>\d+):(?<gid>\d+)\n/gu)].map(({ groups = {} }) => {
		const ids = [groups['uid'], groups['gid']].map((id) => (id === '0' ? 'root' : Number(id) - base));
		return [groups['name'] ?? '', ids.join(':')];
	});
	return Object.fromEntries(entries);
}

describe.skipIf(whyNoLoopMounts() !== undefined)('a session disk whose sandbox got another uid map', () => {
	it.each([
		['another', second],
		['an overlapping', overlapping],
	])(
		'belongs to %s base at the next mount: private files, links, pipes, names that are no text',
		async (_which, next) => {
			await using disk = await diskFolder();
			await fs.writeFile(join(disk.path, 'host'), 'host');
			await disk.ensure();
			await disk.mount(first);
			leave(disk, first);
			const before = owners(disk, first);
			expect(Object.keys(before)).toHaveLength(19);
			await disk.unmount();
			await disk.mount(next);
			expect(owners(disk, next)).toEqual(before);
			expect(before).toMatchObject({ '1001/deep/er/private': '1001:1001', 'of-root': 'root:root', link: '1000:1000' });
			expect(await fs.stat(join(disk.path, 'host'))).toMatchObject({ uid: 0, gid: 0 });
			expect(await fs.stat(disk.path)).toMatchObject({ uid: 0, gid: 0 });
			const read = 'cat w/1000/deep/er/private && echo more >> w/1000/deep/er/private';
			const cwd = join(disk.mountPoint, 'workspace');
			const { stdout, stderr } = spawnSync('sh', ['-c', read], {
				cwd,
				uid: next + 1000,
				gid: next + 1000,
				encoding: 'utf8',
			});
			expect({ stdout, stderr }).toEqual({ stdout: 'kept', stderr: '' });
		},
	);

	it('is finished by the next mount when the first was cut off, whatever base that has', async () => {
		await using disk = await diskFolder();
		await disk.ensure();
		await disk.mount(first);
		leave(disk, first);
		const before = owners(disk, first);
		expect(Object.keys(before).length).toBeGreaterThan(15);
		const marker = join(disk.mountPoint, '.uid-base');
		expect((await fs.readFile(marker, 'utf8')).trim()).toBe(`${first}`);
		// As a crash in the middle leaves it: some files moved, both bases noted.
		spawnSync('chown', ['-hR', `${second + 1001}:${second + 1001}`, join(disk.mountPoint, 'workspace', 'w', '1001')]);
		await fs.writeFile(marker, `${second} ${first}`.padEnd(63).concat('\n'));
		await disk.unmount();
		const third = second + 4096;
		await disk.mount(third);
		expect(owners(disk, third)).toEqual(before);
		expect((await fs.readFile(marker, 'utf8')).trim()).toBe(`${third}`);
	});
});

describe.skipIf(process.getuid?.() !== 0)('reOwn', () => {
	it('stops when told to', async () => {
		await using dir = await tempDir();
		await using folder = await openFolder(dir.path);
		await expect(reOwn(folder, [1], 2, AbortSignal.abort(new Error('stopped by Ann')))).rejects.toThrow(
			'stopped by Ann',
		);
	});

	it('leaves what lies deeper than 200 folders, and no handle open', async () => {
		await using dir = await tempDir();
		const deep = (levels: number) => join(dir.path, ...Array.from({ length: levels }, () => 'd'));
		await fs.mkdir(deep(300), { recursive: true });
		spawnSync('chown', ['-R', '5000:5000', deep(1)]);
		const handles = (await fs.readdir('/proc/self/fd')).length;
		{
			await using folder = await openFolder(dir.path);
			await reOwn(folder, [5000], 10_000, never);
		}
		expect(await fs.stat(deep(200))).toMatchObject({ uid: 10_000, gid: 10_000 });
		expect(await fs.stat(deep(250))).toMatchObject({ uid: 5000, gid: 5000 });
		expect((await fs.readdir('/proc/self/fd')).length).toBe(handles);
	});
});
