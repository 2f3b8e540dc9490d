import { type BaseTree, type Entry, readBase } from '../tree/import/base-entries.ts';
import { type Ground, writeCommit, writeTree } from '../tree/import/build-commit.ts';
import { moveIn } from '../tree/import/keep-commit.ts';
import type { Quarantine } from '../tree/import/quarantine.ts';
import { laidRef, objectAt, setRefs } from './laid-refs.ts';

/** A tree that lay in a sandbox in the place of a commit’s. */
export interface LaidTree {
	/** Undefined: the commit itself. */
	readonly commit: string | undefined;
	readonly tree: BaseTree;
}

/** Finds what was laid for a commit; `base`: all that the commit holds. Throws as `readBase`. */
export async function laidFor(commit: string, base: BaseTree, most: number, ground: Ground): Promise<LaidTree> {
	const laid = await objectAt(ground, laidRef(commit), 'commit');
	if (laid === undefined) return { commit: undefined, tree: base };
	const tree = await readBase(ground.git, { dir: ground.dir, commit: laid }, most, ground.signal);
	return { commit: laid, tree: { ...tree, former: base.files } };
}

export interface KeepLaid {
	/** Of ours; the mirror has it. */
	readonly commit: string;
	readonly date: number;
	readonly from: LaidTree;
	/** As they lie in a sandbox. */
	readonly files: ReadonlyMap<string, Entry>;
}

/** Keeps what lay in a sandbox for the commit that was made of it, so that its tests have the same. Only within `Mirrors.alone`. */
export async function keepLaid(
	{ commit, date, from, files }: KeepLaid,
	ground: Ground,
	quarantine: Quarantine,
): Promise<void> {
	if (from.commit === undefined) return;
	const own = { ...ground, env: { ...ground.env, GIT_INDEX_FILE: `${ground.env['GIT_INDEX_FILE']}-laid` } };
	const tree = await writeTree(own, from.tree, files);
	const laid = await writeCommit(own, { tree, parents: [], message: 'Laid\n', date });
	if (laid !== from.commit) await moveIn(own, quarantine, [laid], [from.commit, commit]);
	await setRefs(own, new Map([[laidRef(commit), laid]]));
}
