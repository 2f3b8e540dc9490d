import { chmodSync, chownSync, lchownSync, lstatSync, readdirSync, type Stats, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../../base/errors.ts';
import type { User } from '../run/users.ts';
import { sanitiseLine } from '../sanitise.ts';

export interface Owners {
	/** Files of anybody else stay theirs: what a second name leads to may be root's. */
	readonly from: number;
	readonly to: Pick<User, 'uid' | 'gid'>;
	/** Tells paths that are left as they are. */
	readonly stays: (path: string) => boolean;
}

export interface HandedOver {
	/** Paths that were neither file nor folder. */
	readonly removed: ReadonlySet<string>;
	/** Sentences on files that could not be handed over. */
	readonly problems: ReadonlySet<string>;
	/** How much was in it. */
	readonly entries: number;
}

/** Folders in one another. */
export const deepest = 100;

/** The most that is looked at in one folder and all below it. */
const mostEntries = 10_000;

interface Walk {
	readonly owners: Owners;
	readonly removed: Set<string>;
	readonly problems: Set<string>;
	entries: number;
}

/**
 * Gives a folder and what is in it to a user, and removes what is neither file nor folder. From the top down, for root has no right to enter
 * what is not its own, and from the bottom up to the user, who can thus change nothing meanwhile. What cannot be given stays whose it is.
 */
export function handOver(folder: string, owners: Owners): HandedOver {
	const walk: Walk = { owners, removed: new Set(), problems: new Set(), entries: 0 };
	give(walk, folder, 0);
	return walk;
}

function give(walk: Walk, path: string, depth: number): void {
	const { from, to, stays } = walk.owners;
	const found = lstatSync(path);
	if (stays(path)) return;
	if (found.isDirectory()) giveFolder(walk, path, { found, depth });
	else if (!found.isFile()) remove(walk, path);
	else if (found.uid === from) lchownSync(path, to.uid, to.gid);
	else if (found.uid !== to.uid) throw new NotKept("it is another user's");
}

/** Closed to all others while it is walked: what they may write to they could exchange between a look and a change. */
function giveFolder(walk: Walk, path: string, { found, depth }: { found: Stats; depth: number }): void {
	const { to } = walk.owners;
	if (depth > deepest) throw new NotKept(`more than ${deepest} folders are in one another`);
	chownSync(path, 0, 0);
	chmodSync(path, 0o700);
	for (const name of readdirSync(path)) {
		walk.entries += 1;
		if (walk.entries <= mostEntries) tryToGive(walk, join(path, name), depth + 1);
		else walk.problems.add(`What is more than ${mostEntries} files and folders was not kept`);
	}
	chmodSync(path, (found.mode & 0o777) | 0o700);
	chownSync(path, to.uid, to.gid);
}

class NotKept extends Error {
	override readonly name = 'NotKept';
}

function tryToGive(walk: Walk, path: string, depth: number): void {
	try {
		give(walk, path, depth);
	} catch (error) {
		const name = sanitiseLine(path.slice(path.lastIndexOf('/') + 1)).slice(0, 100);
		walk.problems.add(`"${name}" could not be kept: ${whyNot(path, error)}`);
	}
}

function whyNot(path: string, error: unknown): string {
	if (error instanceof NotKept) return error.message;
	const isForeign = codeOf(error) === 'ENOENT' && path.includes('\ufffd');
	return isForeign ? 'its name is not UTF-8' : (codeOf(error) ?? 'an error');
}

function remove({ removed }: Walk, path: string): void {
	unlinkSync(path);
	removed.add(path);
}
