import { mkdir, readdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../base/errors.ts';
import { waitUntil } from '../../../base/wait-until.ts';
import { ignore } from '../folder.ts';
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
	if (!(await becomesFree(image, signal))) throw heldProblem(image);
	if (!(await isCleanImage(image))) await mend(image, run);
	signal.throwIfAborted();
	await serve(image, mountPoint, run);
	// Should this fail, the caller unmounts it with the slot that it is in
	await ownFullDisk(mountPoint, uidBase, signal);
}

/**
 * Over another disk too. With libfuse 2 fuse2fs does so only where it is told, with 3 it does not know the word; it says 0 where it has mounted nothing,
 * and what a sandbox wrote would be lost with the folder behind.
 */
async function serve(image: string, mountPoint: string, run: Run): Promise<void> {
	const before = (await stat(mountPoint)).dev;
	const mount = (words: string) =>
		runDiskTool(run, ['fuse2fs', '-o', words, image, mountPoint], AbortSignal.timeout(stepMs));
	const first = await mount(options);
	const result = /nonempty/.test(first.stderr) ? await mount(`${options},nonempty`) : first;
	if (result.code !== 0 || (await stat(mountPoint)).dev === before) throw mountProblem(image, result);
}

/** fuse2fs writes nothing on a full disk, not even in place (its `fs_can_allocate`); this file makes room for what must be noted there. */
const room = { name: '.room', bytes: 65_536 } as const;

async function ownFullDisk(mountPoint: string, uidBase: number, signal: AbortSignal): Promise<void> {
	const path = join(mountPoint, room.name);
	await ownDisk(mountPoint, uidBase, signal).catch(async (error: unknown) => {
		if (codeOf(error) !== 'ENOSPC') throw error;
		await unlink(path).catch(ignore('ENOENT'));
		await ownDisk(mountPoint, uidBase, signal);
	});
	// It is there already, or there is no room for it any more
	await writeFile(path, Buffer.alloc(room.bytes), { flag: 'wx', mode: 0o600 }).catch(ignore('EEXIST', 'ENOSPC'));
}

/** Resolves when the fuse2fs of a mount that is gone has ended: until then it still writes. Rejects with `ProblemError` after a minute. */
export async function fuseDiskReleased(mountPoint: string): Promise<void> {
	const isOver = async () => (await serversOf((words) => words.includes(mountPoint))).length === 0;
	if (!(await waitUntil(isOver, release, AbortSignal.timeout(stepMs)))) throw heldProblem(mountPoint);
}

/** How often it is looked whether a disk is still served, ms: what goes wrong meanwhile, code in the sandbox is told by the kernel. */
const lookMs = 500;

/** Resolves when nothing serves a mount any more, or one of two on one point. Rejects with the signal's reason. */
export async function fuseDiskGone(mountPoint: string, signal: AbortSignal): Promise<void> {
	const pids = await serversOf((words) => words.includes(mountPoint));
	const isOver = async () =>
		pids.length === 0 || (await Promise.all(pids.map(wordsOf))).some((words) => !words.includes(mountPoint));
	await waitUntil(isOver, { everyMs: lookMs, withinMs: Number.POSITIVE_INFINITY }, signal);
}

/** Whether no fuse2fs has the image open, under whatever name. */
async function becomesFree(image: string, signal: AbortSignal): Promise<boolean> {
	const { dev, ino } = await stat(image);
	const isFree = async () => {
		const servers = await serversOf(() => true);
		return !(await Promise.all(servers.map((pid) => hasOpen(pid, { dev, ino })))).includes(true);
	};
	return await waitUntil(isFree, release, signal);
}

/** One that ends meanwhile has nothing open. */
async function hasOpen(pid: string, { dev, ino }: { readonly dev: number; readonly ino: number }): Promise<boolean> {
	const fds = await readdir(`/proc/${pid}/fd`).catch(() => []);
	const facts = await Promise.all(fds.map((fd) => stat(`/proc/${pid}/fd/${fd}`).catch(() => undefined)));
	return facts.some((one) => one?.dev === dev && one.ino === ino);
}

/** The processes of fuse2fs whose command line is as asked for. */
async function serversOf(isIt: (words: readonly string[]) => boolean): Promise<string[]> {
	const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
	const lines = await Promise.all(pids.map(wordsOf));
	return pids.filter((_pid, index) => {
		const words = lines[index] ?? [];
		return /(^|\/)fuse2fs$/.test(words[0] ?? '') && isIt(words);
	});
}

/** A command line; that of one that has ended and is not waited for is empty. */
async function wordsOf(pid: string): Promise<string[]> {
	return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
}

/** Not called off in the middle. Exit codes 1 to 3 say that it was mended (e2fsck(8)). */
async function mend(image: string, run: Run): Promise<void> {
	for (const how of ['-p', '-fy']) {
		const result = await runDiskTool(run, ['e2fsck', how, image], AbortSignal.timeout(stepMs));
		if ([0, 1, 2, 3].includes(result.code)) return;
		if (how === '-fy') throw checkProblem(image, result);
	}
}
