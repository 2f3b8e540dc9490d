import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { entryPath, makeSubfolder, openFolder } from '../folder.ts';
import { reOwn } from '../re-own.ts';

/** The uid of commands and file built-ins in the sandbox, counted from the base of its user namespace. */
const commandUid = 1000;

/** The gid of running tools there, and one of their uids. */
export const toolUid = 1003;

/** The mode of a folder that is open to all but its group, which is the tool user's. */
export const closedToTool = 0o705;

/**
 * The folders on the disk, and whose they are in the sandbox: `envs` holds what is installed, which nobody may change there. The session's own
 * are closed to its running tools, which get of them what they are called with.
 */
const folders = [
	{ name: 'workspace', uid: commandUid, gid: toolUid, mode: closedToTool },
	{ name: 'outputs', uid: commandUid, gid: toolUid, mode: closedToTool },
	// Everybody in the sandbox reads what is installed; tools run in it too, and none finds another's folder.
	{ name: 'envs', uid: 0, gid: toolUid, mode: 0o715 },
] as const;

/**
 * Holds the bases that owners on the disk may have. The disk's root is the host's, so nothing in the sandbox can change
 * it.
 */
const markerName = '.uid-base';

/** Always written whole and in place: a disk that the sandbox has filled has no room for a second one. */
const markerBytes = 64;

/**
 * Readies a mounted session disk for a sandbox whose user namespace starts at `uidBase`: makes `workspace` and
 * `outputs`, owned by its uid 1000, and `envs`, owned by its root, and moves what an earlier base owned to this one. The
 * bases are noted on the disk before anything moves, so an interrupted move is finished by the next. Rejects with the
 * signal's reason and with the system's errors.
 */
export async function ownDisk(mountPoint: string, uidBase: number, signal: AbortSignal): Promise<void> {
	await using root = await openFolder(mountPoint);
	await using marker = await open(
		entryPath(root, markerName),
		constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW,
		0o600,
	);
	const bases = await readBases(marker);
	const earlier = bases.filter((base) => base !== uidBase);
	if (earlier.length > 0 || bases.length === 0) await writeBases(marker, [uidBase, ...earlier]);
	for (const folder of folders) await ownFolder(root, folder, { uidBase, earlier, signal });
	if (earlier.length > 0) await writeBases(marker, [uidBase], 'whenever');
}

interface Owning {
	readonly uidBase: number;
	readonly earlier: readonly number[];
	readonly signal: AbortSignal;
}

async function ownFolder(root: FileHandle, wanted: (typeof folders)[number], owning: Owning): Promise<void> {
	const { uidBase, earlier, signal } = owning;
	signal.throwIfAborted();
	await using folder = await makeSubfolder(root, wanted.name);
	const [owner, group] = [uidBase + wanted.uid, uidBase + wanted.gid];
	const { uid, gid } = await folder.stat();
	if (uid !== owner || gid !== group) await folder.chown(owner, group);
	// Apart from the service's umask, and from what was done to it inside.
	await folder.chmod(wanted.mode);
	if (earlier.length > 0) await reOwn(folder, earlier, uidBase, signal);
}

async function readBases(marker: FileHandle): Promise<readonly number[]> {
	const { buffer, bytesRead } = await marker.read(Buffer.alloc(markerBytes), 0, markerBytes, 0);
	const words = buffer.toString('latin1', 0, bytesRead).match(/\d{1,10}/gu) ?? [];
	return [...new Set(words.map(Number))];
}

/** `whenever`: should the machine lose it, what it says is done is done once more. */
async function writeBases(marker: FileHandle, bases: readonly number[], when?: 'whenever'): Promise<void> {
	const text = `${bases.slice(0, 5).join(' ')}`.padEnd(markerBytes - 1);
	await marker.write(`${text}\n`, 0);
	if (when === undefined) await marker.sync();
}
