import { keepLaid, laidFor } from '../follow/laid-tree.ts';
import { laidFiles, type Settling, settleTree } from '../follow/settle-tree.ts';
import type { Committed, Finding, GitWatch, NotDone } from '../git.ts';
import { GitFailedError } from '../host/order.ts';
import type { GitRunner } from '../host/run-git.ts';
import { type RawChange, readChanges } from './changes/read-changes.ts';
import { readDiff } from './changes/read-diff.ts';
import { type BaseTree, type Entry, readBase } from './import/base-entries.ts';
import { failure, type Ground, importBlobs, writeCommit, writeTree } from './import/build-commit.ts';
import { type CollectedTree, createTreeCollector } from './import/collect-tree.ts';
import { keepCommit } from './import/keep-commit.ts';
import { refuseChangedPointers } from './import/lfs-pointers.ts';
import { openQuarantine, type Quarantine } from './import/quarantine.ts';
import { mostMessage, type TreeLimits, takeMs, treeLimits } from './limits.ts';
import { readTree, type TreeEnd } from './read-tree.ts';
import { TreeRefusedError } from './refused.ts';
import { sortFindings, type TreeScan } from './scan.ts';

/** A tree that is to become one commit. */
export interface TakeOrder {
	/** The bare mirror, which has the base and `onto`. */
	readonly dir: string;
	/** The commit that the tree was made from. */
	readonly base: string;
	/** A commit of ours that stays below the new one. Where the base is none of its forebears, the new one has both as parents. */
	readonly onto?: string | undefined;
	/** As `CommitOrder.name`. */
	readonly name: string;
	/** As `stage_tree.py` prints it: untrusted. */
	readonly tree: AsyncIterable<Uint8Array>;
	readonly message: string;
	/** Seconds since the epoch: with the same one, the same tree becomes the same commit. */
	readonly date: number;
	/** Files that need an admin's yes, beside those that always do. */
	readonly protectedGlobs: readonly string[];
	readonly limits?: TreeLimits;
}

export interface TakeParts {
	readonly git: Pick<GitRunner, 'run' | 'stream'>;
	readonly scan: TreeScan;
}

/**
 * Makes one commit of ours out of a final tree, as many gits whatever the number of files, and keeps it under its name. What it answers is of the
 * commit as against `onto`, or the base. A tree that is refused leaves nothing in the mirror. Rejects with the signal's reason, and with `ProblemError`
 * where this machine lacks something.
 */
export async function takeTree(order: TakeOrder, parts: TakeParts, watch: GitWatch): Promise<Committed | NotDone> {
	const signal = AbortSignal.any([watch.signal, AbortSignal.timeout(takeMs)]);
	try {
		if (Buffer.byteLength(order.message) > mostMessage || order.message.includes('\0'))
			throw new TreeRefusedError('its message cannot be one');
		await using quarantine = await openQuarantine(order.dir);
		const ground: Ground = { git: parts.git, dir: order.dir, env: quarantine.env, signal };
		return await take(order, ground, quarantine, parts.scan, watch);
	} catch (error) {
		watch.signal.throwIfAborted();
		const why = signal.aborted ? 'it took too long' : whyOf(error);
		return { kind: 'refused', why: `The folder was not taken as a commit: ${why}.` };
	}
}

function whyOf(error: unknown): string {
	if (error instanceof TreeRefusedError) return error.why;
	throw error;
}

