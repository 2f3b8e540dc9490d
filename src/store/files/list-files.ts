import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import type { FileEntry } from '../store.ts';

/** More than this is not listed. */
const most = 1000;

/** The regular files below `folder`, by name; links are not followed. None when the folder is missing. */
export async function listFiles(folder: string): Promise<readonly FileEntry[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
		if (codeOf(error) === 'ENOENT') return [];
		throw error;
	});
	const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	const found = await Promise.all(
		paths
			.sort()
			.slice(0, most)
			.map((path) => entryOf(folder, path)),
	);
	return found.filter((entry) => entry !== undefined);
}

/** Undefined for one that went away meanwhile. */
async function entryOf(folder: string, path: string): Promise<FileEntry | undefined> {
	return stat(path).then(
		({ size }) => ({ name: relative(folder, path), size }),
		() => undefined,
	);
}
