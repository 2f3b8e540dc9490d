import { mkdir } from 'node:fs/promises';
import { ExchangeError } from './code-host/wire/exchange.ts';
import type { OpenFile } from './code-host/wire/open-file.ts';
import { followCommit } from './follow/follow-commit.ts';
import { createFollowMeans, type FollowMeans } from './follow/means.ts';
import type { CommitOrder, Committed, Fetched, Git, GitWatch, NotDone, PushOrder } from './git.ts';
import { bundleOf } from './host/mirror/bundle.ts';
import { type FetchBounds, type FetchParts, fetchCommit, usualBounds } from './host/mirror/fetch.ts';
import { createMirrors, type Mirrors } from './host/mirror/mirrors.ts';
import { tidyMirror } from './host/mirror/tidy.ts';
import { problemOfPush, pushCommit } from './host/push.ts';
import { openKeyFolder } from './host/reach/hold-key.ts';
import { type Line, type LineRules, openLine } from './host/reach/line.ts';
import type { GitRunner } from './host/run-git.ts';
import type { Access, Repository } from './repository.ts';
import { keptRef } from './tree/ref-name.ts';
import type { TreeScan } from './tree/scan.ts';
import { takeTree } from './tree/take-tree.ts';

export interface GitOptions {
	readonly git: GitRunner;
	/** Holds the mirrors (`<home>/repos`); it is made where it is missing, and belongs to this process alone. */
	readonly folder: string;
	/** Hosts with private addresses, authorities, names, tokens of apps. */
	readonly reach: Omit<LineRules, 'keyFolder'>;
	/** Where keys of ssh lie while they are used: a folder in memory, of this process alone. It is made where it is missing. */
	readonly keyFolder: string;
	readonly scan: TreeScan;
	/** Bytes of a repository: what is fetched at once, and the files of a commit. */
	readonly mostBytes: number;
	/** Default: `usualBounds`. */
	readonly bounds?: Partial<FetchBounds>;
	/** Fetches files of LFS. Default: none can be had. */
	readonly openFile?: OpenFile;
	/** ms since the epoch. */
	readonly now: () => number;
}

/** Nothing happens before the first use: a bot without repositories needs no git. */
export function createGit(options: GitOptions): Git {
	const { git, folder, keyFolder, scan, now } = options;
	const mirrors = createMirrors(folder);
	const rules: LineRules = { ...options.reach, keyFolder };
	const parts = { ...git, mirrors, bounds: { ...usualBounds, bytes: options.mostBytes, ...options.bounds } };
	const means = createFollowMeans({ ...parts, rules, open: options.openFile ?? noFile });
	const closing = new AbortController();
	const running = new Set<Promise<unknown>>();
	let prepared: Promise<void> | undefined;
	const prepare = () => {
		prepared ??= makeFolders(folder, keyFolder).catch((error: unknown) => {
			// It may be mended while this runs.
			prepared = undefined;
			throw error;
		});
		return prepared;
	};
	/** Ends with this object, too. */
	const within = <T>(outer: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
		const signal = AbortSignal.any([outer, closing.signal]);
		const done = prepare().then(() => work(signal));
		const settled = done.catch(() => undefined).finally(() => running.delete(settled));
		running.add(settled);
		return done;
	};
	return {
		fetch: (access, ref, watch) =>
			within(watch.signal, async (signal) => {
				const fetched = await overLine(access, undefined, rules, signal, (line) =>
					fetchCommit(access, line, ref, parts, watchWith(watch, signal)),
				);
				return await withFollowed(access, fetched, { ...parts, means, now }, watchWith(watch, signal));
			}),
		async *bundle(at, outer) {
			const signal = AbortSignal.any([outer, closing.signal]);
			await prepare();
			yield* bundleOf(mirrors.dirOf(at.repository.id), at, git, signal);
		},
		commit: (order, watch) =>
			within(watch.signal, (signal) => commitTree(order, { git, mirrors, scan, now }, watchWith(watch, signal))),
		push: (access, order, watch) =>
			within(watch.signal, (signal) => push(access, order, { git, mirrors, rules }, signal)),
		drop: ({ id }, name) =>
			within(closing.signal, (signal) =>
				mirrors.alone(id, (dir) => drop({ id, dir, name }, { git, mirrors }, signal), signal),
			),
		async [Symbol.asyncDispose]() {
			closing.abort(new Error('Threadsmith is ending'));
			await Promise.all(running);
		},
	};
}

