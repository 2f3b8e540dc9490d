import { chmodSync, chownSync, lstatSync, readdirSync } from 'node:fs';
import type { Scratch } from '../run/scratch.ts';
import { asUser, smith, type User } from '../run/users.ts';
import { type Brought, bringFiles, tried } from './bring-files.ts';
import { type HandedOver, handOver } from './hand-over.ts';
import { keepFiles } from './keep-files.ts';
import { namesOf, pathsOf, placesOf, type SessionPath, withNames } from './session-paths.ts';

/** The session's files as a tool in use gets them, in the folders of a run. */
export interface Handed {
	/** The input, with the names that things have for the tool. */
	readonly input: unknown;
	/** Whether there may be something to give back; nothing of the run's user may run. */
	hasSome(): boolean;
	/** Takes what the tool has made and changed into the session; nothing of the run's user may run. Answers what could not be kept, as sentences. */
	giveBack(): readonly string[];
	/** The tool's result, with the names that things have for the session. */
	returned(output: Readonly<Record<string, unknown>>): Record<string, unknown>;
	/** A text, with the names that things have for the session. */
	told(text: string): string;
}

/**
 * Puts the files that an input names into the folders of a run, and, for a tool that looks around, what else lies in a small `/workspace`,
 * which is the folder that tools are written for. Large ones are links to the session's own, which can be read and replaced. Throws what the
 * system says, and where a folder that is named holds too many.
 */
export function handIn(scratch: Scratch, input: unknown, looksAround: boolean): Handed {
	const places = placesOf(scratch);
	const brought = bringAsSmith(scratch, pathsOf(input, places), looksAround);
	const { inward, outward } = namesOf(places, scratch.root);
	return {
		input: withNames(input, inward),
		hasSome: () => brought.size > 0 || places.some(({ run }) => holdsSome(run)),
		giveBack: () => giveBack(scratch, brought),
		returned: (output) => withNames(output, outward) as Record<string, unknown>,
		told: outward,
	};
}

/** Whether a run can see files of the session, which others may still change. */
export function seesFiles(scratch: Scratch, input: unknown, looksAround: boolean): boolean {
	const named = looksAround ? [] : pathsOf(input, placesOf(scratch));
	const isThere = ({ from }: SessionPath) => tried(() => lstatSync(from, { throwIfNoEntry: false })) !== undefined;
	return looksAround || (named.length > 0 && asUser(smith, () => named.some(isThere)));
}

type Files = ReadonlyMap<string, Brought>;

/** Root's from here on, who may then look into it. */
function holdsSome(folder: string): boolean {
	chownSync(folder, 0, 0);
	chmodSync(folder, 0o700);
	return readdirSync(folder).length > 0;
}

function bringAsSmith(scratch: Scratch, paths: readonly SessionPath[], looksAround: boolean): Files {
	const places = placesOf(scratch);
	for (const { run } of places) chownSync(run, smith.uid, smith.gid);
	const brought = asUser(smith, () => bringFiles(places, paths, looksAround));
	const stays = (path: string) => brought.get(path)?.how === 'linked';
	const [problem] = problemsOf(places.map(({ run }) => handOver(run, { from: smith.uid, to: scratch.user, stays })));
	if (problem !== undefined) throw new Error(problem);
	return brought;
}

function giveBack(scratch: Scratch, brought: Files): readonly string[] {
	const { user } = scratch;
	const places = placesOf(scratch);
	const stays = (path: string) => isStillLinked(path, brought.get(path), user);
	try {
		const given = places.map(({ run }) => handOver(run, { from: user.uid, to: smith, stays }));
		const problems = problemsOf(given);
		// To become smith takes longer than all the rest, and most tools leave nothing
		if (brought.size === 0 && given.every(({ entries }) => entries === 0)) return problems;
		const isWhole = problems.length === 0 && given.every(({ removed }) => removed.size === 0);
		return [...problems, ...asUser(smith, () => keepFiles({ places, brought, isWhole }))];
	} catch (error) {
		return [`What the tool wrote could not be kept: ${error instanceof Error ? error.message : error}`];
	}
}

/** A link that we made and that the tool has left where it was. */
function isStillLinked(path: string, before: Brought | undefined, user: User): boolean {
	if (before?.how !== 'linked') return false;
	const { ino, uid } = lstatSync(path);
	return ino === before.ino && uid !== user.uid;
}

function problemsOf(given: readonly HandedOver[]): readonly string[] {
	return [...new Set(given.flatMap(({ problems }) => [...problems]))];
}
