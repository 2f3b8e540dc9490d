import type { BaseTree, Entry, FileEntry } from '../tree/import/base-entries.ts';
import { keptByLfs } from '../tree/import/lfs-pointers.ts';
import { pathRefused, shownPath } from '../tree/refused.ts';

/** A commit, and the tree that lay in the sandbox in its place. */
export interface Settling {
	readonly base: BaseTree;
	/** `base` itself where nothing was followed. */
	readonly laid: BaseTree;
}

/**
 * The files of a commit to be, out of those of a sandbox: pointers stand where files of LFS lay, and below submodules there is nothing, as their commits
 * stay. Throws `TreeRefusedError` where one of these was changed. Pure.
 */
export function settleTree(
	{ base, laid }: Settling,
	files: ReadonlyMap<string, FileEntry>,
): ReadonlyMap<string, FileEntry> {
	if (laid === base) return files;
	const pointers = pointersOf({ base, laid });
	const rootOf = rootsOf({ base, laid });
	checkSubmodules(rootOf, laid, files);
	const settled = new Map<string, FileEntry>();
	for (const [path, entry] of files) {
		if (rootOf(path) === undefined) settled.set(path, entryFor(path, entry, { base, laid, pointers }));
	}
	return settled;
}

/** The files of a sandbox, with submodules that were taken away. Pure. */
export function laidFiles({ base, laid }: Settling, files: ReadonlyMap<string, FileEntry>): ReadonlyMap<string, Entry> {
	if (laid === base) return files;
	const rootOf = rootsOf({ base, laid });
	const all = new Map<string, Entry>(files);
	for (const [path, entry] of laid.files) if (rootOf(path) !== undefined) all.set(path, entry);
	return all;
}

/** By the object of each file of LFS, its pointer. */
function pointersOf({ base, laid }: Settling): ReadonlyMap<string, Entry> {
	const pointers = new Map<string, Entry>();
	for (const [path, pointer] of base.files) {
		const file = laid.files.get(path);
		if (file && file.oid !== pointer.oid) pointers.set(file.oid, pointer);
	}
	return pointers;
}

interface Entries extends Settling {
	readonly pointers: ReadonlyMap<string, Entry>;
}

function entryFor(path: string, entry: FileEntry, { base, laid, pointers }: Entries): FileEntry {
	const pointer = base.files.get(path);
	// One that was moved is what it was, elsewhere.
	if (!pointer) return asPointer(entry, pointers.get(entry.oid));
	const file = laid.files.get(path);
	if (!file || file.oid === pointer.oid || entry.oid === pointer.oid) return entry;
	if (entry.oid !== file.oid || entry.mode === '120000') throw pathRefused(path, keptByLfs);
	return asPointer(entry, pointer);
}

function asPointer(entry: FileEntry, pointer: Entry | undefined): FileEntry {
	return pointer ? { mode: entry.mode, oid: pointer.oid, size: pointer.size } : entry;
}

type RootOf = (path: string) => string | undefined;

/** The submodule that a path is, or lies in. */
function rootsOf({ base, laid }: Settling): RootOf {
	const still = new Set(laid.keptPaths);
	const roots = new Set(base.keptPaths.filter((path) => !still.has(path)));
	return (path) => {
		if (roots.has(path)) return path;
		for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
			if (roots.has(path.slice(0, end))) return path.slice(0, end);
		return undefined;
	};
}

/** One of which nothing is there was never laid, or is not wanted: its commit stays all the same. */
function checkSubmodules(rootOf: RootOf, laid: BaseTree, files: ReadonlyMap<string, FileEntry>): void {
	const there = new Set<string>();
	for (const [path, { oid, mode }] of files) {
		const root = rootOf(path);
		const old = laid.files.get(path);
		if (root !== undefined && (old?.oid !== oid || old.mode !== mode)) throw changedBelow(path, root);
		if (root !== undefined) there.add(root);
	}
	for (const path of laid.files.keys()) {
		const root = rootOf(path);
		if (root !== undefined && there.has(root) && !files.has(path)) throw changedBelow(path, root);
	}
}

function changedBelow(path: string, root: string) {
	return pathRefused(
		path,
		`lies in the submodule ${shownPath(root)}, and cannot be changed from here: it has a repository of its own`,
	);
}
