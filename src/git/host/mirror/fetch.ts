import { createHash } from 'node:crypto';
import { sanitiseLine } from '../../../sandbox/guest/sanitise.ts';
import { formatAddress } from '../../address.ts';
import type { Fetched, GitWatch, NotDone } from '../../git.ts';
import type { Access } from '../../repository.ts';
import { type GitEnd, GitFailedError, type RunGit, type StreamGit } from '../order.ts';
import { explain } from '../reach/explain.ts';
import type { Line } from '../reach/line.ts';
import { type FoundRef, findRef, patternsOf, problemOfRef } from './find-ref.ts';
import { lookAtTree } from './look-at-tree.ts';
import { clearLeftOvers, type Mirrors } from './mirrors.ts';
import { tidyMirror } from './tidy.ts';
import { watchGrowth } from './watch-growth.ts';

export interface FetchParts {
	readonly run: RunGit;
	readonly stream: StreamGit;
	readonly mirrors: Mirrors;
	readonly bounds: FetchBounds;
}

export interface FetchBounds {
	/** Bytes that are fetched at once, and bytes that a commit's files may have. */
	readonly bytes: number;
	/** Files of a commit. */
	readonly files: number;
	/** For a question to a server, and for a fetch. */
	readonly askMs: number;
	readonly fetchMs: number;
	readonly stallMs: number;
}

export const usualBounds: Omit<FetchBounds, 'bytes'> = {
	files: 1_000_000,
	askMs: 60_000,
	fetchMs: 20 * 60_000,
	stallMs: 90_000,
};

/** Old commits of many projects have these; they mislead nobody: git-fsck(1), "FSCK MESSAGES". */
const harmless = [
	...['badTimezone', 'zeroPaddedDate', 'zeroPaddedFilemode', 'missingEmail', 'badEmail', 'missingNameBeforeEmail'],
	...['missingSpaceBeforeEmail', 'missingSpaceBeforeDate', 'multipleAuthors'],
].flatMap((id) => ['-c', `fetch.fsck.${id}=ignore`]);

/** Brings one commit into the mirror, without its past. */
export async function fetchCommit(
	{ repository }: Access,
	line: Line,
	ref: string | undefined,
	parts: FetchParts,
	watch: GitWatch,
): Promise<Fetched | NotDone> {
	const problem = ref === undefined ? undefined : problemOfRef(ref);
	if (problem) return { kind: 'refused', why: problem };
	const found = await ask(line, ref, parts, watch.signal);
	if (found.kind === 'refused') return found;
	const work = async (dir: string): Promise<Fetched | NotDone> => {
		const format = found.commit.length === 64 ? 'sha256' : 'sha1';
		await parts.mirrors.ensure(repository.id, formatAddress(repository.address), format);
		const kept = keptName(found.from);
		const there = await commitOf(dir, kept, parts.run, watch.signal);
		const failed = there === found.commit ? undefined : await bring(dir, found, line, parts, watch);
		const commit = failed ?? (await commitOf(dir, kept, parts.run, watch.signal));
		if (commit === undefined) return { kind: 'refused', why: 'That is the name of something that is no commit.' };
		if (typeof commit !== 'string') return commit;
		await noteDefault(dir, found.defaultBranch, parts.run, watch.signal);
		const looked = await facts(dir, commit, found, line, parts, watch.signal);
		// Of what is not taken nothing stays.
		if (looked.kind === 'refused') await forget(dir, kept, parts.run, watch.signal);
		else await tidyMirror(dir, parts.run, watch.signal);
		return looked;
	};
	return parts.mirrors.alone(repository.id, work, watch.signal);
}

/** Asks a server for a ref, without anything of a mirror: its folder need not be there yet. */
async function ask(
	line: Line,
	ref: string | undefined,
	{ run, mirrors, bounds }: FetchParts,
	signal: AbortSignal,
): Promise<FoundRef | NotDone> {
	const args = ['ls-remote', '--symref', '--', line.url, ...patternsOf(ref)];
	const dir = await mirrors.nowhere();
	const end = await run({ dir, args, network: line.network, env: line.env, ms: bounds.askMs }, signal);
	return end.kind === 'ok' ? findRef(end.stdout.toString(), ref) : explain(end, line);
}

