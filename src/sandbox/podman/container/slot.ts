import { chmod, chown, type FileHandle, mkdir, rm, rmdir, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import PQueue from 'p-queue';
import type { Logger } from '../../../base/log.ts';
import { closedToTool, toolUid } from '../../files/disk/disk-owner.ts';
import { ignore, type OpenFolder } from '../../files/folder.ts';
import { type TreeName, treeNames } from '../../sandbox.ts';
import { runProgram } from '../service/run-program.ts';
import { unmountBelow } from './mounts.ts';
import type { HostPaths } from './options.ts';

/** The flags each folder of the session is mounted with, on the host: what is set inside would not cover what is mounted later. */
export const slotFlags: Readonly<Record<TreeName, readonly string[]>> = {
	inputs: ['ro', 'nosuid', 'nodev', 'noexec'],
	// Without noexec: forged tools are run from here
	tools: ['ro', 'nosuid', 'nodev'],
	memories: ['ro', 'nosuid', 'nodev', 'noexec'],
};

/**
 * Makes a slot at `path`: a closed folder with one in it that a container sees as `/session`. That is a shared mount, so that what is mounted
 * below it appears inside however late it comes. On failure, and in the end, `removeSlot` is the caller's to call. Rejects with the signal's reason.
 */
export async function createSlot(path: string, signal: AbortSignal): Promise<void> {
	const seen = slotMount(path);
	await mkdir(path, { recursive: true, mode: 0o700 });
	await mkdir(seen, { mode: 0o755 });
	await mountShared(seen, signal);
	await mkdir(slotDisk(path));
	await mkdir(join(seen, closed), { mode: 0o700 });
	for (const name of closedTrees) await symlink(`${closed}/${name}`, join(seen, name));
	for (const name of treeNames) await mkdir(pointIn(path, name));
}

/**
 * Mounts the session's folders into a slot, read-only: those that `openFolder` opens, whatever becomes of their paths. `stage` is a path of the caller's alone, which is gone once
 * `cleared` resolves; that never rejects. Rejects with the signal's reason, and with what `mount` said; what is mounted then `removeSlot` takes away.
 */
export async function bindTrees(
	{ slot, stage, openFolder }: { readonly slot: string; readonly stage: string; readonly openFolder: OpenFolder },
	trees: HostPaths['trees'],
	signal: AbortSignal,
): Promise<{ readonly cleared: Promise<void> }> {
	await using opened = new AsyncDisposableStack();
	const sources: FileHandle[] = [];
	for (const name of treeNames) sources.push(opened.use(await openFolder(trees[name])));
	await mkdir(stage, { mode: 0o700 });
	const table = join(stage, 'table');
	await writeFile(table, mountTable(slot, stage));
	try {
		// By the path that mount would make of a descriptor's it could be led elsewhere
		const words = ['--all', '--no-canonicalize', '--fstab', table];
		await runProgram(
			'mount',
			words,
			signal,
			sources.map(({ fd }) => fd),
		);
	} catch (error) {
		await clearStage(stage, table);
		throw error;
	}
	return { cleared: clearStage(stage, table) };
}

/** Whatever stays is a left-over, which the next start removes. */
async function clearStage(stage: string, table: string): Promise<void> {
	await runProgram('umount', ['--recursive', stage], AbortSignal.timeout(unmountMs)).catch(() => {});
	await rm(table, { force: true }).catch(() => {});
	await rmdir(stage).catch(() => {});
}

/**
 * The mounts, as fstab(5) has them. `mount -o bind,ro` makes a mount that may be written to and changes it then, but of a change no container
 * hears that has the mount already: so each gets its flags where none sees it, and is shown with them.
 */
function mountTable(slot: string, stage: string): string {
	const lines = [
		['threadsmith', stage, 'tmpfs', 'mode=700,size=64k,private'],
		...treeNames.flatMap((name, index) => [
			[
				`/proc/self/fd/${firstFile + index}`,
				join(stage, name),
				'none',
				['bind', ...slotFlags[name], 'X-mount.mkdir'].join(','),
			],
			[join(stage, name), pointIn(slot, name), 'none', 'bind'],
		]),
	];
	return lines.map((fields) => `${fields.map(escaped).join(' ')} 0 0\n`).join('');
}

/** The number of the first file that a program is handed. */
const firstFile = 3;

/** As fstab(5) writes what separates its fields. Pure. */
function escaped(field: string): string {
	return field.replaceAll(/[\s\\#]/g, (one) => `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`);
}

function pointIn(slot: string, name: TreeName): string {
	const seen = slotMount(slot);
	return closedTrees.includes(name) ? join(seen, closed, name) : join(seen, name);
}

/** The folder of a slot that is closed to running tools: what a session has there, its other tools too, would tell a tool whether it is tested. */
const closed = 'closed';
const closedTrees: readonly TreeName[] = ['tools', 'memories'];

/** Opens that folder to whoever is in a sandbox, but for its tool user, once the base of its ids is known. */
export async function openClosed(path: string, idBase: number): Promise<void> {
	const folder = join(slotMount(path), closed);
	await chown(folder, idBase, idBase + toolUid);
	await chmod(folder, closedToTool);
}

/**
 * Lets the container with these ids pass to its slot, and nobody else: a runtime with a kernel of its own opens what is bound as the
 * container's root, which is nobody here. The folders above, and that of the files it is made of, can be passed by others then, and not listed.
 */
export async function letPass(path: string, own: string, idBase: number): Promise<void> {
	const slots = dirname(path);
	for (const folder of [dirname(dirname(slots)), dirname(slots), slots, own])
		await chmod(folder, ((await stat(folder)).mode & 0o7777) | 0o011);
	await chown(path, 0, idBase);
	await chmod(path, 0o710);
}

/** The part of a slot that its container sees. */
export function slotMount(path: string): string {
	return join(path, 'session');
}

/** Where the session's disk is to be mounted in a slot. */
export function slotDisk(path: string): string {
	return join(slotMount(path), 'disk');
}

/** Unmounts what is mounted at or below a slot and removes it, whole or half made, ours or another process's. */
export async function removeSlot(path: string, log: Logger): Promise<void> {
	// The time of each counts from its turn: two hundred at once took longer, and left their mounts
	await unmounting.add(() => unmountBelow(path, log, AbortSignal.timeout(unmountMs)));
	// Never recursively: should a mount have stayed, that would empty the session's disk
	for (const folder of [slotMount(path), path]) await rmdir(folder).catch(ignore('ENOENT'));
}

const unmountMs = 20_000;
const unmounting = new PQueue({ concurrency: 8 });

async function mountShared(path: string, signal: AbortSignal): Promise<void> {
	// The very flags that the container's bind asks for: with one more (noexec), runc now and then fails to mount it ("operation not permitted")
	const options = 'mode=755,size=64k,nosuid,nodev';
	await runProgram('mount', ['-t', 'tmpfs', '-o', options, '--make-shared', 'threadsmith', path], signal);
}
