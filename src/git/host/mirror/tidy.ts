import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunGit } from '../order.ts';
import type { OwnMirror } from './mirrors.ts';

/** Each fetch and each commit brings a pack; git looks into all of them for each object. */
const mostPacks = 24;
const repackMs = 10 * 60_000;

/**
 * Puts the packs of a mirror together once they are many, or `now`, and leaves out what nobody needs any more. While somebody reads the mirror it is left
 * as it is, and done the next time. Nothing of it is needed by a caller: where it fails, the mirror is as it was. Only within `Mirrors.alone`.
 */
export type Tidy = (
	mirror: Pick<OwnMirror, 'id' | 'dir' | 'unread'>,
	signal: AbortSignal,
	when?: 'now',
) => Promise<void>;

export function createTidy(run: RunGit): Tidy {
	/** Mirrors that were to be tidied while somebody read them. */
	const late = new Set<string>();
	return async ({ id, dir, unread }, signal, when) => {
		const isMeant = when === 'now' || late.has(id) || (await packsIn(dir)) > mostPacks;
		if (!isMeant) return;
		late.add(id);
		if (await unread(() => repack(dir, run, signal))) late.delete(id);
	};
}

async function packsIn(dir: string): Promise<number> {
	const names = await readdir(join(dir, 'objects', 'pack')).catch(() => []);
	return names.filter((name) => name.endsWith('.pack')).length;
}

async function repack(dir: string, run: RunGit, signal: AbortSignal): Promise<void> {
	await run({ dir, args: ['repack', '-a', '-d', '-q'], ms: repackMs }, signal);
	// Somebody may be about to hand out what was just made.
	await run({ dir, args: ['prune', '--expire=1.hour.ago'], ms: repackMs }, signal);
}
