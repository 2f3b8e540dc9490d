import { createHash } from 'node:crypto';
import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunGit } from '../order.ts';

/** Where commits are held that work in sandboxes is on top of. Never packed: each ref is a file, whose time tells when it was last asked for. */
export const basesFolder = 'refs/bases';

/** Of one mirror. Each holds a tree of files, and each is one more ref that a fetch looks through. */
const mostBases = 1_000;

/** One part alone, whatever the name: `a` is never the folder of `a/b`. Pure. */
export function baseRef(name: string): string {
	return `${basesFolder}/${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
}

/** Holds a commit under a name, and lets go of those that were asked for longest ago where they are too many. Answers whether the commit is here. */
export async function holdBase(
	{ dir, commit, name, most = mostBases }: HoldOrder,
	run: RunGit,
	signal: AbortSignal,
): Promise<boolean> {
	const ref = baseRef(name);
	const end = await run({ dir, args: ['update-ref', ref, commit] }, signal);
	if (end.kind !== 'ok') return false;
	const now = new Date();
	await utimes(join(dir, ref), now, now).catch(() => undefined);
	const over = (await refsIn(dir, basesFolder)).slice(most);
	for (const { name } of over) await run({ dir, args: ['update-ref', '-d', `${basesFolder}/${name}`] }, signal);
	return true;
}

export interface HoldOrder {
	readonly dir: string;
	readonly commit: string;
	readonly name: string;
	/** For tests. */
	readonly most?: number | undefined;
}

export interface UsedRef {
	readonly name: string;
	/** ms since the epoch. */
	readonly usedAt: number;
}

/** The refs that lie as files in a folder of a mirror, the one that was used last first. */
export async function refsIn(dir: string, folder: string): Promise<readonly UsedRef[]> {
	const names = (await readdir(join(dir, folder)).catch(() => [])).filter((name) => !name.endsWith('.lock'));
	const found = await Promise.all(names.map((name) => usedAt(join(dir, folder, name))));
	return names
		.map((name, at) => ({ name, usedAt: found[at] ?? 0 }))
		.toSorted((one, other) => other.usedAt - one.usedAt);
}

async function usedAt(path: string): Promise<number> {
	return stat(path).then(
		({ mtimeMs }) => mtimeMs,
		() => 0,
	);
}
