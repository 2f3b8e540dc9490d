import { constants, type Dirent, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { codeOf, userMessage } from '../../base/errors.ts';
import type { Refusal } from '../sandbox.ts';
import { entryPath, ignore, openFolder, openListing } from './folder.ts';
import { type NamedEntry, nameEntries, type ReadEntry, readEntry } from './name-entries.ts';
import { readChunks } from './read-chunks.ts';
import { printable } from './safe-name.ts';

/** A regular file that was met, open for reading, or an entry that was refused with the reason. */
export type WalkEntry =
	| {
			readonly type: 'file';
			readonly name: string;
			/** Its path as it is called inside. */
			readonly raw: string;
			readonly size: number;
			/** When it was last changed, ms since the epoch: its ctime, which code in a sandbox cannot set. */
			readonly changedMs: number;
			/** When its content was, ms since the epoch: its mtime, which code in a sandbox can set, and a new owner does not change. */
			readonly writtenMs: number;
			/** Its content from the start, as `readChunks` has it; until the walk's next step. */
			read(signal: AbortSignal): AsyncGenerator<Uint8Array>;
	  }
	| ({ readonly type: 'refused' } & Refusal);

/** A regular file met by a walk, open. */
export type FoundFile = Extract<WalkEntry, { type: 'file' }>;

export interface WalkLimits {
	/** Entries of any kind that are looked at. */
	readonly entries: number;
	/** Folders below the first. */
	readonly depth: number;
	/**
	 * Whether a file may have other names. Harmless on a disk of the sandbox's own; on a disk shared with the host the
	 * other name may be a file of the host.
	 */
	readonly hardLinks: 'allow' | 'refuse';
}

/** Far above what a turn may hand back, low enough that a hostile tree costs well under a second. */
export const defaultWalkLimits: WalkLimits = { entries: 5000, depth: 20, hardLinks: 'refuse' };

/** Bytes of a path below the folder, so that the host's copy stays below PATH_MAX (4,096). */
const maxPathBytes = 1000;

/** Never waits for the other end of a pipe or the holder of a lease, never becomes a terminal's process. */
const asFile = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/**
 * A walk over what a sandbox hands over. On a disk of its own, another than `hostDevice` (where copies go), hard links are harmless: it holds
 * no file of the host. Nothing where there is no such folder. Rejects as `walkFiles` does.
 */
export type WalkOutputs = (hostDevice: number, signal: AbortSignal) => AsyncGenerator<WalkEntry>;

/** That walk over a folder that this process may read. */
export function walkOutputs(root: string): WalkOutputs {
	return async function* walk(hostDevice, signal) {
		const found = await stat(root).catch(ignore('ENOENT'));
		if (found === undefined) return;
		const hardLinks = found.dev === hostDevice ? 'refuse' : 'allow';
		yield* walkFiles(root, { ...defaultWalkLimits, hardLinks }, signal);
	};
}

interface Walk {
	readonly limits: WalkLimits;
	readonly device: number;
	readonly signal: AbortSignal;
	seen: number;
	toldOfRest: boolean;
}

/**
 * The regular files below `root`, a folder that hostile code may be changing meanwhile, sorted by name, depth first.
 * Every part of every path is opened through its parent's handle and never through a link, and what is yielded is what
 * was opened. Names are safe relative paths, unique in the walk. A file's handle is open until the next step; leaving
 * the loop closes everything. Rejects with the signal's reason, or when `root` itself cannot be opened.
 */
export async function* walkFiles(root: string, limits: WalkLimits, signal: AbortSignal): AsyncGenerator<WalkEntry> {
	await using folder = await openFolder(root);
	const { dev } = await folder.stat();
	yield* walkFolder(folder, top, { limits, device: dev, signal, seen: 0, toldOfRest: false }, limits.depth);
}

/** The path of a folder, as its files are named and as it is called inside: empty, or ending in a slash. */
interface Prefix {
	readonly safe: string;
	readonly raw: string;
}

const top: Prefix = { safe: '', raw: '' };

async function* walkFolder(folder: FileHandle, prefix: Prefix, walk: Walk, depth: number): AsyncGenerator<WalkEntry> {
	const { entries, complete } = await list(folder, walk);
	for (const entry of nameEntries(entries)) {
		walk.signal.throwIfAborted();
		yield* visit(folder, prefix, entry, walk, depth);
	}
	if (complete || walk.toldOfRest) return;
	walk.toldOfRest = true;
	yield refusal(
		prefix.safe || './',
		`has more than the ${walk.limits.entries} entries that are looked at: the rest was left out`,
	);
}

async function* visit(
	folder: FileHandle,
	prefix: Prefix,
	entry: NamedEntry,
	walk: Walk,
	depth: number,
): AsyncGenerator<WalkEntry> {
	const name = prefix.safe + entry.name;
	const raw = prefix.raw + entry.raw;
	const refuse = (reason: string) => refusal(prefix.safe + printable(entry.raw), reason);
	const outright = kindOf(entry.dirent) ?? whyTooLong(name);
	if (outright !== undefined) return yield refuse(outright);
	const opened = await openEntry(folder, entry.dirent);
	if (typeof opened === 'string') return yield refuse(opened);
	if (opened === undefined) return;
	await using handle = opened;
	const facts = await handle.stat();
	const reason = whyNot(facts, walk, depth);
	if (reason !== undefined) yield refuse(reason);
	else if (facts.isDirectory()) yield* walkFolder(handle, { safe: `${name}/`, raw: `${raw}/` }, walk, depth - 1);
	else yield { type: 'file', name, raw, ...contentOf(handle, facts) };
}

function contentOf(
	handle: FileHandle,
	{ size, ctimeMs, mtimeMs }: Stats,
): Pick<FoundFile, 'size' | 'changedMs' | 'writtenMs' | 'read'> {
	return { size, changedMs: ctimeMs, writtenMs: mtimeMs, read: (signal) => readChunks(handle, signal) };
}

/** Reads a folder's entries up to the walk's limit, without holding more than that in memory. */
async function list(folder: FileHandle, walk: Walk): Promise<{ entries: ReadEntry[]; complete: boolean }> {
	const entries: ReadEntry[] = [];
	for await (const entry of await openListing(folder)) {
		if (walk.seen >= walk.limits.entries) return { entries, complete: false };
		walk.seen += 1;
		entries.push(readEntry(entry));
	}
	return { entries, complete: true };
}

/** The handle; why it cannot be had; or undefined when it is gone. */
async function openEntry(folder: FileHandle, entry: Dirent<Buffer>): Promise<FileHandle | string | undefined> {
	try {
		return await open(entryPath(folder, entry.name), asFile);
	} catch (error) {
		const code = codeOf(error);
		if (code === 'ENOENT') return undefined;
		if (code === 'ELOOP') return 'is a symbolic link';
		if (code === 'ENXIO') return 'is a socket';
		if (code === 'EAGAIN') return 'is locked';
		return `cannot be opened: ${code ?? userMessage(error)}`;
	}
}

function whyTooLong(name: string): string | undefined {
	return Buffer.byteLength(name) > maxPathBytes ? 'has a path that is too long' : undefined;
}

function whyNot(stat: Stats, walk: Walk, depth: number): string | undefined {
	const kind = kindOf(stat);
	if (kind !== undefined) return kind;
	if (stat.dev !== walk.device) return 'is on another disk';
	if (stat.isDirectory()) return depth > 0 ? undefined : `is more than ${walk.limits.depth} folders deep`;
	return stat.nlink > 1 && walk.limits.hardLinks === 'refuse' ? 'is a hard link' : undefined;
}

/**
 * Why an entry of this kind is refused. Asked of the listing, so that no device is opened, then of what was opened,
 * which counts.
 */
function kindOf(entry: Dirent<Buffer> | Stats): string | undefined {
	if (entry.isSymbolicLink()) return 'is a symbolic link';
	if (entry.isFIFO()) return 'is a named pipe';
	if (entry.isSocket()) return 'is a socket';
	if (entry.isBlockDevice() || entry.isCharacterDevice()) return 'is a device';
	return undefined;
}

function refusal(name: string, reason: string): WalkEntry {
	return { type: 'refused', name, reason };
}
