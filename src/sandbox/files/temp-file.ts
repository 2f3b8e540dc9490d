import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, readdir, rename, unlink } from 'node:fs/promises';
import { entryPath, ignore } from './folder.ts';

/** Safe names have no leading dot, so no file that is wanted can be called this. */
const prefix = '.unfinished-';

/**
 * Tells the temporary files of this process from those a dead one left: one process owns a data folder, so any other's
 * are left over.
 */
const mine = `${prefix}${randomBytes(6).toString('hex')}-`;

/**
 * A file that is being written beside its final place. Disposing closes it and removes what was not given its final
 * name.
 */
export interface TempFile extends AsyncDisposable {
	readonly handle: FileHandle;
	/** Its path through the folder's handle. */
	readonly path: Buffer;
}

/** Makes a new file in an open folder, for writing. Rejects with the system's error, such as `ENOSPC`. */
export async function createTempFile(folder: FileHandle): Promise<TempFile> {
	const path = entryPath(folder, mine + randomBytes(8).toString('hex'));
	const handle = await open(
		path,
		constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
		0o600,
	);
	return {
		handle,
		path,
		async [Symbol.asyncDispose]() {
			await handle.close();
			await unlink(path).catch(ignore('ENOENT'));
		},
	};
}

/**
 * Makes what was written last over a power cut, readable for all, under `name` in an open folder of the same disk;
 * replaces a file there.
 */
export async function finishTempFile(temp: TempFile, folder: FileHandle, name: string): Promise<void> {
	await sealTempFile(temp);
	await rename(temp.path, entryPath(folder, name));
	await folder.sync();
}

/** Makes what was written readable for all and last over a power cut. */
export async function sealTempFile({ handle }: TempFile): Promise<void> {
	await handle.chmod(0o644);
	await handle.sync();
}

/**
 * Removes the temporary files that a killed process left in an open folder, and answers the names of the other entries.
 */
export async function removeLeftovers(folder: FileHandle): Promise<readonly string[]> {
	const names = await readdir(entryPath(folder, '.'));
	const leftovers = names.filter((name) => name.startsWith(prefix) && !name.startsWith(mine));
	for (const name of leftovers) await unlink(entryPath(folder, name)).catch(ignore('ENOENT'));
	return names.filter((name) => !name.startsWith(prefix));
}