async function take(
	order: TakeOrder,
	ground: Ground,
	quarantine: Quarantine,
	scan: TreeScan,
	watch: GitWatch,
): Promise<Committed> {
	const base = await baseOf(order, ground);
	watch.onProgress?.('Taking the files');
	const laid = await laidFor(order.base, base, (order.limits ?? treeLimits).files, ground);
	const tree = await collect(order, ground, { base, laid: laid.tree });
	const parents = await parentsOf(order, ground);
	const [below = order.base] = parents.compared;
	const id = await writeTree(ground, base, tree.files);
	const changes = await readChanges(ground, below, id);
	const isNone = changes.length === 0 && parents.all.length === 1;
	const commit = isNone ? below : await writeCommit(ground, { ...order, tree: id, parents: parents.all });
	watch.onProgress?.(`Looking at ${changes.length} changed files`);
	const entryOf = (path: string) => tree.files.get(path);
	const { diff: most } = order.limits ?? treeLimits;
	const read = await readDiff(ground, { from: below, to: commit, changes, entryOf, most }, scan);
	await keepCommit(ground, quarantine, { commit, has: parents.all, name: order.name });
	if (!isNone) await keepLaid({ commit, date: order.date, from: laid, files: tree.laid }, ground, quarantine);
	return {
		kind: 'committed',
		commit,
		changes: changes.map(({ isOther, mode, ...change }) => change),
		diff: read.diff,
		...(read.cut && { cut: read.cut }),
		ignored: tree.end.ignored,
		findings: sortFindings([...read.findings, ...protectedIn(changes, order, scan), ...leftFindings(tree.end)]),
	};
}

async function baseOf({ dir, base, limits = treeLimits }: TakeOrder, ground: Ground): Promise<BaseTree> {
	if (!(await isKept(ground, dir, base)))
		throw new TreeRefusedError('the commit that it was made of is not kept here any more: open the repository again');
	try {
		return await readBase(ground.git, { dir, commit: base }, limits.files, ground.signal);
	} catch (error) {
		throw error instanceof GitFailedError ? failure(dir, ['ls-tree'], error.end) : error;
	}
}

async function isKept({ git, signal }: Ground, dir: string, commit: string): Promise<boolean> {
	return (await git.run({ dir, args: ['cat-file', '-e', `${commit}^{commit}`] }, signal)).kind === 'ok';
}

interface Collected extends CollectedTree {
	/** As they lie in a sandbox. */
	readonly laid: ReadonlyMap<string, Entry>;
}

async function collect(order: TakeOrder, ground: Ground, { base, laid }: Settling): Promise<Collected> {
	const { dir, tree, limits = treeLimits } = order;
	// SHA-256 has 64 digits.
	const collector = createTreeCollector(laid, order.base.length === 64 ? 'sha256' : 'sha1', limits);
	await importBlobs(ground, collector.commands(readTree(tree, ground.signal)));
	const { files: given, end } = collector.collected();
	const files = settleTree({ base, laid }, given);
	await refuseChangedPointers(ground.git, { dir, commit: order.base }, base, files, ground.signal);
	return { files, laid: laidFiles({ base, laid }, given), end };
}

interface Parents {
	readonly all: readonly string[];
	/** With which the commit is compared: what people have not seen yet. */
	readonly compared: readonly string[];
}

async function parentsOf({ base, onto }: TakeOrder, ground: Ground): Promise<Parents> {
	if (onto === undefined || onto === base) return { all: [base], compared: [base] };
	const { git, dir, env, signal } = ground;
	const end = await git.run({ dir, args: ['merge-base', '--is-ancestor', base, onto], env }, signal);
	if (end.kind === 'ok') return { all: [onto], compared: [onto] };
	// 1 is its no (git-merge-base(1)); anything else is a failure.
	if (end.kind !== 'failed' || end.code !== 1) throw failure(dir, ['merge-base'], end);
	return { all: [onto, base], compared: [base] };
}

/** The entries of submodules stay as they are; where they are said to come from needs a yes, whatever else is protected. */
function protectedIn(changes: readonly RawChange[], { protectedGlobs }: TakeOrder, scan: TreeScan): readonly Finding[] {
	const found = scan.protectedFindings(changes, protectedGlobs);
	const path = '.gitmodules';
	if (found.some((one) => one.path === path) || !changes.some((one) => one.path === path)) return found;
	return [...found, { severity: 'admin', path, why: 'says from where submodules are fetched' }];
}

function leftFindings({ left, leftMore }: TreeEnd): readonly Finding[] {
	const named = left.map(({ path, why }): Finding => ({ severity: 'tells', path, why: `was left out: ${why}` }));
	if (leftMore === 0) return named;
	return [...named, { severity: 'tells', path: '.', why: `${leftMore} more files were left out` }];
}
