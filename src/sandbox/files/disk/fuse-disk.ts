import { mkdir, readdir, readFile } from 'node:fs/promises';
import { waitUntil } from '../../../base/wait-until.ts';
import { type Run, runProgram } from '../run.ts';
import { ownDisk } from './disk-owner.ts';
import { checkProblem, heldProblem, mountProblem, runDiskTool } from './disk-problem.ts';
import { isCleanImage } from './disk-state.ts';

/** fuse2fs writes what it still has when it is unmounted; 50 ms seen for 200 MB, seconds on a disk that others are busy with. */
const release = { everyMs: 20, withinMs: 60_000 };
/** A check of 2 GB takes a second or two; none must hang a start for good. */
const stepMs = 120_000;

/**
 * `fakeroot`: owners may be set by whoever is root in this namespace. Without `default_permissions` it would then let anybody read and
 * write anything.
 */
const options = 'allow_other,fakeroot,default_permissions,nosuid,nodev';

/**
 * As `mountDisk`, without a loop device: fuse2fs serves the image, in the user namespace that this process is root of. It keeps no journal:
 * after a crash of it the image is checked, and mended as far as it can be (`e2fsck -p`, then `-fy`), before it is mounted again.
 */
export async function mountFuseDisk(
	image: string,
	mountPoint: string,
	uidBase: number,
	signal: AbortSignal,
	run: Run = runProgram,
): Promise<void> {
	signal.throwIfAborted();
	await mkdir(mountPoint, { recursive: true });
	// Two at a time would destroy it
	if (!(await isReleased(image, signal))) throw heldProblem(image);
	if (!(await isCleanImage(image))) await mend(image, run);
	signal.throwIfAborted();
	const command = ['fuse2fs', '-o', options, image, mountPoint] as const;
	const result = await runDiskTool(run, command, AbortSignal.timeout(stepMs));
	if (result.code !== 0) throw mountProblem(image, result);
	// Should this fail, the caller unmounts it with the slot that it is in
	await ownDisk(mountPoint, uidBase, signal);
}

/** Resolves when no fuse2fs has the image open any more: it still writes when its mount is gone. Rejects with `ProblemError` after a minute. */
export async function fuseDiskReleased(image: string): Promise<void> {
	if (!(await isReleased(image, AbortSignal.timeout(stepMs)))) throw heldProblem(image);
}

/** How often it is looked whether a disk is still served, ms: what goes wrong meanwhile, code in the sandbox is told by the kernel. */
const lookMs = 500;

/** Resolves when no fuse2fs serves the image any more. Rejects with the signal's reason. */
export async function fuseDiskGone(image: string, signal: AbortSignal): Promise<void> {
	const [pid] = await serversOf(image);
	const pace = { everyMs: lookMs, withinMs: Number.POSITIVE_INFINITY };
	await waitUntil(async () => pid === undefined || !(await serves(pid, image)), pace, signal);
}

function isReleased(image: string, signal: AbortSignal): Promise<boolean> {
	return waitUntil(async () => (await serversOf(image)).length === 0, release, signal);
}

/** The processes of fuse2fs that serve an image. */
async function serversOf(image: string): Promise<string[]> {
	const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
	const found = await Promise.all(pids.map((pid) => serves(pid, image)));
	return pids.filter((_pid, index) => found[index]);
}

/** One that has ended and is not waited for has an empty command line. */
async function serves(pid: string, image: string): Promise<boolean> {
	const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
	return /(^|\/)fuse2fs$/.test(words[0] ?? '') && words.includes(image);
}

/** Not called off in the middle. Exit codes 1 to 3 say that it was mended (e2fsck(8)). */
async function mend(image: string, run: Run): Promise<void> {
	for (const how of ['-p', '-fy']) {
		const result = await runDiskTool(run, ['e2fsck', how, image], AbortSignal.timeout(stepMs));
		if ([0, 1, 2, 3].includes(result.code)) return;
		if (how === '-fy') throw checkProblem(image, result);
	}
}
