import { laidRef, objectAt } from '../../follow/laid-refs.ts';
import type { At } from '../../git.ts';
import type { RunGit, StreamGit } from '../order.ts';

const who = 'Threadsmith <threadsmith@localhost.invalid>';
/** Seconds since the epoch that git's own tools show without trouble. */
const latest = 4_102_444_800;

/**
 * Makes the commit that a bundle is to have, which has no parents and the tree of `commit`, or what is laid in its place. The same commit gives the same
 * one. Throws a sentence for people. Only within `Mirrors.alone`.
 */
export async function makeBase(
	dir: string,
	{ commit, repository }: At,
	run: RunGit,
	signal: AbortSignal,
): Promise<string> {
	if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit)) throw new Error('That is no commit.');
	const tree = await wordOf(run, { dir, args: ['show', '--no-patch', '--format=%T %ct', commit] }, signal);
	const [, own, at] = /^([0-9a-f]{40,64}) (\d+)$/.exec(tree ?? '') ?? [];
	if (own === undefined) throw lost(commit, repository.name);
	const id = (await objectAt({ git: { run }, dir, signal }, laidRef(commit), 'tree')) ?? own;
	const date = `${Math.min(Number(at), latest)} +0000`;
	const text = `tree ${id}\nauthor ${who} ${date}\ncommitter ${who} ${date}\n\nBase: ${commit}\n`;
	const args = ['hash-object', '-t', 'commit', '-w', '--stdin'];
	const base = await wordOf(run, { dir, args, input: Buffer.from(text) }, signal);
	if (base === undefined) throw lost(commit, repository.name);
	return base;
}

export function lost(commit: string, name: string): Error {
	return new Error(`The commit ${commit.slice(0, 12)} of ${name} is not here: fetch it again.`);
}

/** A git bundle (gitformat-bundle(5)) of that commit. Its objects are those of the tree and no other of the mirror's. Throws as `StreamGit`. */
export async function* bundleOf(
	dir: string,
	id: string,
	stream: StreamGit,
	signal: AbortSignal,
): AsyncIterable<Uint8Array> {
	const head = id.length === 64 ? '# v3 git bundle\n@object-format=sha256\n' : '# v2 git bundle\n';
	yield Buffer.from(`${head}${id} refs/heads/base\n\n`);
	const pack = ['pack-objects', '--quiet', '--revs', '--stdout', '--delta-base-offset'];
	yield* stream({ dir, args: pack, input: Buffer.from(`${id}\n`), ms: 20 * 60_000 }, signal);
}

async function wordOf(run: RunGit, order: Parameters<RunGit>[0], signal: AbortSignal): Promise<string | undefined> {
	const end = await run(order, signal);
	return end.kind === 'ok' ? end.stdout.toString().trim() : undefined;
}
