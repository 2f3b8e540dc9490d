import { mkdir } from 'node:fs/promises';
import { ExchangeError } from './code-host/wire/exchange.ts';
import type { OpenFile } from './code-host/wire/open-file.ts';
import { followCommit } from './follow/follow-commit.ts';
import { createFollowMeans, type FollowMeans } from './follow/means.ts';
import type { BundleOrder, CommitOrder, Committed, Fetched, Git, GitWatch, NotDone, Pushed, PushOrder } from './git.ts';
import { bundleOf, lost, makeBase } from './host/mirror/bundle.ts';
import { createClosings } from './host/mirror/closings.ts';
import { type FetchBounds, type FetchParts, fetchCommit, usualBounds } from './host/mirror/fetch.ts';
import { baseRef, holdBase } from './host/mirror/held-bases.ts';
import { makeRoom } from './host/mirror/make-room.ts';
import { createMirrors, type OwnMirror } from './host/mirror/mirrors.ts';
import { MirrorGoneError } from './host/mirror/readers.ts';
import { createTidy } from './host/mirror/tidy.ts';
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
	/** Bytes of all mirrors: those that were used longest ago are removed, and fetched again when they are asked for. Default: no bound. */
	readonly mostOfAll?: number;
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
	const bounds = { ...usualBounds, bytes: options.mostBytes, ...options.bounds };
	const fetching = { ...git, mirrors, now, bounds, tidy: createTidy(git.run) };
	const means = createFollowMeans({ ...fetching, rules, open: options.openFile ?? noFile });
	const parts: Parts = { ...fetching, git, rules, scan, means };
	const room = { folder, most: options.mostOfAll ?? Number.POSITIVE_INFINITY };
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
	const closings = createClosings();
	/** Ends with this object, too. */
	const within = <T>(outer: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
		const signal = AbortSignal.any([outer, closing.signal]);
		const done = prepare().then(() => work(signal));
		const settled = done.catch(() => undefined).finally(() => running.delete(settled));
		running.add(settled);
		return done;
	};
	/** Ends where its repository is closed, too. */
	const withinOpen = <T>({ id }: Repository, outer: AbortSignal, work: (signal: AbortSignal) => Promise<T>) =>
		within(outer, (signal) => closings.unless(id, signal, work));
	return {
		fetch: (access, ref, watch) =>
			withinOpen(access.repository, watch.signal, async (signal) => {
				const fetched = await overLine(access, undefined, rules, signal, (line) =>
					fetchCommit(access, line, ref, parts, watchWith(watch, signal)),
				);
				if (fetched.kind === 'refused') return fetched;
				const followed = await withFollowed(access, fetched, parts, watchWith(watch, signal));
				await makeRoom({ ...room, except: access.repository.id }, mirrors);
				return followed;
			}),
		async *bundle(order, outer) {
			await prepare();
			yield* bundle(order, parts, AbortSignal.any([outer, closing.signal]));
		},
		commit: (order, watch) =>
			withinOpen(order.at.repository, watch.signal, (signal) => commitTree(order, parts, watchWith(watch, signal))),
		push: (access, order, watch) =>
			withinOpen(access.repository, watch.signal, (signal) => push(access, order, parts, signal)),
		drop({ id }, name) {
			if (name === undefined) closings.close(id);
			const work = (signal: AbortSignal) => (mirror: OwnMirror) =>
				name === undefined ? mirror.remove() : letGo(mirror, name, parts, signal);
			return within(closing.signal, (signal) => mirrors.alone(id, work(signal), signal));
		},
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

/** With all that is followed in it: a fetch is none the worse where that cannot be had. */
async function withFollowed(
	{ repository, follow }: Access,
	fetched: Fetched,
	{ git, mirrors, means, now, bounds }: Parts,
	watch: GitWatch,
): Promise<Fetched> {
	if (follow === undefined) return fetched;
	const order = { repository, follow, commit: fetched.commit, most: bounds.bytes, now: now() };
	const work = ({ dir }: OwnMirror) => followCommit({ ...order, dir }, git, means, watch);
	return { ...fetched, ...(await mirrors.alone(repository.id, work, watch.signal)) };
}

interface Parts extends FetchParts {
	readonly means: FollowMeans;
	readonly git: GitRunner;
	readonly scan: TreeScan;
	readonly rules: LineRules;
}

/** Nothing is taken out of the mirror until the last byte is out, or it is called off: whoever takes the bytes may have stopped, and never ask for more. */
async function* bundle(
	{ heldAs, ...at }: BundleOrder,
	{ mirrors, run, stream }: Parts,
	signal: AbortSignal,
): AsyncIterable<Uint8Array> {
	const { id, name } = at.repository;
	using reading = await mirrors.read(id, signal);
	reading.signal.addEventListener('abort', () => reading[Symbol.dispose](), { once: true });
	const made = async ({ dir }: OwnMirror) => {
		const base = await makeBase(dir, at, run, reading.signal);
		if (heldAs === undefined || (await holdBase({ dir, commit: at.commit, name: heldAs }, run, reading.signal)))
			return base;
		throw lost(at.commit, name);
	};
	yield* bundleOf(mirrors.dirOf(id), await mirrors.alone(id, made, reading.signal), stream, reading.signal);
}

function commitTree(order: CommitOrder, { git, mirrors, scan, now }: Parts, watch: GitWatch) {
	const { repository, commit } = order.at;
	const work = async ({ dir }: OwnMirror): Promise<Committed | NotDone> => {
		const there = await git.run({ dir, args: ['cat-file', '-e', `${commit}^{commit}`] }, watch.signal);
		if (there.kind !== 'ok')
			return {
				...{ kind: 'refused', lacks: 'base' },
				why: `The base of it is not here any more: open ${repository.name} again.`,
			};
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

async function push(access: Access, order: PushOrder, parts: Parts, signal: AbortSignal): Promise<Pushed | NotDone> {
	const { id, name } = access.repository;
	using reading = await parts.mirrors.read(id, signal);
	try {
		return await pushFrom(parts.mirrors.dirOf(id), access, order, parts, reading.signal);
	} catch (error) {
		if (!(error instanceof MirrorGoneError)) throw error;
		return {
			kind: 'refused',
			why: `${name} was closed here while it was pushed: its host knows whether the branch is there.`,
		};
	}
}

async function pushFrom(
	dir: string,
	access: Access,
	order: PushOrder,
	{ run, rules }: Parts,
	signal: AbortSignal,
): Promise<Pushed | NotDone> {
	const problem = await problemOfPush(dir, order, run, signal);
	if (problem) return problem;
	const path = order.fork === undefined ? undefined : besideOf(access.repository.address.path, order.fork);
	return overLine(access, path, rules, signal, (line) => pushCommit(dir, order, line, run, signal));
}

/** Code hosts tell owner and name: a host that lies below a path has that before both. */
function besideOf(path: string, fork: string): string {
	return [...path.split('/').slice(0, -2), fork].join('/');
}

async function letGo(mirror: OwnMirror, name: string, { run, tidy }: Parts, signal: AbortSignal): Promise<void> {
	for (const ref of [keptRef(name), baseRef(name)])
		await run({ dir: mirror.dir, args: ['update-ref', '-d', ref] }, signal);
	await tidy(mirror, signal);
}
