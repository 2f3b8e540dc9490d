import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ensureDisk, mountDisk, unmountDisk } from '../../../../src/sandbox/files/disk/disk.ts';
import { isCleanImage, loopDevicesOf } from '../../../../src/sandbox/files/disk/disk-state.ts';
import { defaultFileLimits } from '../../../../src/sandbox/files/limits.ts';
import { placeFiles } from '../../../../src/sandbox/files/place.ts';
import { type Run, runProgram } from '../../../../src/sandbox/files/run.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { type DiskFolder, diskFolder, megabyte, never } from '../disk-folder.ts';
import { whyNoLoopMounts } from '../loop-mounts.ts';

const base = 1_000_000_000;

/** Runs a shell line as the sandbox's uid 1000 would, outside a sandbox; answers its error output. */
function asCommand(line: string, cwd: string, uid = base + 1000): string {
	return spawnSync('sh', ['-c', line], { cwd, uid, gid: uid, encoding: 'utf8' }).stderr;
}

const mountLine = async ({ mountPoint }: DiskFolder) =>
	(await fs.readFile('/proc/self/mountinfo', 'utf8')).split('\n').find((line) => line.includes(` ${mountPoint} `)) ??
	'';

describe.skipIf(whyNoLoopMounts() !== undefined)('a session disk', () => {
	it('is sparse, of exactly the size asked for, and made once', async () => {
		await using disk = await diskFolder();
		await disk.ensure(2048 * megabyte);
		const { size, blocks, ino, mode } = await fs.stat(disk.image);
		expect({ size, mode: mode & 0o777 }).toEqual({ size: 2048 * megabyte, mode: 0o600 });
		expect(blocks * 512).toBeLessThan(4 * megabyte);
		await disk.ensure(64 * megabyte);
		expect(await fs.stat(disk.image)).toMatchObject({ size, ino });
		expect(await fs.readdir(disk.path)).toEqual(['disk.img']);
	});

	it('is made once when two starts race', async () => {
		await using disk = await diskFolder();
		await Promise.all(Array.from({ length: 4 }, () => disk.ensure()));
		expect(await fs.readdir(disk.path)).toEqual(['disk.img']);
		await disk.mount(base);
	});

	it('has workspace and outputs that uid 1000 of the sandbox owns, on a root that it does not', async () => {
		await using disk = await diskFolder();
		await disk.ensure();
		await disk.mount(base);
		for (const name of ['workspace', 'outputs']) {
			expect(await fs.stat(join(disk.mountPoint, name))).toMatchObject({
				uid: base + 1000,
				gid: base + 1003,
				mode: 0o40705,
			});
			expect(asCommand('ls', join(disk.mountPoint, name), base + 1003)).toMatch(/Permission denied/);
			expect(asCommand('echo x > f', join(disk.mountPoint, name))).toBe('');
		}
		expect(asCommand('echo x > f; rmdir outputs; mv workspace w; cat .uid-base', disk.mountPoint)).toMatch(
			/(?:.*Permission denied\n){4}/u,
		);
		for (const option of ['nosuid', 'nodev', 'noatime', 'discard']) expect(await mountLine(disk)).toContain(option);
	});

	it('is full exactly at its size, and then still mounts, collects and changes base', async () => {
		await using disk = await diskFolder();
		await disk.ensure();
		await disk.mount(base);
		const workspace = join(disk.mountPoint, 'workspace');
		asCommand('echo kept > ../outputs/a', workspace);
		expect(asCommand('head -c 100M /dev/zero > big', workspace)).toContain('No space left on device');
		expect((await fs.stat(join(workspace, 'big'))).size).toBeGreaterThan(20 * megabyte);
		expect((await fs.stat(disk.image)).size).toBe(32 * megabyte);
		expect(asCommand('for i in $(seq 3000); do : > $i || exit; done', workspace)).toContain('No space left on device');
		await disk.unmount();
		await disk.mount(base + 4096);
		expect(await fs.stat(join(workspace, 'big'))).toMatchObject({ uid: base + 4096 + 1000 });
		const collected = await disk.collect();
		expect(collected).toMatchObject({ artifacts: [{ name: 'a', size: 5 }], refused: [] });
	});

	it('gives blocks of removed files back to the host', async () => {
		await using disk = await diskFolder();
		await disk.ensure();
		await disk.mount(base);
		const used = async () => (await fs.stat(disk.image)).blocks * 512;
		asCommand('head -c 20M /dev/urandom > big; sync', join(disk.mountPoint, 'workspace'));
		expect(await used()).toBeGreaterThan(20 * megabyte);
		asCommand('rm big; sync', join(disk.mountPoint, 'workspace'));
		await waitFor(async () => (await used()) < 10 * megabyte, 'the blocks to be given back');
	});

	it('keeps its files over an unmount, which leaves no loop device and may be repeated', async () => {
		await using disk = await diskFolder();
		await disk.ensure();
		await disk.mount(base);
		asCommand('umask 077; echo mine > f', join(disk.mountPoint, 'workspace'));
		await disk.unmount();
		await disk.unmount();
		await unmountDisk(join(disk.path, 'no such folder'), never);
		expect(await mountLine(disk)).toBe('');
		await disk.free();
		expect(await isCleanImage(disk.image)).toBe(true);
		await disk.mount(base);
		expect(asCommand('grep -q mine f && echo more >> f', join(disk.mountPoint, 'workspace'))).toBe('');
	});

	it('can be collected from while no handle stays that would keep it mounted', async () => {
		await using disk = await diskFolder();
		await disk.ensure();
		await disk.mount(base);
		const outputs = join(disk.mountPoint, 'outputs');
		asCommand('umask 077; mkdir d; echo private > d/a; ln d/a hard', outputs);
		const collected = await disk.collect();
		expect(collected.artifacts.map(({ name }) => name)).toEqual(['d/a', 'hard']);
		expect(spawnSync('umount', [disk.mountPoint]).status).toBe(0);
	});

	it('is checked when it was not unmounted in good order, and keeps what was synced', async () => {
		await using disk = await diskFolder();
		await using torn = await diskFolder();
		await disk.ensure();
		await disk.mount(base);
		asCommand('echo synced > f; sync', join(disk.mountPoint, 'workspace'));
		await fs.copyFile(disk.image, torn.image);
		expect(await isCleanImage(torn.image)).toBe(false);
		const programs: string[] = [];
		const run: Run = (command, args, ...rest) => {
			programs.push(`${command} ${args[0]}`);
			return runProgram(command, args, ...rest);
		};
		await mountDisk(torn.image, torn.mountPoint, base, never, { run });
		const loop = ['losetup --find', 'losetup --list', 'mount -t', 'losetup --detach'];
		expect(programs).toEqual(['e2fsck -p', ...loop]);
		expect(await fs.readFile(join(torn.mountPoint, 'workspace', 'f'), 'utf8')).toBe('synced\n');
		await torn.unmount();
		await torn.free();
		expect(await isCleanImage(torn.image)).toBe(true);
	});

	it('has one loop device however often it is mounted, so both mounts see the same files', async () => {
		await using disk = await diskFolder();
		await disk.ensure();
		await disk.mount(base);
		const other = join(disk.path, 'other');
		await mountDisk(disk.image, other, base, never);
		expect(await loopDevicesOf(disk.image)).toHaveLength(1);
		asCommand('echo seen > f', join(disk.mountPoint, 'workspace'));
		expect(await fs.readFile(join(other, 'workspace', 'f'), 'utf8')).toBe('seen\n');
		await unmountDisk(other, never);
	});

	it('is mounted again while another mount namespace still has a copy of the last mount', async () => {
		await using disk = await diskFolder();
		await disk.ensure();
		await disk.mount(base);
		const holder = spawn('unshare', ['--mount', 'sh', '-c', 'echo ready; exec sleep 1000'], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		try {
			await once(holder.stdout, 'data');
			asCommand('echo kept > f', join(disk.mountPoint, 'workspace'));
			await disk.unmount();
			expect(await loopDevicesOf(disk.image)).toHaveLength(1);
			await disk.mount(base + 4096);
			const file = join(disk.mountPoint, 'workspace', 'f');
			expect(await fs.stat(file)).toMatchObject({ uid: base + 4096 + 1000 });
			expect(asCommand('echo more >> f', join(disk.mountPoint, 'workspace'), base + 4096 + 1000)).toBe('');
		} finally {
			holder.kill('SIGKILL');
			await once(holder, 'exit');
		}
		await disk.unmount();
		await disk.free();
		expect(spawnSync('e2fsck', ['-fn', disk.image]).status).toBe(0);
	});

	it('stays mounted for whoever uses it: unmounting says so after 3 seconds, and works when they are gone', async () => {
		await using disk = await diskFolder();
		await disk.ensure();
		await disk.mount(base);
		const user = await fs.open(disk.mountPoint);
		await expect(disk.unmount()).rejects.toMatchObject({
			name: 'ProblemError',
			message: expect.stringContaining('busy'),
		});
		const unmounting = disk.unmount();
		await user.close();
		await unmounting;
	});

	it('is not left mounted by a start that was stopped', async () => {
		await using disk = await diskFolder();
		await disk.ensure();
		await expect(disk.mount(base, AbortSignal.abort(new Error('stopped by Ann')))).rejects.toThrow('stopped by Ann');
		const stop = new AbortController();
		const mounting = disk.mount(base, stop.signal);
		await waitFor(async () => (await mountLine(disk)) !== '' || undefined, 'the mount');
		stop.abort(new Error('stopped by Ann'));
		const outcome = await mounting.then(
			() => 'mounted',
			(error: Error) => error.message,
		);
		expect(await mountLine(disk)).toMatch(outcome === 'mounted' ? /loop/u : /^$/u);
	});

	it('places all files or none where it has no room for one, leaving nothing half-written', async () => {
		await using disk = await diskFolder();
		await disk.ensure();
		await disk.mount(base);
		const file = (name: string, bytes: number) => ({
			name,
			async *open() {
				for (let sent = 0; sent < bytes; sent += megabyte) yield Buffer.alloc(megabyte, 7);
			},
		});
		const inputs = join(disk.mountPoint, 'inputs');
		const placing = placeFiles(inputs, [file('small', megabyte), file('big', 40 * megabyte)], defaultFileLimits, never);
		await expect(placing).rejects.toThrow('"big" cannot be saved: the disk is full');
		expect(await fs.readdir(inputs)).toEqual([]);
		await placeFiles(inputs, [file('small', megabyte)], defaultFileLimits, never);
		expect(await fs.readdir(inputs)).toEqual(['small']);
	});

	it('that is damaged beyond a safe check is refused, not touched, with the command that may mend it', async () => {
		await using disk = await diskFolder();
		await disk.ensure();
		await using handle = await fs.open(disk.image, 'r+');
		await handle.write(Buffer.alloc(2 * megabyte, 0xa5), 0, 2 * megabyte, 0);
		await expect(disk.mount(base)).rejects.toMatchObject({
			name: 'ProblemError',
			message: expect.stringMatching(/it is damaged, and e2fsck -p exited with code 8/u),
			mend: expect.stringContaining(`e2fsck -fy "${disk.image}"`),
		});
		expect(existsSync(disk.image)).toBe(true);
	});

	it('leaves nothing half-made where the host has no room, and says so', async () => {
		await using disk = await diskFolder();
		expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=100k', 'none', disk.path]).status).toBe(0);
		const problem: unknown = await ensureDisk(disk.image, 64 * megabyte, never).catch((error: unknown) => error);
		const left = await fs.readdir(disk.path);
		spawnSync('umount', [disk.path]);
		expect(problem).toMatchObject({ message: expect.stringContaining("the host's disk is full") });
		expect(left).toEqual([]);
	});
});