/** Where what was fetched is kept in a mirror. One name for each: `a` and `a/b` may both have been branches at some time. Pure. */
export function keptName(from: string): string {
	return `refs/upstream/${createHash('sha256').update(from).digest('hex').slice(0, 32)}`;
}

async function commitOf(dir: string, ref: string, run: RunGit, signal: AbortSignal): Promise<string | undefined> {
	const end = await run(
		{ dir, args: ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`] },
		signal,
	);
	return end.kind === 'ok' ? end.stdout.toString().trim() : undefined;
}

async function bring(
	dir: string,
	{ from }: FoundRef,
	line: Line,
	{ run, bounds }: FetchParts,
	{ signal, onProgress }: GitWatch,
): Promise<NotDone | undefined> {
	await using growth = await watchGrowth(dir, { most: bounds.bytes, stallMs: bounds.stallMs, everyMs: 250 }, signal);
	const args = [
		...harmless,
		...['fetch', '--progress', '--force', '--depth=1', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'],
		...['--no-auto-maintenance', '--no-show-forced-updates', '--', line.url, `+${from}:${keptName(from)}`],
	];
	const tell = progress(onProgress);
	const onWords = (text: string) => {
		growth.heard();
		tell(text);
	};
	const order = {
		dir,
		args,
		onWords,
		network: line.network,
		env: line.env,
		ms: bounds.fetchMs,
		mostFile: bounds.bytes,
	};
	const end = await run(order, growth.signal).catch((error: unknown): GitEnd | 'bound' => {
		if (signal.aborted || growth.met() === undefined) throw error;
		return 'bound';
	});
	if (end !== 'bound' && end.kind === 'ok') return undefined;
	// A file that may grow no more ends git without a word (setrlimit(2)).
	const met = growth.met() ?? ((await growth.grown()) >= bounds.bytes ? 'too-big' : undefined);
	await clearLeftOvers(dir);
	if (met === 'too-big') return { kind: 'refused', why: `${line.path} is larger than what is fetched here.` };
	return end === 'bound'
		? { kind: 'refused', why: `${line.host} stopped sending: try again later.` }
		: explain(end, line);
}

/** git overwrites its line of progress: the last one of what came is told. */
function progress(onProgress: ((line: string) => void) | undefined): (text: string) => void {
	return (text) => {
		const last = text.split(/[\r\n]+/).findLast((line) => /^(?:remote: )?\w[\w ]*: +\d+%/.test(line));
		if (last !== undefined)
			onProgress?.(
				sanitiseLine(last.replace(/^remote: /, ''))
					.slice(0, 120)
					.trim(),
			);
	};
}

async function forget(dir: string, ref: string, run: RunGit, signal: AbortSignal): Promise<void> {
	await run({ dir, args: ['update-ref', '-d', ref] }, signal);
	await tidyMirror(dir, run, signal, 'now');
}

async function noteDefault(dir: string, branch: string, run: RunGit, signal: AbortSignal): Promise<void> {
	await run({ dir, args: ['symbolic-ref', 'refs/upstream/default', `refs/heads/${branch}`] }, signal);
}

async function facts(
	dir: string,
	commit: string,
	{ branch, defaultBranch }: FoundRef,
	{ host, path }: Line,
	{ stream, bounds }: FetchParts,
	signal: AbortSignal,
): Promise<Fetched | NotDone> {
	try {
		const found = await lookAtTree({ dir, commit, bounds }, stream, signal);
		if (found === 'too-many') return { kind: 'refused', why: `${path} has more than ${bounds.files} files.` };
		if (found === 'too-big')
			return { kind: 'refused', why: `The files of ${path} are larger than what is fetched here.` };
		if (found === 'too-long')
			return { kind: 'refused', why: `The names of the files of ${path} are longer than what is fetched here.` };
		return { kind: 'fetched', commit, defaultBranch, ...(branch !== undefined && { branch }), ...found };
	} catch (error) {
		if (!(error instanceof GitFailedError)) throw error;
		return { kind: 'refused', why: `What ${host} sent of ${path} cannot be read.` };
	}
}
