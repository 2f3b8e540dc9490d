import { chmodSync, chownSync, lchownSync, lstatSync, readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type Brought, bringFiles, keepFiles } from './bring-files.ts';
import type { Scratch } from './scratch.ts';
import { namesOf, pathsOf, type SessionPath, withNames } from './session-paths.ts';
import { asUser, smith, tool } from './users.ts';

/** What a tool in use is given of the session, as a test gives its files: in the folder that it runs in, under relative names. */
export interface Handed {
	/** The input, with the names that things have for the tool. */
	readonly input: unknown;
	/** Takes what the tool has made and changed into the session; nothing of `tool` may run. Answers what could not be kept, as sentences. */
	giveBack(): readonly string[];
	/** What the tool returned, with the names that things have for the session. */
	returned(output: Record<string, unknown>): Record<string, unknown>;
	/** The same of a text. */
	told(text: string): string;
}

/** The most that is looked at when files come back. */
const most = { entries: 10_000, depth: 100 } as const;

/**
 * Puts the files that an input names into the folder of a run, and what else lies in a small `/workspace`, which is the folder that tools are
 * written for. Large ones are links to the session's own, which can be read and replaced. Throws what the system says, and where a folder
 * that is named holds too many.
 */
export function handIn({ root, work }: Scratch, input: unknown): Handed {
	const paths = pathsOf(input);
	const brought = bringAsSmith(work, paths);
	const names = namesOf(paths, root, work);
	return {
		input: withNames(input, names.inward),
		giveBack: () => giveBack(work, brought),
		returned: (output) => withNames(output, names.outward) as Record<string, unknown>,
		told: names.told,
	};
}

function bringAsSmith(work: string, paths: readonly SessionPath[]): ReadonlyMap<string, Brought> {
	chownSync(work, smith.uid, smith.uid);
	const brought = asUser(smith, () => bringFiles(work, paths));
	handOver(work, { from: smith.uid, to: tool.uid, stays: (name) => brought.get(name)?.how === 'linked' });
	return brought;
}

function giveBack(work: string, brought: ReadonlyMap<string, Brought>): readonly string[] {
	try {
		handOver(work, { from: tool.uid, to: smith.uid, stays: () => false });
		return asUser(smith, () => keepFiles(work, brought));
	} catch (error) {
		return [`What the tool wrote could not be kept: ${error instanceof Error ? error.message : error}`];
	}
}

interface HandOver {
	/** Files of anybody else stay theirs: what a second name leads to may be root's. */
	readonly from: number;
	readonly to: number;
	readonly stays: (name: string) => boolean;
}

/**
 * Gives a folder and what is in it to a user, and removes what is neither file nor folder. From the top down, for root has no right to enter
 * what is not its own, and from the bottom up to the user, who can thus change nothing meanwhile.
 */
function handOver(folder: string, { from, to, stays }: HandOver): void {
	let entries = 0;
	const give = (name: string, depth: number): void => {
		entries += 1;
		refuseIf(entries > most.entries, `more than ${most.entries} files and folders`);
		refuseIf(depth > most.depth, `more than ${most.depth} folders in one another`);
		const path = join(folder, name);
		const found = lstatSync(path);
		if (found.isFile()) {
			if (found.uid === from && !stays(name)) lchownSync(path, to, to);
		} else if (found.isDirectory()) {
			chownSync(path, 0, 0);
			chmodSync(path, (found.mode & 0o777) | 0o700);
			for (const one of readdirSync(path)) give(join(name, one), depth + 1);
			chownSync(path, to, to);
		} else unlinkSync(path);
	};
	give('', 0);
}

function refuseIf(isSo: boolean, what: string): void {
	if (isSo) throw new Error(what);
}
