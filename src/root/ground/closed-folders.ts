import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BotUser } from '../bot-user.ts';

/** By these the kernel decides who may pass through a folder. */
export type FolderRights = Pick<Stats, 'mode' | 'uid' | 'gid'>;

/** Whether a user, of its own group alone, may pass through a folder (path_resolution(7)). Pure. */
export function maySearch(rights: FolderRights, user: Pick<BotUser, 'uid' | 'gid'>): boolean {
	return (bitsFor(rights, user) & 1) !== 0;
}

/** Whether it may read a file or list a folder. Pure. */
export function mayRead(rights: FolderRights, user: Pick<BotUser, 'uid' | 'gid'>): boolean {
	return (bitsFor(rights, user) & 4) !== 0;
}

function bitsFor({ mode, uid, gid }: FolderRights, user: Pick<BotUser, 'uid' | 'gid'>): number {
	if (uid === user.uid) return mode >> 6;
	return gid === user.gid ? mode >> 3 : mode;
}

/** The folders above paths through which a user may not pass, the topmost on each way alone. Absolute paths; what is not there is closed to nobody. */
export async function closedAbove(paths: readonly string[], user: BotUser): Promise<readonly string[]> {
	const found = await Promise.all(paths.map((path) => topmostClosed(path, user)));
	return [...new Set(found.filter((folder) => folder !== undefined))].toSorted();
}

async function topmostClosed(path: string, user: BotUser): Promise<string | undefined> {
	for (const folder of waysTo(path)) {
		const stats = await stat(folder).catch(() => undefined);
		if (stats && !maySearch(stats, user)) return folder;
	}
	return undefined;
}

/** The folders that a path lies in, the topmost first, without `/`. Pure. */
export function waysTo(path: string): readonly string[] {
	const above = dirname(path);
	return above === path || above === '/' ? [] : [...waysTo(above), above];
}
