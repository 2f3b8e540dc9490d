import { createHash } from 'node:crypto';
import type { NewsItem, PullRequestState } from '../../../src/git/code-host/code-host.ts';
import type { Access } from '../../../src/git/repository.ts';

interface FakePull {
	readonly number: number;
	/** As it was ordered: `branch`, or `owner:branch`. */
	readonly head: string;
	readonly base: string;
	readonly title: string;
	body: string;
	readonly comments: string[];
	readonly draft: boolean;
	state: PullRequestState;
	readonly items: NewsItem[];
}

interface FakeCommit {
	readonly tree: string;
	readonly parent?: string;
}

/** A server with one repository, its code host, and the mirror of it on this host: plain JSON, so that it outlives a process that is killed. */
export interface FakeWorld {
	/** By their names; those of a fork as `path:branch`. */
	readonly branches: Record<string, string>;
	readonly pulls: FakePull[];
	readonly commits: Record<string, FakeCommit>;
	/** Commits that the mirror keeps, by name. */
	readonly kept: Record<string, string>;
	/** Commits that the mirror holds as work is on top of them, by name. */
	readonly held: Record<string, string>;
	/** All that arrived at the server and changed it, in order. */
	readonly arrived: string[];
	/** What was to be followed with the last fetch that said so. */
	followed?: Access['follow'];
	/** The mirror had to make room: a commit takes a fetch first. */
	hasMadeRoom?: boolean;
	isArchived?: boolean;
	mayPush?: boolean;
}

/** A world whose default branch `main` has one commit. */
export function newWorld(): FakeWorld {
	const world: FakeWorld = { branches: {}, pulls: [], commits: {}, kept: {}, held: {}, arrived: [] };
	advance(world, 'main', 'first');
	return world;
}

/** Somebody else pushes a tree to a branch; answers its commit. */
export function advance(world: FakeWorld, branch: string, tree: string): string {
	const parent = world.branches[branch];
	const commit = hashOf(`${parent} ${tree}`);
	world.commits[commit] = { tree, ...(parent !== undefined && { parent }) };
	world.branches[branch] = commit;
	return commit;
}

export function hashOf(text: string): string {
	return createHash('sha1').update(text).digest('hex');
}

/** What happens to each thing that is done over the network or in the mirror; throws to die there, answers a sentence to refuse. */
export type Mishap = (deed: Deed, when: 'before' | 'after') => string | undefined;
export type Deed =
	| 'fetch'
	| 'bundle'
	| 'commit'
	| 'push'
	| 'drop'
	| 'look'
	| 'fork'
	| 'open'
	| 'news'
	| 'renew'
	| 'test';

export const noMishap: Mishap = () => undefined;

/** Does a deed between its mishaps; `done` is what the server has, whatever is answered. */
export function withMishap<T>(
	mishap: Mishap,
	deed: Deed,
	done: () => T,
): T | { readonly kind: 'refused'; readonly why: string } {
	const before = mishap(deed, 'before');
	if (before !== undefined) return { kind: 'refused', why: before };
	const outcome = done();
	const after = mishap(deed, 'after');
	return after === undefined ? outcome : { kind: 'refused', why: after };
}
