import type { GitRunner } from '../../host/run-git.ts';
import type { FileMode } from '../read-tree.ts';
import { TreeRefusedError } from '../refused.ts';
import { piecesUntil } from './pieces-until.ts';

/** A file or link of a commit. */
export interface Entry {
	readonly mode: string;
	/** The object's id. */
	readonly oid: string;
	readonly size: number;
}

export interface FileEntry extends Entry {
	readonly mode: FileMode;
}

/** All that a commit holds. */
export interface BaseTree {
	/** By path. */
	readonly files: ReadonlyMap<string, Entry>;
	/** Submodules, and files whose names are no UTF-8: no tree names them, and they stay as they are. As `update-index --index-info` reads them. */
	readonly kept: readonly Buffer[];
	/** Paths of `kept`; bytes that are no UTF-8 as U+FFFD. */
	readonly keptPaths: readonly string[];
	/** By path, what a sandbox may have in the place of `files`. */
	readonly former?: ReadonlyMap<string, Entry>;
}

/** Of which commit, in which mirror. */
export interface CommitAt {
	readonly dir: string;
	readonly commit: string;
}

const link = Buffer.from('160000 ');

/** The commits of submodules, by path. Pure. */
export function submodulesIn({ kept, keptPaths }: BaseTree): ReadonlyMap<string, string> {
	const found = new Map<string, string>();
	for (const [index, record] of kept.entries()) {
		if (!record.subarray(0, link.length).equals(link)) continue;
		found.set(keptPaths[index] ?? '', record.subarray(link.length, record.indexOf(0x09)).toString('latin1'));
	}
	return found;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads all that a commit holds. Throws `TreeRefusedError` where it is more than `most` files, and as `StreamGit`. */
export async function readBase(
	git: Pick<GitRunner, 'stream'>,
	{ dir, commit }: CommitAt,
	most: number,
	signal: AbortSignal,
): Promise<BaseTree> {
	const tree = { files: new Map<string, Entry>(), kept: [] as Buffer[], keptPaths: [] as string[] };
	const args = ['ls-tree', '-r', '-z', '-l', '--full-tree', commit];
	for await (const record of piecesUntil(0, git.stream({ dir, args }, signal))) {
		if (tree.files.size >= most) throw new TreeRefusedError(`its base has more than ${most} files`);
		addRecord(tree, record);
	}
	return tree;
}

/** A record: mode, type, object, size in columns, a tab, the path. */
function addRecord(tree: { files: Map<string, Entry>; kept: Buffer[]; keptPaths: string[] }, record: Buffer): void {
	const tab = record.indexOf(0x09);
	const [mode = '', type = '', oid = '', size = ''] = record.subarray(0, tab).toString('latin1').split(/ +/);
	const path = record.subarray(tab + 1);
	const name = type === 'blob' ? textOf(path) : undefined;
	if (name !== undefined) {
		tree.files.set(name, { mode, oid, size: Number(size) });
		return;
	}
	tree.kept.push(Buffer.concat([Buffer.from(`${mode} ${oid}\t`), path, Buffer.of(0)]));
	tree.keptPaths.push(path.toString());
}

function textOf(bytes: Buffer): string | undefined {
	try {
		return utf8.decode(bytes);
	} catch {
		return undefined;
	}
}
