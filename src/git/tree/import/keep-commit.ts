import { join } from 'node:path';
import { keptRef } from '../ref-name.ts';
import { type Ground, step } from './build-commit.ts';
import type { Quarantine } from './quarantine.ts';

export interface Keeping {
	readonly commit: string;
	/** Commits whose objects the mirror has. */
	readonly has: readonly string[];
	/** As `CommitOrder.name`. */
	readonly name: string;
}

/**
 * Moves a commit's new objects into the mirror and keeps it under its name; nothing of them is there before git has looked at each, as `fsck
 * --strict` does, and at what they point to. Throws `TreeRefusedError` where it finds fault.
 */
export async function keepCommit(
	ground: Ground,
	quarantine: Quarantine,
	{ commit, has, name }: Keeping,
): Promise<void> {
	if (!has.includes(commit)) await moveIn(ground, quarantine, [commit], has);
	await step({ ...ground, env: {} }, ['update-ref', keptRef(name), commit]);
}

/**
 * Moves the objects of commits and trees into the mirror that are not in `has`, once git has looked at them. Nothing keeps them there yet. Throws
 * `TreeRefusedError` where it finds fault.
 */
export async function moveIn(
	ground: Ground,
	quarantine: Quarantine,
	tips: readonly string[],
	has: readonly string[],
): Promise<void> {
	const revisions = Buffer.from([...tips, ...has.map((one) => `^${one}`)].map((line) => `${line}\n`).join(''));
	const pack = await step(
		ground,
		['pack-objects', '--revs', '-q', '--window=0', join(quarantine.packs, 'pack')],
		revisions,
	);
	const packName = `pack-${pack.trim()}`;
	await step(ground, [
		'index-pack',
		'--strict',
		'-o',
		join(quarantine.packs, 'judged.idx'),
		join(quarantine.packs, `${packName}.pack`),
	]);
	await quarantine.moveIn(packName);
}
