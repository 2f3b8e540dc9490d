import { randomBytes } from 'node:crypto';
import { type FileHandle, link, open, unlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { entryPath, ignore, openListing } from '../folder.ts';
import { handedFile, type Run, type RunResult } from '../run.ts';
import { makeProblem, runDiskTool } from './disk-problem.ts';

/** Tells images in the making from those a dead process left half made. */
const mine = randomBytes(6).toString('hex');

/**
 * Makes an ext4 image in an open folder: sparse, with its journal, nothing reserved, an inode for each 16 KiB so that empty files cannot
 * fill the host. Whole or absent, also after a crash or on a full host; an image that another start has made meanwhile
 * stays. Rejects with `ProblemError`, with the system's errors and with the signal's reason. `image`: its path, for people.
 */
export async function makeImage(
	folder: FileHandle,
	image: string,
	bytes: number,
	signal: AbortSignal,
	run: Run,
): Promise<void> {
	const name = basename(image);
	await removeHalfMade(folder, name);
	const temp = entryPath(folder, `${name}.${mine}-${randomBytes(6).toString('hex')}.unfinished`);
	try {
		await using handle = await open(temp, 'wx', 0o600);
		await handle.truncate(bytes);
		const result = await format(handle, bytes, signal, run);
		if (result.code !== 0) throw makeProblem(image, result);
		await handle.sync();
		// A link fails where a rename would replace an image that another start has made and mounted meanwhile.
		await link(temp, entryPath(folder, name)).catch(ignore('EEXIST'));
	} finally {
		await unlink(temp).catch(ignore('ENOENT'));
	}
	await folder.sync();
}

function format(image: FileHandle, bytes: number, signal: AbortSignal, run: Run): Promise<RunResult> {
	const inodes = Math.max(1024, Math.min(262_144, Math.floor(bytes / 16_384)));
	const lazy = 'lazy_itable_init=1,lazy_journal_init=1,nodiscard,root_owner=0:0';
	const command = ['mkfs.ext4', '-q', '-F', '-m', '0', '-N', String(inodes), '-E', lazy, handedFile] as const;
	return runDiskTool(run, command, signal, [image.fd]);
}

/** Removes what a dead process has left half made of the image of that name. */
export async function removeHalfMade(folder: FileHandle, name: string): Promise<void> {
	// One by one: whoever has the folder may have filled it
	for await (const entry of await openListing(folder)) {
		const one = String(entry.name);
		const isHalfMade = one.startsWith(`${name}.`) && one.endsWith('.unfinished');
		if (!isHalfMade || one.startsWith(`${name}.${mine}-`)) continue;
		await unlink(entryPath(folder, entry.name)).catch(ignore('ENOENT', 'EISDIR'));
	}
}
