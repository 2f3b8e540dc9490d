import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ignore } from '../folder.ts';
import type { Run, RunResult } from '../run.ts';
import { makeProblem, runDiskTool } from './disk-problem.ts';

/** Tells images in the making from those a dead process left half made. */
const mine = randomBytes(6).toString('hex');

/**
 * Makes an ext4 image: sparse, with its journal, nothing reserved, an inode for each 16 KiB so that empty files cannot
 * fill the host. Whole or absent, also after a crash or on a full host; an image that another start has made meanwhile
 * stays. Rejects with `ProblemError`, with the system's errors and with the signal's reason.
 */
export async function makeImage(image: string, bytes: number, signal: AbortSignal, run: Run): Promise<void> {
	await mkdir(dirname(image), { recursive: true });
	await removeLeftovers(image);
	const temp = `${image}.${mine}-${randomBytes(6).toString('hex')}.unfinished`;
	try {
		await using handle = await open(temp, 'wx', 0o600);
		await handle.truncate(bytes);
		const result = await format(temp, bytes, signal, run);
		if (result.code !== 0) throw makeProblem(image, result);
		await handle.sync();
		// A link fails where a rename would replace an image that another start has made and mounted meanwhile.
		await link(temp, image).catch(ignore('EEXIST'));
	} finally {
		await unlink(temp).catch(ignore('ENOENT'));
	}
	await using folder = await open(dirname(image));
	await folder.sync();
}

function format(temp: string, bytes: number, signal: AbortSignal, run: Run): Promise<RunResult> {
	const inodes = Math.max(1024, Math.min(262_144, Math.floor(bytes / 16_384)));
	const lazy = 'lazy_itable_init=1,lazy_journal_init=1,nodiscard,root_owner=0:0';
	const command = ['mkfs.ext4', '-q', '-F', '-m', '0', '-N', String(inodes), '-E', lazy, temp] as const;
	return runDiskTool(run, command, signal);
}

async function removeLeftovers(image: string): Promise<void> {
	const names = await readdir(dirname(image));
	const half = names.filter((name) => name.startsWith(`${basename(image)}.`) && name.endsWith('.unfinished'));
	const leftovers = half.filter((name) => !name.startsWith(`${basename(image)}.${mine}-`));
	for (const name of leftovers) await unlink(join(dirname(image), name)).catch(ignore('ENOENT'));
}
