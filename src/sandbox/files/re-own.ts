import { type FileHandle, lchown, lstat } from 'node:fs/promises';
import { entryPath, ignore, openListing, openSubfolder } from './folder.ts';

/** Ids of one sandbox's user namespace, counted from its base; what `UsernsMode auto:size=…` asks for. */
const idsPerSandbox = 4096;

/** Entries that are worked on at once: the four threads that Node does file work on are kept busy, and no more. */
const batchSize = 32;

/**
 * Folders below the first; each one holds a handle open while what is below it is done, and a hostile tree must not use
 * up ours.
 */
const maxDepth = 200;

interface Move {
	/** Bases that owners may still have. */
	readonly from: readonly number[];
	readonly to: number;
	readonly signal: AbortSignal;
	/** Inodes with several names that were moved: where the ranges overlap, a second move would be one too many. */
	readonly moved: Set<number>;
}

/**
 * Gives all that is in an open folder, at any depth, from the ids of old bases to those of a new one: `from + 1000`
 * becomes `to + 1000`, for users and groups alike; other owners are left alone. Links are moved, never followed, and no
 * file is opened. The folder itself is the caller's, and what lies more than 200 folders deep stays as it is. Rejects
 * with the signal's reason; it may then be run again with the base it had reached in `from`.
 */
export async function reOwn(
	folder: FileHandle,
	from: readonly number[],
	to: number,
	signal: AbortSignal,
): Promise<void> {
	await reOwnFolder(folder, { from, to, signal, moved: new Set() }, maxDepth);
}

async function reOwnFolder(folder: FileHandle, move: Move, depth: number): Promise<void> {
	let batch: Buffer[] = [];
	const subfolders: Buffer[] = [];
	const flush = async () => {
		move.signal.throwIfAborted();
		const found = await Promise.all(batch.map((name) => reOwnEntry(folder, name, move)));
		subfolders.push(...batch.filter((_name, index) => found[index] === 'folder'));
		batch = [];
	};
	for await (const entry of await openListing(folder)) {
		batch.push(entry.name);
		if (batch.length >= batchSize) await flush();
	}
	await flush();
	if (depth === 0) return;
	for (const name of subfolders) await enter(folder, name, move, depth - 1);
}

async function enter(folder: FileHandle, name: Buffer, move: Move, depth: number): Promise<void> {
	const subfolder = await openSubfolder(folder, name).catch(ignore('ENOENT', 'ENOTDIR', 'ELOOP'));
	if (subfolder === undefined) return;
	await using handle = subfolder;
	await reOwnFolder(handle, move, depth);
}

async function reOwnEntry(folder: FileHandle, name: Buffer, move: Move): Promise<'folder' | 'other'> {
	const path = entryPath(folder, name);
	const stat = await lstat(path).catch(ignore('ENOENT'));
	if (stat === undefined) return 'other';
	const uid = moveId(stat.uid, move);
	const gid = moveId(stat.gid, move);
	const changes = (uid !== stat.uid || gid !== stat.gid) && !move.moved.has(stat.ino);
	if (changes && stat.nlink > 1 && !stat.isDirectory()) move.moved.add(stat.ino);
	if (changes) await lchown(path, uid, gid).catch(ignore('ENOENT'));
	return stat.isDirectory() ? 'folder' : 'other';
}

function moveId(id: number, { from, to }: Move): number {
	const base = from.find((start) => id >= start && id < start + idsPerSandbox);
	return base === undefined ? id : to + id - base;
}
