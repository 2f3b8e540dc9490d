import { randomBytes } from 'node:crypto';
import { type FileHandle, lstat, readdir, rename, rm, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../../../base/errors.ts';
import { entryPath, ignore, type OpenFolder } from '../folder.ts';
import { ensureDisk } from './disk.ts';

/** A disk that is nobody's yet. Disposing removes it, unless it has become somebody's; what is mounted of it is gone with its mount. */
export interface PoolDisk extends AsyncDisposable {
	/** Its image. */
	readonly path: string;
	/** Makes it. Rejects as `ensureDisk` does. */
	ensure(bytes: number, signal: AbortSignal): Promise<void>;
	/** Makes it a session's, mounted as it is. False, and nothing is done, where there is one, or of another size, or on another file system. */
	moveTo(image: string, bytes: number): Promise<boolean>;
}

/** A disk with a name of its own in the pool's folder, not made yet. */
export function poolDisk(pool: string, openFolder: OpenFolder): PoolDisk {
	const path = join(pool, `${randomBytes(8).toString('hex')}.img`);
	const name = basename(path);
	return {
		path,
		ensure: (bytes, signal) => ensureDisk(path, bytes, signal, { openFolder }),
		async moveTo(image, bytes) {
			await using from = await openFolder(pool);
			if ((await lstat(entryPath(from, name))).size !== bytes) return false;
			await using to = await openFolder(dirname(image));
			return await moveInto(to, basename(image), entryPath(from, name));
		},
		async [Symbol.asyncDispose]() {
			await using from = await openFolder(pool);
			await unlink(entryPath(from, name)).catch(ignore('ENOENT'));
		},
	};
}

/**
 * False where there is something already, or on another file system. Renamed, not linked: a loop device tells the path of its file as it is now, and of one
 * whose first name is gone nobody would find that it is in use. Nobody else makes a session's disk meanwhile: it has one sandbox at a time.
 */
async function moveInto(folder: FileHandle, name: string, image: Buffer): Promise<boolean> {
	const target = entryPath(folder, name);
	if ((await lstat(target).catch(ignore('ENOENT'))) !== undefined) return false;
	try {
		await rename(image, target);
	} catch (error) {
		if (codeOf(error) === 'EXDEV') return false;
		throw error;
	}
	await folder.sync();
	return true;
}

/** Removes the images that a process which died has left in the pool's folder. */
export async function sweepPool(pool: string): Promise<void> {
	const names = (await readdir(pool).catch(ignore('ENOENT'))) ?? [];
	for (const name of names) await rm(join(pool, name), { force: true });
}
