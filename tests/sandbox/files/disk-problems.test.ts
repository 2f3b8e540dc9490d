import { spawnSync } from 'node:child_process';
import { existsSync, fstatSync, type Stats } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../src/base/errors.ts';
import { ensureDisk, mountDisk } from '../../../src/sandbox/files/disk/disk.ts';
import type { Run } from '../../../src/sandbox/files/run.ts';
import { tempDir } from '../../support/temp-dir.ts';

const never = new AbortController().signal;

const missing: Run = (command) =>
	Promise.reject(Object.assign(new Error(`spawn ${command} ENOENT`), { code: 'ENOENT' }));
const exits =
	(code: number, stderr: string): Run =>
	async () => ({ code, stdout: '', stderr });

/** What a person is told when the programs behave like `run`. */
async function problemOf(
	act: (dir: string) => Promise<void>,
): Promise<{ message: string; mend: string; left: string[] }> {
	await using dir = await tempDir();
	const error: unknown = await act(dir.path).catch((thrown: unknown) => thrown);
	if (!(error instanceof ProblemError)) throw new Error(`No ProblemError but ${error}`);
	return { message: error.message.replace(dir.path, ''), mend: error.mend, left: await readdir(dir.path) };
}

const ensuring = (run: Run) => problemOf((dir) => ensureDisk(join(dir, 'disk.img'), 1024, never, { run }));

const mounting = (run: Run) =>
	problemOf(async (dir) => {
		await writeFile(join(dir, 'disk.img'), Buffer.alloc(4096));
		await mountDisk(join(dir, 'disk.img'), join(dir, 'disk'), 1, never, { run });
	});

/** The check is passed, the loop device holds the image, the mount fails. */
const mountFails =
	(stderr: string): Run =>
	async (command, args, _signal, files = []) => {
		if (args[0] === '--list') return { code: 0, stdout: attached, stderr: '' };
		if (files[0] !== undefined) attached = factsOf(fstatSync(files[0]));
		return { code: command === 'mount' ? 32 : 0, stdout: '/dev/loop0', stderr };
	};

/** As losetup tells of the file behind a device. */
let attached = '';
const factsOf = ({ ino, dev }: Stats) => ` ${ino}  ${(dev >> 8) & 0xfff}:${(dev & 0xff) | ((dev >> 12) & 0xfff00)}\n`;

describe('disk problems', () => {
	it('names the package of a missing mkfs.ext4 and leaves nothing', async () => {
		expect(await ensuring(missing)).toEqual({
			message: "Cannot prepare the session's disk: the program mkfs.ext4 is missing",
			mend: 'Install it: apt-get install e2fsprogs',
			left: [],
		});
	});

	it.each([
		['mkfs.ext4: No space left on device', /^Cannot make the session's disk "\/disk.img": the host's disk is full$/u],
		['mkfs.ext4: something odd\n', /: mkfs.ext4: something odd$/u],
		['', /: exit code 1$/u],
	])('tells what mkfs.ext4 said: %j', async (stderr, message) => {
		const problem = await ensuring(exits(1, stderr));
		expect(problem.message).toMatch(message);
		expect(problem.left).toEqual([]);
	});

	it("refuses a folder in the image's place", async () => {
		const problem = await problemOf(async (dir) => {
			await mkdir(join(dir, 'disk.img'));
			await ensureDisk(join(dir, 'disk.img'), 1024, never, { run: exits(0, '') });
		});
		expect(problem.message).toContain('it is not a file');
	});

	it('removes images that a killed process left half-made', async () => {
		await using dir = await tempDir();
		await writeFile(join(dir.path, 'disk.img.0123456789ab-ff.unfinished'), 'half');
		await ensureDisk(join(dir.path, 'disk.img'), 1024, never, { run: exits(0, '') });
		expect(await readdir(dir.path)).toEqual(['disk.img']);
	});

	it('stopped while mkfs.ext4 runs, rejects with the reason and leaves nothing', async () => {
		await using dir = await tempDir();
		const stop = new AbortController();
		const run: Run = async () => {
			stop.abort(new Error('stopped by Ann'));
			throw stop.signal.reason;
		};
		await expect(ensureDisk(join(dir.path, 'disk.img'), 1024, stop.signal, { run })).rejects.toThrow('stopped by Ann');
		expect(existsSync(join(dir.path, 'disk.img'))).toBe(false);
		expect(await readdir(dir.path)).toEqual([]);
	});

	it.each([
		['mount: /x: failed to setup loop device for /disk.img.', /no loop device can be had/u, /modprobe loop/u],
		['mount: /x: permission denied.', /this process may not mount/u, /as root/u],
		["mount: /x: unknown filesystem type 'ext4'.", /this kernel has no ext4/u, /modprobe ext4/u],
		['mount: /x: wrong fs type, bad superblock', /mount exited with code 32: mount: \/x: wrong fs/u, /dmesg/u],
	])('tells what mount said: %j', async (stderr, message, mend) => {
		const problem = await mounting(mountFails(stderr));
		expect(problem.message).toMatch(message);
		expect(problem.mend).toMatch(mend);
	});

	it('refuses to show the kernel another file than the image', async () => {
		const problem = await mounting(async (_command, args) => ({
			code: 0,
			stdout: args[0] === '--list' ? '1 2:3' : '/dev/loop0',
			stderr: '',
		}));
		expect(problem.message).toMatch(/"\/disk.img": another file took its place meanwhile$/u);
	});

	it.each([4, 8, 12, 32, -1])('e2fsck exit code %d means damage', async (code) => {
		const problem = await mounting(exits(code, 'UNEXPECTED INCONSISTENCY; RUN fsck MANUALLY.'));
		expect(problem.message).toContain(`it is damaged, and e2fsck -p exited with code ${code}: UNEXPECTED`);
	});

	it('errors that a safe check leaves are mended as far as they can be, and nothing else is', async () => {
		const ran = async (code: number) => {
			const words: string[] = [];
			const run = mountFails('as far as that');
			const { message } = await mounting(async (command, args, ...more) => {
				if (command !== 'e2fsck') return await run(command, args, ...more);
				words.push(`${args[0]}`);
				return { code: args[0] === '-p' ? code : 1, stdout: '', stderr: '' };
			});
			return [...words, message.includes('as far as that') ? 'goes on' : 'refused'];
		};
		expect(await ran(4)).toEqual(['-p', '-fy', 'goes on']);
		expect(await ran(8)).toEqual(['-p', 'refused']);
	});

	it('an image that was mounted before e2fsck could look at it is in use, not damaged', async () => {
		const said = { stdout: 'disk.img is mounted.\n', stderr: 'e2fsck: Cannot continue, aborting.\n\n\n' };
		const run = mountFails('as far as that');
		const problem = await mounting(async (command, ...more) =>
			command === 'e2fsck' ? { code: 8, ...said } : await run(command, ...more),
		);
		expect(problem.message).toContain('as far as that');
	});

	it('an image of which nobody can tell whether it is in use is not taken for free', async () => {
		const module = new URL('../../../src/sandbox/files/disk/disk-state.ts', import.meta.url).pathname;
		const code = `
import { openSync } from 'node:fs';
const { loopDevicesOf } = await import(${JSON.stringify(module)});
try { for (;;) openSync('/dev/null'); } catch {}
await loopDevicesOf('/dev/null').then(() => process.exit(1), ({ code }) => process.exit(code === 'EMFILE' ? 0 : 2));`;
		const words = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', code];
		const { status } = spawnSync('sh', ['-c', 'ulimit -n 128; exec "$@"', 'sh', process.execPath, ...words]);
		expect(status).toBe(0);
	});
});
