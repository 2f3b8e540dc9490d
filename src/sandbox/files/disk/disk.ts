import { type FileHandle, lstat, mkdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemError } from '../../../base/errors.ts';
import { entryPath, ignore, type OpenFolder, openOwnFolder } from '../folder.ts';
import { handedFile, type Run, type RunResult, runProgram } from '../run.ts';
import { printable } from '../safe-name.ts';
import { ownDisk } from './disk-owner.ts';
import { checkProblem, isMountedNow, makeProblem, mountProblem, runDiskTool, strangeProblem } from './disk-problem.ts';
import { isCleanImage, loopDevicesOf } from './disk-state.ts';
import { attachLoop } from './loop-device.ts';
import { makeImage } from './make-image.ts';
import { openImage } from './open-image.ts';

/** How long the users of a mount may take to let go of it, and the kernel of a loop device after that. */
const releaseMs = 3000;
const freeMs = 1000;
const pollMs = 20;

/** For steps that are short and must not be cut in the middle. */
const stepMs = 60_000;

const options = 'nosuid,nodev,noatime,discard,errors=remount-ro';

/** With which programs, and by which way to the folder of an image; tests and root's helper have others. */
export interface DiskTools {
	readonly run?: Run;
	readonly openFolder?: OpenFolder;
}

/**
 * Makes the session's disk image when there is none: sparse ext4 of `bytes` bytes, whole or absent. One that exists is
 * left as it is, whatever its size. Rejects with `ProblemError` (no space on the host, mkfs.ext4 missing, something
 * else in its place) and with the signal's reason.
 */
export async function ensureDisk(
	image: string,
	bytes: number,
	signal: AbortSignal,
	{ run = runProgram, openFolder = openOwnFolder }: DiskTools = {},
): Promise<void> {
	signal.throwIfAborted();
	try {
		await using folder = await openFolder(dirname(image));
		const found = await lstat(entryPath(folder, basename(image))).catch(ignore('ENOENT'));
		if (found === undefined) await makeImage(folder, image, bytes, signal, run);
		else if (!found.isFile()) throw strangeProblem(image, 'it is not a file');
	} catch (error) {
		signal.throwIfAborted();
		throw makeProblem(image, error);
	}
}

/**
 * Mounts a session's disk image at `mountPoint` (made when missing) for a sandbox whose user namespace starts at
 * `uidBase`, with `workspace` and `outputs` in it owned by its uid 1000 and `envs` owned by its root. An image that was
 * not unmounted in good order is checked first, and mended; files of an earlier base are given to this one. Needs root. The kernel is shown nothing but
 * what this process's user has made: of others, a hostile file system could be there. Rejects
 * with `ProblemError` (no loop device, no right to mount, no image of ours, damaged beyond what a check may mend) and with the signal's
 * reason; then nothing stays mounted.
 */
export async function mountDisk(
	image: string,
	mountPoint: string,
	uidBase: number,
	signal: AbortSignal,
	{ run = runProgram, openFolder = openOwnFolder }: DiskTools = {},
): Promise<void> {
	signal.throwIfAborted();
	await mkdir(mountPoint, { recursive: true });
	await using file = await openImage(image, openFolder);
	// An image that is in use must not be checked, and need not be: it then stays on the loop device that it is on already,
	// so both see one file system.
	const opened = `/proc/self/fd/${file.fd}`;
	const needsCheck = (await becomesFree(opened, signal)) && !(await isCleanImage(opened));
	if (needsCheck) await check(image, file, signal, run);
	signal.throwIfAborted();
	await mountImage(image, file, mountPoint, run);
	try {
		await ownDisk(mountPoint, uidBase, signal);
	} catch (error) {
		await unmountDisk(mountPoint, AbortSignal.timeout(stepMs), run);
		throw error;
	}
}

async function mountImage(image: string, file: FileHandle, mountPoint: string, run: Run): Promise<void> {
	await using loop = await attachLoop(image, file, run);
	const command = ['mount', '-t', 'ext4', '-o', options, loop.device, mountPoint] as const;
	const result = await runDiskTool(run, command, AbortSignal.timeout(stepMs));
	if (result.code !== 0) throw mountProblem(image, result);
}

/**
 * Unmounts a session's disk; what was written is on the image once no other mount namespace has a copy of the mount.
 * Done also when nothing is mounted there. Waits up to 3 seconds for the last user to let go, then rejects with
 * `ProblemError`; rejects with the signal's reason between two tries.
 */
export async function unmountDisk(mountPoint: string, signal: AbortSignal, run: Run = runProgram): Promise<void> {
	const deadline = Date.now() + releaseMs;
	while (true) {
		const { code, stderr } = await runDiskTool(run, ['umount', mountPoint], AbortSignal.timeout(stepMs));
		if (code === 0 || /not mounted|no mount point/iu.test(stderr)) return;
		if (Date.now() > deadline) throw busyProblem(mountPoint, stderr);
		await pause(signal);
	}
}

/**
 * Waits for the loop device of an earlier mount to be let go, but not for ever: another mount namespace (an `unshare`,
 * a container that is just starting) may have taken a copy of that mount, and keeps it as long as it likes. Answers
 * whether the image is free.
 */
async function becomesFree(image: string, signal: AbortSignal): Promise<boolean> {
	const deadline = Date.now() + freeMs;
	while ((await loopDevicesOf(image)).length > 0) {
		if (Date.now() > deadline) return false;
		await pause(signal);
	}
	return true;
}

/**
 * Replays the journal and mends what is safe to mend. Exit codes 1 and 2 say that it did so (e2fsck(8)); where 4 says that errors are left, as after
 * writes for which this machine's disk had no room, all is mended that can be, since a session whose disk nobody mends has nowhere to go on. Above
 * that nothing is touched. One that came to be mounted since it was looked at, by a mount(8) that a killed process had begun, is in use like any
 * other.
 */
async function check(image: string, file: FileHandle, signal: AbortSignal, run: Run): Promise<void> {
	const tool = (options: string) => runDiskTool(run, ['e2fsck', options, handedFile], signal, [file.fd]);
	const safely = await tool('-p');
	if (isMended(safely) || isMountedNow(safely)) return;
	const wholly = safely.code === errorsLeft && (await tool('-fy'));
	if (!wholly || !isMended(wholly)) throw checkProblem(image, wholly || safely);
}

const errorsLeft = 4;

function isMended({ code }: RunResult): boolean {
	return [0, 1, 2, 3].includes(code);
}

async function pause(signal: AbortSignal): Promise<void> {
	await sleep(pollMs, undefined, { signal }).catch(() => signal.throwIfAborted());
}

function busyProblem(mountPoint: string, stderr: string): ProblemError {
	const mend = `Run: fuser -vm "${mountPoint}" to see what uses it`;
	return new ProblemError(`Cannot unmount "${mountPoint}": ${printable(stderr, 300)}`, mend);
}
