import { sanitiseLine } from '../../../sandbox/guest/sanitise.ts';
import type { StreamGit } from '../order.ts';
import { readObjects } from '../read-objects.ts';

/** All that a commit holds, without what is behind it. */
export interface TreeFacts {
	readonly files: number;
	readonly bytes: number;
	/** At most 100. */
	readonly notFollowed: readonly string[];
}

export interface TreeBounds {
	readonly files: number;
	readonly bytes: number;
}

interface Entry {
	readonly mode: string;
	readonly id: string;
	readonly size: number;
	readonly path: string;
}

/** A pointer has at least 126 bytes and less than 1,024: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
const pointerSizes = { least: 120, most: 1_023 };
const pointerBegin = Buffer.from('version https://git-lfs.github.com/spec/v1\n');
const mostNamed = 100;
const mostLooked = 50_000;
/** Bytes of a path on Linux, with its end (limits.h): no longer one can be a file's. Git itself has cut longer ones short (CVE-2026-111760). */
const mostPath = 4_096;
/** Folders within folders: each has a path of its own, so that memory goes by their square. */
const mostParts = 200;
/** Bytes of all paths: few objects make a tree that names any number of files, each with a long name, and names are held in memory. */
const mostPaths = 268_435_456;

/** A bound that was met. */
type Met = 'too-many' | 'too-big' | 'too-long';

/** Counts the tree of a commit, and finds what is not followed. Throws as `StreamGit`. */
export async function lookAtTree(
	{ dir, commit, bounds }: { readonly dir: string; readonly commit: string; readonly bounds: TreeBounds },
	stream: StreamGit,
	signal: AbortSignal,
): Promise<TreeFacts | Met> {
	const counts = createCounts(bounds);
	const of: Record<Telling, Entry[]> = { submodule: [], attributes: [], small: [] };
	const args = ['ls-tree', '-r', '-l', '-z', '--full-tree', commit];
	for await (const entry of entriesOf(stream({ dir, args }, signal))) {
		if (entry === 'too-long') return entry;
		const met = counts.add(entry);
		if (met) return met;
		const kind = kindOf(entry);
		if (kind !== 'other' && of[kind].length < mostLooked) of[kind].push(entry);
	}
	const { files, bytes } = counts.all();
	const look = (entries: readonly Entry[], fits: (content: Buffer) => boolean) =>
		matching({ dir, entries, fits }, stream, signal);
	const rules = await look(of.attributes, (content) => content.includes('filter=lfs'));
	const pointers = rules.length === 0 ? [] : await look(of.small, isPointer);
	const named = [...of.submodule.map(({ path }) => path), ...pointers];
	return { files, bytes, notFollowed: named.slice(0, mostNamed).map(sanitiseLine) };
}

function createCounts(bounds: TreeBounds) {
	let files = 0;
	let bytes = 0;
	let paths = 0;
	return {
		add({ path, size }: Entry): Met | undefined {
			files += 1;
			bytes += size;
			paths += path.length;
			if (files > bounds.files) return 'too-many';
			if (bytes > bounds.bytes) return 'too-big';
			return paths > mostPaths || path.split('/').length > mostParts ? 'too-long' : undefined;
		},
		all: () => ({ files, bytes }),
	};
}

/** Of entries that have to be looked at again. */
type Telling = 'submodule' | 'attributes' | 'small';

function kindOf({ mode, path, size }: Entry): Telling | 'other' {
	if (mode === '160000') return 'submodule';
	if (/(?:^|\/)\.gitattributes$/.test(path)) return 'attributes';
	return size >= pointerSizes.least && size <= pointerSizes.most ? 'small' : 'other';
}

function isPointer(content: Buffer): boolean {
	return content.subarray(0, pointerBegin.length).equals(pointerBegin);
}

/** A mode, a type, an id, a size in columns, and the path. */
const mostRow = 200 + mostPath;

/** `<mode> <type> <id> <size>\t<path>\0`: git-ls-tree(1). Ends with `too-long` at a row that no file can have. */
async function* entriesOf(output: AsyncIterable<Uint8Array>): AsyncIterable<Entry | 'too-long'> {
	let left: Buffer = Buffer.alloc(0);
	for await (const chunk of output) {
		const read: Buffer = left.byteLength === 0 ? Buffer.from(chunk) : Buffer.concat([left, chunk]);
		let from = 0;
		for (let end = read.indexOf(0, from); end >= 0; end = read.indexOf(0, from)) {
			if (end - from > mostRow) return yield 'too-long';
			yield entryOf(read.subarray(from, end));
			from = end + 1;
		}
		left = read.subarray(from);
		if (left.byteLength > mostRow) return yield 'too-long';
	}
}

function entryOf(row: Buffer): Entry {
	const tab = row.indexOf(9);
	const [mode = '', , id = '', size = ''] = row.subarray(0, tab).toString('latin1').split(/ +/);
	return { mode, id, size: Number.parseInt(size, 10) || 0, path: row.subarray(tab + 1).toString() };
}

interface Search {
	readonly dir: string;
	readonly entries: readonly Entry[];
	readonly fits: (content: Buffer) => boolean;
}

/** The paths of those whose content fits: only so many are looked at, and none that is large. */
async function matching({ dir, entries, fits }: Search, stream: StreamGit, signal: AbortSignal): Promise<string[]> {
	const looked = entries.filter(({ size }) => size <= 65_536).slice(0, mostLooked);
	const ids = looked.map(({ id }) => id);
	const found: string[] = [];
	let index = 0;
	for await (const { content } of readObjects(stream, dir, ids, signal)) {
		const entry = looked[index];
		if (entry && fits(content)) found.push(entry.path);
		index += 1;
	}
	return found;
}
