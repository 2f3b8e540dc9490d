import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf } from '../../base/errors.ts';
import type { Records } from '../../store/records.ts';

/**
 * Removes the mirrors in `folder` of repositories that are opened nowhere, and those that are half removed: a process that died in the middle has left
 * them, and nobody names them again. Only before anybody works with mirrors.
 */
export async function forgetMirrors(folder: string, records: Pick<Records, 'get'>): Promise<void> {
	for (const name of await namesIn(folder)) {
		const [, id, half] = /^(r-[0-9a-f]{12})\.git(\.removed)?$/.exec(name) ?? [];
		if (id !== undefined && (half !== undefined || !(await isOpened(id, records))))
			await rm(join(folder, name), { recursive: true, force: true });
	}
}

/** Whatever is in its record: one that does not fit is still one. */
async function isOpened(id: string, records: Pick<Records, 'get'>): Promise<boolean> {
	return (await records.get('repository', id, z.unknown())) !== undefined;
}

async function namesIn(folder: string): Promise<readonly string[]> {
	try {
		return await readdir(folder);
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return [];
		throw error;
	}
}
