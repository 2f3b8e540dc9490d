import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { fileProblem } from './file-problem.ts';
import { syncFolder } from './write-atomically.ts';

/** One process alone writes in a data folder: what was changed last before this one began is of one that is dead. */
const began = performance.timeOrigin;

/**
 * Removes what a crash has left of unfinished writes in a folder: all that is meant by its name and was changed last before this process began.
 * Nothing happens where there is no such folder. Rejects with a `ProblemError` as a disk does.
 */
export async function removeLeftOvers(folder: string, isMeant: (name: string) => boolean): Promise<void> {
	const left = (await namesIn(folder)).filter(isMeant);
	const old = await Promise.all(left.map((name) => isOfTheDead(join(folder, name))));
	if (!old.includes(true)) return;
	try {
		for (const [at, name] of left.entries())
			if (old[at]) await rm(join(folder, name), { recursive: true, force: true });
		await syncFolder(folder);
	} catch (error) {
		throw fileProblem(error, folder);
	}
}

async function namesIn(folder: string): Promise<readonly string[]> {
	return await readdir(folder).catch((error: unknown) => {
		if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
		throw fileProblem(error, folder, 'read');
	});
}

/** Not of one that went away meanwhile. */
async function isOfTheDead(path: string): Promise<boolean> {
	return lstat(path).then(
		({ mtimeMs }) => mtimeMs < began,
		() => false,
	);
}
