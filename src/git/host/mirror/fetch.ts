import { sanitiseLine } from '../../../sandbox/guest/sanitise.ts';
import { formatAddress } from '../../address.ts';
import type { Fetched, GitWatch, NotDone } from '../../git.ts';
import type { Access, Repository } from '../../repository.ts';
import { type GitEnd, GitFailedError, type RunGit, type StreamGit } from '../order.ts';
import { explain } from '../reach/explain.ts';
import type { Line } from '../reach/line.ts';
import { type FoundRef, findRef, goneIn, patternsOf, problemOfRef } from './find-ref.ts';
import { clearLeftOvers } from './left-overs.ts';
import { lookAtTree } from './look-at-tree.ts';
import type { Mirrors, OwnMirror } from './mirrors.ts';
import type { Tidy } from './tidy.ts';
import { forgetUpstream, noteDefault, pruneUpstream, touchUpstream, upstreamRef } from './upstream-refs.ts';
import { watchGrowth } from './watch-growth.ts';

export interface FetchParts {
	readonly run: RunGit;
	readonly stream: StreamGit;
	readonly mirrors: Mirrors;
	readonly tidy: Tidy;
	readonly bounds: FetchBounds;
	/** ms since the epoch. */
	readonly now: () => number;
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
	const { found, gone } = await ask(line, ref, parts, watch.signal);
	const work = async (mirror: OwnMirror): Promise<Fetched | NotDone> => {
		await forgetUpstream(mirror.dir, gone, parts.run, watch.signal);
		return found.kind === 'refused' ? found : take(mirror, repository, found, line, parts, watch);
	};
	return found.kind === 'refused' && gone.length === 0 ? found : parts.mirrors.alone(repository.id, work, watch.signal);
}

async function take(
	mirror: OwnMirror,
	{ address }: Repository,
	found: FoundRef,
	line: Line,
	parts: FetchParts,
	watch: GitWatch,
): Promise<Fetched | NotDone> {
	const { run, tidy } = parts;
	const { signal } = watch;
	const { dir } = mirror;
	await mirror.ensure(formatAddress(address), found.commit.length === 64 ? 'sha256' : 'sha1');
	const kept = upstreamRef(found.from);
	const there = await commitOf(dir, kept, run, signal);
	const failed = there === found.commit ? undefined : await bring(dir, found, line, parts, watch);
	const commit = failed ?? (await commitOf(dir, kept, run, signal));
	if (commit === undefined) return { kind: 'refused', why: 'That is the name of something that is no commit.' };
	if (typeof commit !== 'string') return commit;
	await noteDefault(dir, found.defaultBranch, run, signal);
	await touchUpstream(dir, found.from, parts.now());
	const looked = await facts(dir, commit, found, line, parts, signal);
	await pruneUpstream(dir, parts.now(), run, signal);
	// Of what is not taken nothing stays.
	if (looked.kind === 'refused') await forgetUpstream(dir, [found.from], run, signal);
	await tidy(mirror, signal, looked.kind === 'refused' ? 'now' : undefined);
	return looked;
}

interface Asked {
	readonly found: FoundRef | NotDone;
	/** Names that the server has no more, if it ever had. */
	readonly gone: readonly string[];
}

/** Asks a server for a ref, without anything of a mirror: its folder need not be there yet. */
async function ask(
	line: Line,
	ref: string | undefined,
	{ run, mirrors, bounds }: FetchParts,
	signal: AbortSignal,
): Promise<Asked> {
	const args = ['ls-remote', '--symref', '--', line.url, ...patternsOf(ref)];
	const dir = await mirrors.nowhere();
	const end = await run({ dir, args, network: line.network, env: line.env, ms: bounds.askMs }, signal);
	if (end.kind !== 'ok') return { found: explain(end, line), gone: [] };
	const output = end.stdout.toString();
	return { found: findRef(output, ref), gone: goneIn(output, ref) };
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
		...['--no-auto-maintenance', '--no-show-forced-updates', '--', line.url, `+${from}:${upstreamRef(from)}`],
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
