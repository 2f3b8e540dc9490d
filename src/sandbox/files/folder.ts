import { constants, type Dirent } from 'node:fs';
import { type FileHandle, mkdir, open, opendir, realpath } from 'node:fs/promises';
import { relative } from 'node:path';
import { codeOf, ProblemError } from '../../base/errors.ts';

const asFolder = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * The path of `name` in an open folder. It goes through the handle, so no rename of a parent can lead it elsewhere;
 * only the last part can be a link, which the caller must not follow. `name` is one part of a path.
 */
export function entryPath(folder: FileHandle, name: string | Buffer): Buffer {
	return Buffer.concat([Buffer.from(`/proc/self/fd/${folder.fd}/`), Buffer.from(name)]);
}

/**
 * Opens a folder by its path, which must not be a link itself. The caller closes it: an open handle keeps a disk from
 * being unmounted.
 */
export async function openFolder(path: string): Promise<FileHandle> {
	return open(path, asFolder);
}

/** Opens a folder by its path. The caller closes it. */
export type OpenFolder = (path: string) => Promise<FileHandle>;

/**
 * Opens a folder of ours, made with its parents when missing. Rejects with `ProblemError` when it is a link or no
 * folder.
 */
export async function openOwnFolder(path: string): Promise<FileHandle> {
	await mkdir(path, { recursive: true, mode: 0o755 }).catch(ignore('EEXIST'));
	return open(path, asFolder).catch((error: unknown) => {
		throw notFolderProblem(path, error);
	});
}

/**
 * Opens folders below `data` as they are, not made where they are missing: no part of the way is a link, and each is one of these users', whoever
 * else may be changing it meanwhile. What is above `data` must be nobody's to change. Rejects with `ProblemError` where it is not so.
 */
export function foldersBelow(data: string, users: readonly number[]): OpenFolder {
	return async (path) => {
		const parts = relative(data, path).split('/').filter(Boolean);
		if (parts.includes('..')) throw new Error(`"${path}" is not below "${data}"`);
		let folder = await openFolder(await realpath(data));
		try {
			for (const part of parts) {
				const inside = await openSubfolder(folder, part);
				await folder.close();
				folder = inside;
				if (!users.includes((await folder.stat()).uid)) throw ofOthers(path);
			}
			return folder;
		} catch (error) {
			await folder.close();
			throw notFolderProblem(path, error);
		}
	};
}

function ofOthers(path: string): ProblemError {
	return new ProblemError(
		`Cannot use "${path}": it is another user's`,
		'Give it to the user of Threadsmith, then try again',
	);
}

/** Opens a folder in an open folder, never through a link. */
export async function openSubfolder(parent: FileHandle, name: string | Buffer): Promise<FileHandle> {
	return open(entryPath(parent, name), asFolder);
}

/** Opens a folder in an open folder, made when missing, never through a link. */
export async function makeSubfolder(parent: FileHandle, name: string): Promise<FileHandle> {
	await mkdir(entryPath(parent, name), { mode: 0o755 }).catch(ignore('EEXIST'));
	return openSubfolder(parent, name);
}

/** The entries of an open folder one by one, names as bytes. Leaving the loop closes it. */
export async function openListing(folder: FileHandle): Promise<AsyncIterable<Dirent<Buffer>>> {
	// The types of opendir do not know that names can be had as bytes.
	const options: object = { encoding: 'buffer', bufferSize: 256 };
	return (await opendir(entryPath(folder, '.'), options)) as unknown as AsyncIterable<Dirent<Buffer>>;
}

/** A rejection handler that lets errors of these codes pass as done. */
export function ignore(...codes: readonly string[]): (error: unknown) => undefined {
	return (error) => {
		if (!codes.includes(codeOf(error) ?? '')) throw error;
		return undefined;
	};
}

function notFolderProblem(path: string, error: unknown): unknown {
	if (codeOf(error) !== 'ENOTDIR' && codeOf(error) !== 'ELOOP') return error;
	return new ProblemError(`Cannot use "${path}": it is not a folder`, 'Move it away, then try again', { cause: error });
}
