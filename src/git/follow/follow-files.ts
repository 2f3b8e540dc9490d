import { createReadStream } from 'node:fs';
import type { GitWatch } from '../git.ts';
import type { Followable } from '../repository.ts';
import { readBase } from '../tree/import/base-entries.ts';
import type { ObjectHash } from '../tree/import/blob-writer.ts';
import { type Ground, importBlobs } from '../tree/import/build-commit.ts';
import { filesRef, objectAt } from './laid-refs.ts';
import type { LfsReach } from './lfs/lfs-server.ts';
import type { Pointer } from './lfs/pointers.ts';
import type { TakenFile } from './lfs/take-file.ts';
import { takeFiles } from './lfs/take-files.ts';
import type { FollowMeans } from './means.ts';
import type { NotHad } from './not-had.ts';

export interface FollowFiles {
	readonly follow: readonly Followable[];
	/** By path. */
	readonly pointers: ReadonlyMap<string, Pointer>;
	/** Bytes of all of them. */
	readonly most: number;
	/** An empty folder. */
	readonly folder: string;
	readonly hash: ObjectHash;
}

/** A file as an object of git's. */
export interface LaidFile {
	readonly kind: 'laid';
	readonly oid: string;
	readonly size: number;
}

export interface FollowedFiles {
	/** By SHA-256: what became of each that is wanted. */
	readonly became: ReadonlyMap<string, LaidFile | NotHad>;
	/** Those that were at hand before, by SHA-256, and the tree of them. */
	readonly former: ReadonlyMap<string, LaidFile>;
	readonly formerTree: string | undefined;
}

/** Files of LFS that are at hand in a mirror. */
export const mostKept = 20_000;

/** Puts files of LFS into the quarantine, as objects. Rejects as `RunGit`. */
export async function followFiles(
	order: FollowFiles,
	ground: Ground,
	means: FollowMeans,
	watch: GitWatch,
): Promise<FollowedFiles> {
	const named = order.follow.filter(({ kind }) => kind === 'lfs');
	const wanted = new Map([...order.pointers.values()].map((pointer) => [pointer.sha256, pointer]));
	if (named.length === 0 || wanted.size === 0) return { became: new Map(), former: new Map(), formerTree: undefined };
	const formerTree = await objectAt(ground, filesRef, 'tree');
	const former = formerTree === undefined ? new Map<string, LaidFile>() : await keptIn(formerTree, ground);
	const became = new Map<string, LaidFile | NotHad>();
	for (const sha256 of wanted.keys()) {
		const kept = former.get(sha256);
		if (kept) became.set(sha256, kept);
	}
	const pointers = [...wanted.values()].filter(({ sha256 }) => !became.has(sha256));
	if (pointers.length > 0) watch.onProgress?.(`Fetching ${pointers.length} files of LFS`);
	const servers = pointers.length > 0 ? await serversOf(named, means, ground.signal) : [];
	const most = order.most - bytesOf(became.values());
	const taken = await takeFiles({ ...order, most, pointers, servers }, means.open, ground.signal);
	await importFiles(
		[...taken.values()].flatMap((one) => (one.kind === 'taken' ? [one] : [])),
		ground,
	);
	for (const [sha256, one] of taken)
		became.set(sha256, one.kind === 'taken' ? { kind: 'laid', oid: one.oid, size: one.size } : one);
	return { became, former, formerTree };
}

function bytesOf(files: Iterable<LaidFile | NotHad>): number {
	let bytes = 0;
	for (const one of files) if (one.kind === 'laid') bytes += one.size;
	return bytes;
}

async function keptIn(tree: string, { git, dir, signal }: Ground): Promise<ReadonlyMap<string, LaidFile>> {
	const { files } = await readBase(git, { dir, commit: tree }, mostKept, signal);
	return new Map([...files].map(([sha256, { oid, size }]) => [sha256, { kind: 'laid', oid, size }]));
}

async function serversOf(
	named: readonly Followable[],
	means: FollowMeans,
	signal: AbortSignal,
): Promise<readonly LfsReach[]> {
	return await Promise.all(named.map((follow) => means.lfsServer(follow, signal)));
}

async function importFiles(files: readonly TakenFile[], ground: Ground): Promise<void> {
	if (files.length > 0) await importBlobs(ground, commandsFor(files));
}

/** git-fast-import(1), "blob" and "data" in its exact form. */
async function* commandsFor(files: readonly TakenFile[]): AsyncIterable<Uint8Array> {
	for (const { at, size } of files) {
		yield Buffer.from(`blob\ndata ${size}\n`);
		yield* createReadStream(at) as AsyncIterable<Uint8Array>;
		yield Buffer.from('\n');
	}
	yield Buffer.from('done\n');
}
