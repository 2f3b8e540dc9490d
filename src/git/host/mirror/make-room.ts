import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { keptRefs } from '../../tree/ref-name.ts';
import { basesFolder, refsIn } from './held-bases.ts';
import { type Mirrors, originFile } from './mirrors.ts';
import { sizeOf } from './watch-growth.ts';

export interface MirrorSize {
	readonly id: string;
	readonly bytes: number;
	/** ms since the epoch. */
	readonly usedAt: number;
	/** Work is on top of commits of it. */
	readonly isWorkedOn: boolean;
}

/** The mirrors of a folder; none where there is no such folder. */
export async function mirrorsIn(folder: string): Promise<readonly MirrorSize[]> {
	const names = await readdir(folder).catch(() => []);
	const ids = names.flatMap((name) => /^(r-[0-9a-f]{12})\.git$/.exec(name)?.[1] ?? []);
	return Promise.all(ids.map((id) => look(join(folder, `${id}.git`), id)));
}

async function look(dir: string, id: string): Promise<MirrorSize> {
	const [bytes, bases, used] = await Promise.all([
		sizeOf(dir),
		refsIn(dir, basesFolder),
		stat(join(dir, originFile)).catch(() => undefined),
	]);
	return { id, bytes, usedAt: used?.mtimeMs ?? 0, isWorkedOn: bases.length > 0 };
}

export interface RoomOrder {
	readonly folder: string;
	/** Bytes of all mirrors. */
	readonly most: number;
	/** It was asked for just now. */
	readonly except: string;
}

/**
 * Removes mirrors until all of them are no larger than they may be: those that were used longest ago first, and those that work is on top of last. They
 * are fetched again when they are asked for. One that keeps commits of ours, which nobody else has, or is in use just now, stays.
 */
export async function makeRoom({ folder, most, except }: RoomOrder, mirrors: Pick<Mirrors, 'idle'>): Promise<void> {
	const all = await mirrorsIn(folder);
	let total = all.reduce((sum, { bytes }) => sum + bytes, 0);
	const order = all
		.filter(({ id }) => id !== except)
		.toSorted((one, other) => Number(one.isWorkedOn) - Number(other.isWorkedOn) || one.usedAt - other.usedAt);
	for (const { id, bytes } of order) {
		if (total <= most) return;
		let isGone = false;
		await mirrors.idle(id, async ({ dir, remove }) => {
			if (await keepsCommits(dir)) return;
			await remove();
			isGone = true;
		});
		if (isGone) total -= bytes;
	}
}

/** Refs of ours are files each: where others were packed, nobody knows. */
async function keepsCommits(dir: string): Promise<boolean> {
	const packed = await stat(join(dir, 'packed-refs')).then(
		() => true,
		() => false,
	);
	return packed || (await refsIn(dir, keptRefs)).length > 0;
}
