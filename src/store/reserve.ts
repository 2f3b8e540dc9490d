import { randomFillSync } from 'node:crypto';
import { rmSync, statfsSync, statSync } from 'node:fs';
import { open, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { causesOf, codeOf } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';

export interface ReserveOptions {
	/** Where it stands, on the disk that it is for. */
	readonly path: string;
	readonly log: Logger;
	/** Its bytes, at most. Default: 16 MiB. */
	readonly most?: number;
	/** How often it is looked whether it can be made again, milliseconds. */
	readonly lookMs?: number;
}

/** Room on a disk that is kept for telling that the disk is full, and for what was under way when it became so. */
export interface Reserve extends Disposable {
	/** Gives the room free. False when there was none to give, or the disk has room. */
	release(): boolean;
	/** Runs a write that must be kept; once more, from its beginning, where the disk was full and room has been given free since it began. */
	withRoom<T>(write: () => Promise<T>): Promise<T>;
	/** Makes it, or makes it again; nothing happens where the disk has too little room. */
	fill(): Promise<void>;
}

/** How what must be kept is written: by a reserve, or as it is. */
export type WithRoom = Reserve['withRoom'];

const mostBytes = 16 * 2 ** 20;
const lookEveryMs = 30_000;
/** It takes no more than this part of the disk. */
const part = 16;

/** The reserve at `path`. It is made in the background, and looked after until it is disposed of, which leaves it for the next start. */
export function createReserve({ path, log, most = mostBytes, lookMs = lookEveryMs }: ReserveOptions): Reserve {
	let filling: Promise<void> | undefined;
	let isThere = false;
	let given = 0;
	const fill = (): Promise<void> => {
		filling ??= fillAt(path, most, isThere)
			.then((there) => {
				if (there && !isThere) log.debug('The reserve on the disk is there');
				isThere = there;
			})
			.catch((error: unknown) => log.debug('The reserve on the disk cannot be made now', { err: error }))
			.finally(() => {
				filling = undefined;
			});
		return filling;
	};
	const give = (): boolean => {
		try {
			// It may be an earlier process's.
			if (statSync(path).size === 0) return false;
			isThere = false;
			rmSync(path);
			given += 1;
			log.warn('The disk is full: its reserve is given free');
			return true;
		} catch {
			return false;
		}
	};
	const release = (): boolean => isFull(dirname(path), most) && give();
	const hasRoomFor = (error: unknown, before: number): boolean => {
		const lack = lackOf(error);
		// Room given free for another write since is as good.
		if (lack !== undefined && given > before) return true;
		// A quota can be used up where the disk has room.
		return lack === 'quota' ? give() : lack === 'disk' && release();
	};
	const looking = setInterval(() => void fill(), lookMs).unref();
	void fill();
	return {
		fill,
		release,
		async withRoom(write) {
			const before = given;
			try {
				return await write();
			} catch (error) {
				if (!hasRoomFor(error, before)) throw error;
				return await write();
			}
		},
		[Symbol.dispose]: () => clearInterval(looking),
	};
}

/** A write that fails for another reason is not helped by more room. */
function isFull(folder: string, most: number): boolean {
	try {
		const { bavail, bsize } = statfsSync(folder);
		return bavail * bsize < most;
	} catch {
		return false;
	}
}

/** Why a write found no room: none on the disk, or none in a quota. Undefined when it failed for another reason. */
function lackOf(error: unknown): 'disk' | 'quota' | undefined {
	const codes = causesOf(error).map(codeOf);
	if (codes.includes('EDQUOT')) return 'quota';
	return codes.includes('ENOSPC') ? 'disk' : undefined;
}

/**
 * Whether it is there. Its bytes are written: a hole would take no room. What this process has made, or found, is not judged by its blocks
 * again: a file system may count them late, or less of them.
 */
async function fillAt(path: string, most: number, isOurs: boolean): Promise<boolean> {
	const { blocks: all, bavail, bsize } = await statfs(dirname(path));
	const bytes = Math.min(most, Math.floor((all * bsize) / part));
	const { size, blocks } = await stat(path).catch(() => ({ size: 0, blocks: 0 }));
	if (size >= bytes && (isOurs || blocks * 512 >= size)) return true;
	// A disk that is nearly full has better uses for what is left.
	if (bavail * bsize < 2 * bytes) return false;
	try {
		await using file = await open(path, 'w', 0o600);
		await file.writeFile(blocksOf(bytes));
		await file.sync();
		return true;
	} catch (error) {
		rmSync(path, { force: true });
		throw error;
	}
}

/**
 * So many bytes, a block at a time: all at once would stay in the memory of a bot that is idle. By chance: some file systems keep zeros as
 * holes, and others make little of what repeats itself.
 */
function* blocksOf(bytes: number): Generator<Buffer> {
	const block = Buffer.alloc(Math.min(bytes, 64 * 2 ** 10));
	for (let left = bytes; left > 0; left -= block.length) yield randomFillSync(block).subarray(0, left);
}
