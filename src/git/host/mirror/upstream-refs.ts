import { createHash } from 'node:crypto';
import { access, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunGit } from '../order.ts';
import { refsIn } from './held-bases.ts';

const folder = 'refs/upstream';
/** The default branch's name, as a symbolic ref. */
const defaultName = 'default';

/** Fetched commits are kept only so that they are not fetched again: work holds its own bases. Not asked for in so long, or behind so many others, they go. */
const longestMs = 30 * 24 * 60 * 60_000;
const mostRefs = 200;

/** Where what was fetched is kept in a mirror. One name for each: `a` and `a/b` may both have been branches at some time. Pure. */
export function upstreamRef(from: string): string {
	return `${folder}/${createHash('sha256').update(from).digest('hex').slice(0, 32)}`;
}

/** Notes that a name of the server was asked for just now. */
export async function touchUpstream(dir: string, from: string, now: number): Promise<void> {
	const at = new Date(now);
	await utimes(join(dir, upstreamRef(from)), at, at).catch(() => undefined);
}

export async function noteDefault(dir: string, branch: string, run: RunGit, signal: AbortSignal): Promise<void> {
	await run({ dir, args: ['symbolic-ref', `${folder}/${defaultName}`, `refs/heads/${branch}`] }, signal);
}

/** Forgets what was fetched under these names of the server. */
export async function forgetUpstream(
	dir: string,
	names: readonly string[],
	run: RunGit,
	signal: AbortSignal,
): Promise<void> {
	for (const ref of names.map(upstreamRef))
		if (await isThere(join(dir, ref))) await run({ dir, args: ['update-ref', '-d', ref] }, signal);
}

/** git looks longer than this does, and almost none is. */
async function isThere(path: string): Promise<boolean> {
	return access(path).then(
		() => true,
		() => false,
	);
}

/** Forgets what was fetched and not asked for in a long time, or is behind many others. */
export async function pruneUpstream(dir: string, now: number, run: RunGit, signal: AbortSignal): Promise<void> {
	const all = (await refsIn(dir, folder)).filter(({ name }) => name !== defaultName);
	const old = all.filter(({ usedAt }, at) => at >= mostRefs || now - usedAt > longestMs);
	for (const { name } of old) await run({ dir, args: ['update-ref', '-d', `${folder}/${name}`] }, signal);
}
