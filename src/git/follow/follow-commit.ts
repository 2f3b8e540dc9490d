import type { GitWatch } from '../git.ts';
import { GitFailedError } from '../host/order.ts';
import type { GitRunner } from '../host/run-git.ts';
import { type BaseTree, readBase } from '../tree/import/base-entries.ts';
import type { Ground } from '../tree/import/build-commit.ts';
import { openQuarantine, type Quarantine } from '../tree/import/quarantine.ts';
import { treeLimits } from '../tree/limits.ts';
import { TreeRefusedError } from '../tree/refused.ts';
import { followFiles } from './follow-files.ts';
import { followSubmodules } from './follow-submodules.ts';
import type { Following, FollowOrder, Found } from './found.ts';
import { layCommit } from './lay-commit.ts';
import { pointersIn } from './lfs/pointers.ts';
import type { FollowMeans } from './means.ts';
import { followedOf, nothingFollowed } from './tell-followed.ts';

/**
 * Fetches what an admin has allowed to be followed of a commit, and keeps in its mirror the tree in which that lies in its place: `bundleOf` hands that
 * out, and `takeTree` takes it back. Whatever cannot be had stays as it is, and has a sentence. Only within `Mirrors.alone`. Rejects as `RunGit`, and
 * where this machine cannot write.
 */
export async function followCommit(
	order: FollowOrder,
	git: Pick<GitRunner, 'run' | 'stream'>,
	means: FollowMeans,
	watch: GitWatch,
): Promise<Following> {
	await using quarantine = await openQuarantine(order.dir);
	const ground: Ground = { git, dir: order.dir, env: quarantine.env, signal: watch.signal };
	try {
		const found = await findAll(order, ground, quarantine, means, watch);
		await layCommit(order, found, ground, quarantine);
		return followedOf(found);
	} catch (error) {
		watch.signal.throwIfAborted();
		if (error instanceof TreeRefusedError) return { followed: nothingFollowed(error.why) };
		if (error instanceof GitFailedError) return { followed: nothingFollowed('git cannot read it') };
		throw error;
	}
}

async function findAll(
	{ repository, follow, dir, commit, most }: FollowOrder,
	ground: Ground,
	{ files: folder }: Quarantine,
	means: FollowMeans,
	watch: GitWatch,
): Promise<Found> {
	const { git, signal } = ground;
	const base = await readBase(git, { dir, commit }, treeLimits.files, signal);
	const pointers = await pointersIn(git, dir, base, signal);
	const left = Math.min(most, treeLimits.bytes) - bytesOf(base);
	const submodules = await followSubmodules({ repository, follow, base, most: left }, ground, means, watch);
	const rest = [...submodules.values()].reduce(
		(sum, one) => sum - (one.kind === 'laid' ? bytesOf(one.files) : 0),
		left,
	);
	const hash = commit.length === 64 ? 'sha256' : 'sha1';
	const files = await followFiles({ follow, pointers, most: rest, folder, hash }, ground, means, watch);
	return { base, pointers, submodules, files };
}

function bytesOf({ files }: BaseTree): number {
	let bytes = 0;
	for (const { size } of files.values()) bytes += size;
	return bytes;
}
