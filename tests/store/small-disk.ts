import { execFile } from 'node:child_process';
import { mkdir, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from '../../src/base/errors.ts';
import { tempDir } from '../support/temp-dir.ts';

const run = promisify(execFile);

/** Why tests of a full disk cannot run here; undefined when they can. On CI they must: there they fail instead of being skipped. */
export const noSmallDisk =
	process.getuid?.() === 0 || process.env['CI'] ? undefined : 'a small disk can be mounted only by root';

/** A file system of its own with little room. Disposing unmounts it. */
export interface SmallDisk extends AsyncDisposable {
	readonly path: string;
	/** Takes all room that is left, but for so many KiB. */
	fill(leave?: number): Promise<void>;
}

/** Mounts a tmpfs of this many KiB. */
export async function smallDisk(kib: number): Promise<SmallDisk> {
	const dir = await tempDir();
	const path = join(dir.path, 'disk');
	await mkdir(path);
	await run('mount', ['-t', 'tmpfs', '-o', `size=${kib}k`, 'tmpfs', path]);
	return {
		path,
		async fill(leave = 0) {
			const { bavail, bsize } = await statfs(path);
			// Somebody may write meanwhile: what does not fit is not needed.
			const noRoom = (error: unknown) => {
				if (codeOf(error) !== 'ENOSPC') throw error;
			};
			await writeFile(join(path, 'filler'), new Uint8Array(bavail * bsize - leave * 1024)).catch(noRoom);
		},
		async [Symbol.asyncDispose]() {
			await run('umount', [path]);
			await dir[Symbol.asyncDispose]();
		},
	};
}
