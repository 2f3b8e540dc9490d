import { execFile } from 'node:child_process';
import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Takes all room of the disk that `folder` is on, but for so many bytes. Disposing gives it back. */
export async function fillDisk(folder: string, left: number): Promise<AsyncDisposable> {
	const filler = join(folder, 'filler');
	const { bavail, bsize } = await statfs(folder);
	await run('fallocate', ['-l', String(bavail * bsize - left), filler]).catch(() => undefined);
	// Fills the rest that rounding leaves, byte by byte so to say.
	if (left === 0) await run('sh', ['-c', `cat /dev/zero >> ${filler}.rest`]).catch(() => undefined);
	return {
		[Symbol.asyncDispose]: async () => {
			for (const path of [filler, `${filler}.rest`]) await rm(path, { force: true });
		},
	};
}

/** Descriptors beyond those that a process has when its famine begins. */
const spare = 2;

/** Lets a process have hardly more file descriptors than it has now (prlimit(1)). Disposing gives it back what it may have had. */
export async function starveDescriptors(pid: number): Promise<AsyncDisposable> {
	const open = (await readdir(`/proc/${pid}/fd`)).length;
	const { uid, gid } = await stat(`/proc/${pid}`);
	// By its own user, who may always; root may by CAP_SYS_RESOURCE alone
	const own = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups', '--', 'prlimit', '--pid', String(pid)];
	const before = (await run('setpriv', [...own, '--nofile', '--output', 'SOFT', '--noheadings', '--raw'])).stdout;
	const set = (soft: string) => run('setpriv', [...own, `--nofile=${soft}:`]);
	await set(String(open + spare));
	return { [Symbol.asyncDispose]: async () => void (await set(before.trim())) };
}
