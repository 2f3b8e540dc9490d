import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunGit } from '../order.ts';

/** Each fetch and each commit brings a pack; git looks into all of them for each object. */
const mostPacks = 24;
const repackMs = 10 * 60_000;

/**
 * Puts the packs of a mirror together once they are many, or at once, and leaves out what nobody needs any more. Nothing of it is needed by a
 * caller: where it fails, the mirror is as it was. Only within `Mirrors.alone`.
 */
export async function tidyMirror(dir: string, run: RunGit, signal: AbortSignal, when?: 'now'): Promise<void> {
	const names = await readdir(join(dir, 'objects', 'pack')).catch(() => []);
	if (when === undefined && names.filter((name) => name.endsWith('.pack')).length <= mostPacks) return;
	await run({ dir, args: ['repack', '-a', '-d', '-q'], ms: repackMs }, signal);
	// Somebody may be about to hand out what was just made.
	await run({ dir, args: ['prune', '--expire=1.hour.ago'], ms: repackMs }, signal);
}
