import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../base/errors.ts';

/**
 * Removes locks and half files of a git that was killed: gitrepository-layout(5), `lockfile.h`, `index-pack.c`. Nobody else can hold one: only
 * this process changes mirrors, one git after the other.
 */
export async function clearLeftOvers(dir: string): Promise<void> {
	if (!(await lstat(dir).catch(noneIfMissing))) return;
	const names = await readdir(dir, { recursive: true });
	const left = names.filter((name) => /\.lock$|(?:^|\/)(?:tmp_\w+|\.tmp-[^/]*|tmp_objdir-[^/]*)$/.test(name));
	await Promise.all(left.map((name) => rm(join(dir, name), { recursive: true, force: true })));
}

function noneIfMissing(error: unknown): undefined {
	if (codeOf(error) !== 'ENOENT') throw error;
}