async function makeFolders(folder: string, keyFolder: string): Promise<void> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	await openKeyFolder(keyFolder);
}

function watchWith({ onProgress }: GitWatch, signal: AbortSignal): GitWatch {
	return { signal, ...(onProgress && { onProgress }) };
}

async function overLine<T>(
	access: Access,
	path: string | undefined,
	rules: LineRules,
	signal: AbortSignal,
	work: (line: Line) => Promise<T>,
): Promise<T | NotDone> {
	const line = await openLine(access, path, rules, signal);
	if ('kind' in line) return line;
	await using open = line;
	return await work(open);
}

const noFile: OpenFile = () => Promise.reject(new ExchangeError('unreachable'));

interface WithFollowed extends FetchParts {
	readonly stream: GitRunner['stream'];
	readonly means: FollowMeans;
	readonly now: () => number;
}

/** With all that is followed in it: a fetch is none the worse where that cannot be had. */
async function withFollowed(
	{ repository, follow }: Access,
	fetched: Fetched | NotDone,
	{ means, now, ...parts }: WithFollowed,
	watch: GitWatch,
): Promise<Fetched | NotDone> {
	if (fetched.kind === 'refused' || follow === undefined) return fetched;
	const { commit } = fetched;
	const order = { repository, follow, commit, most: parts.bounds.bytes, now: now() };
	const work = (dir: string) => followCommit({ ...order, dir }, parts, means, watch);
	return { ...fetched, ...(await parts.mirrors.alone(repository.id, work, watch.signal)) };
}

interface CommitParts {
	readonly git: GitRunner;
	readonly mirrors: Mirrors;
	readonly scan: TreeScan;
	readonly now: () => number;
}

function commitTree(order: CommitOrder, { git, mirrors, scan, now }: CommitParts, watch: GitWatch) {
	const { repository, commit } = order.at;
	const work = async (dir: string): Promise<Committed | NotDone> => {
		const there = await git.run({ dir, args: ['cat-file', '-e', `${commit}^{commit}`] }, watch.signal);
		if (there.kind !== 'ok')
			return { kind: 'refused', why: `The base of it is not here any more: open ${repository.name} again.` };
		return takeTree(
			{
				...{ dir, base: commit, onto: order.onto, name: order.name, tree: order.tree, message: order.message },
				date: order.date ?? Math.floor(now() / 1000),
				protectedGlobs: repository.wishes.protected,
			},
			{ git, scan },
			watch,
		);
	};
	return mirrors.alone(repository.id, work, watch.signal);
}

interface PushParts {
	readonly git: GitRunner;
	readonly mirrors: Mirrors;
	readonly rules: LineRules;
}

async function push(access: Access, order: PushOrder, { git, mirrors, rules }: PushParts, signal: AbortSignal) {
	const dir = mirrors.dirOf(access.repository.id);
	const problem = await problemOfPush(dir, order, git.run, signal);
	if (problem) return problem;
	const path = order.fork === undefined ? undefined : besideOf(access.repository.address.path, order.fork);
	return overLine(access, path, rules, signal, (line) => pushCommit(dir, order, line, git.run, signal));
}

/** Code hosts tell owner and name: a host that lies below a path has that before both. */
function besideOf(path: string, fork: string): string {
	return [...path.split('/').slice(0, -2), fork].join('/');
}

interface DropOrder extends Pick<Repository, 'id'> {
	readonly dir: string;
	readonly name: string | undefined;
}

async function drop(
	{ id, dir, name }: DropOrder,
	{ git, mirrors }: Pick<CommitParts, 'git' | 'mirrors'>,
	signal: AbortSignal,
): Promise<void> {
	if (name === undefined) return mirrors.remove(id);
	await git.run({ dir, args: ['update-ref', '-d', keptRef(name)] }, signal);
	await tidyMirror(dir, git.run, signal);
}
