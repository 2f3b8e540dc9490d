import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { codeOf } from '../../base/errors.ts';

/** The names of the folders in a folder, sorted; links are none of them. None when the folder is missing. */
export async function foldersIn(folder: string): Promise<readonly string[]> {
	const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown): Dirent[] => {
		if (codeOf(error) === 'ENOENT') return [];
		throw error;
	});
	return entries
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => name)
		.sort();
}
