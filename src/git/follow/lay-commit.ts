import { type Ground, step, writeCommit } from '../tree/import/build-commit.ts';
import { moveIn } from '../tree/import/keep-commit.ts';
import type { Quarantine } from '../tree/import/quarantine.ts';
import { type FollowedFiles, type LaidFile, mostKept } from './follow-files.ts';
import type { LaidSubmodule } from './follow-submodules.ts';
import type { FollowOrder, Found } from './found.ts';
import { filesRef, laidRef, objectAt, setRefs } from './laid-refs.ts';

/** Makes the tree in which all that was had lies in its place, and keeps it in the mirror. Throws `TreeRefusedError`. */
export async function layCommit(
	{ commit, now, most }: Pick<FollowOrder, 'commit' | 'now' | 'most'>,
	found: Found,
	ground: Ground,
	quarantine: Quarantine,
): Promise<void> {
	const submodules = [...found.submodules].flatMap(([path, one]) => (one.kind === 'laid' ? [{ path, ...one }] : []));
	await step(ground, ['read-tree', commit]);
	await step(ground, ['update-index', '-z', '--index-info'], indexLines(found, submodules, commit.length));
	const tree = (await step(ground, ['write-tree'])).trim();
	const former = await objectAt(ground, laidRef(commit), 'tree');
	if (tree === (former ?? (await objectAt(ground, commit, 'tree')))) return;
	const laid = await writeCommit(ground, { tree, parents: [], message: 'Laid\n', date: Math.floor(now / 1_000) });
	const files = await filesTree(found.files, most, ground);
	const { formerTree } = found.files;
	const fresh = submodules.filter(({ isKept }) => !isKept);
	const kept = submodules.filter(({ isKept }) => isKept).map(({ oid }) => oid);
	const tips = [laid, ...(files === undefined ? [] : [files]), ...fresh.map(({ oid }) => oid)];
	await moveIn(ground, quarantine, tips, [commit, ...kept, ...(formerTree === undefined ? [] : [formerTree])]);
	// Those that were there as well: of one repository several commits may lie here.
	const refs = new Map([[laidRef(commit), laid], ...submodules.map(({ ref, oid }) => [ref, oid] as const)]);
	await setRefs(ground, files === undefined ? refs : refs.set(filesRef, files));
}

/** As `update-index --index-info` reads them: git-update-index(1). */
async function* indexLines(
	{ base, pointers, files }: Found,
	submodules: readonly (LaidSubmodule & { readonly path: string })[],
	digits: number,
): AsyncIterable<Uint8Array> {
	const gone = '0'.repeat(digits);
	for (const { path, files: tree } of submodules) {
		yield Buffer.from(`0 ${gone}\t${path}\0`);
		for (const [name, { mode, oid }] of tree.files) yield Buffer.from(`${mode} ${oid}\t${path}/${name}\0`);
	}
	for (const [path, { sha256 }] of pointers) {
		const one = files.became.get(sha256);
		const mode = base.files.get(path)?.mode;
		if (one?.kind === 'laid' && mode !== undefined) yield Buffer.from(`${mode} ${one.oid}\t${path}\0`);
	}
}

/** The tree of the files that are at hand from now on; undefined where it stays as it is. */
async function filesTree({ became, former }: FollowedFiles, most: number, ground: Ground): Promise<string | undefined> {
	const all = new Map<string, LaidFile>();
	for (const [sha256, one] of became) if (one.kind === 'laid') all.set(sha256, one);
	if ([...all.keys()].every((sha256) => former.has(sha256))) return undefined;
	let bytes = [...all.values()].reduce((sum, { size }) => sum + size, 0);
	for (const [sha256, one] of former) {
		if (all.has(sha256) || bytes + one.size > most || all.size >= mostKept) continue;
		bytes += one.size;
		all.set(sha256, one);
	}
	const lines = [...all].map(([sha256, { oid }]) => `100644 blob ${oid}\t${sha256}\0`).join('');
	return (await step(ground, ['mktree', '-z'], Buffer.from(lines))).trim();
}
