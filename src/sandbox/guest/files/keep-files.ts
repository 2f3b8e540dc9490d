import { randomUUID } from 'node:crypto';
import { copyFileSync, lstatSync, mkdirSync, readdirSync, renameSync, type Stats, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '../../../base/errors.ts';
import { smith } from '../run/users.ts';
import { sanitiseLine } from '../sanitise.ts';
import { type Brought, copyFile, tried } from './bring-files.ts';
import { type Place, toSession } from './session-paths.ts';

/** The files that a run has left. */
export interface Left {
	readonly places: readonly Place[];
	/** The files that it was given, by their paths in the run. */
	readonly brought: ReadonlyMap<string, Brought>;
	/** Whether all that the tool left could be handed over. */
	readonly isWhole: boolean;
}

/**
 * Runs as smith, who owns the folders by now: moves what the tool has made and changed to where it belongs, and then removes what it has
 * removed of what it was given by name. Answers what could not be, as sentences.
 */
export function keepFiles(left: Left): readonly string[] {
	const gone = goneFrom(left);
	const problems = left.places.flatMap(({ run }) => keep(left, run));
	if (gone.length === 0) return problems;
	if (!left.isWhole || problems.length > 0) return [...problems, notRemoved];
	for (const one of gone) tried(() => removeAsItWas(one));
	return problems;
}

/** A file that is gone may be one that could not be kept, under another name. */
const notRemoved = 'What the tool removed or renamed was left where it is, because not all that it made could be kept';

/** A file of the session that the tool has removed. */
interface Gone {
	readonly from: string;
	readonly before: Stats;
}

/** To be asked before anything is moved: what was moved is gone too. */
function goneFrom({ brought }: Left): readonly Gone[] {
	return [...brought].flatMap(([path, { from, named }]) => {
		const before = named && isGone(path) ? tried(() => lstatSync(from)) : undefined;
		return before === undefined ? [] : [{ from, before }];
	});
}

/** A file kept under another name may have been put there, through a link. */
function removeAsItWas({ from, before }: Gone): void {
	if (isSame(lstatSync(from), before)) unlinkSync(from);
}

/** A file that is not smith's could not be handed over and was told, or is as it was. */
function keep(left: Left, path: string): readonly string[] {
	const found = tried(() => lstatSync(path));
	if (found?.uid !== smith.uid) return [];
	if (found.isDirectory()) return keepFolder(left, path);
	return isSame(found, left.brought.get(path)) ? [] : moved(left, path, found);
}

function keepFolder(left: Left, path: string): readonly string[] {
	const names = readdirSync(path);
	if (names.length === 0) tried(() => mkdirSync(toSession(path, left.places), { recursive: true }));
	return names.flatMap((name) => keep(left, join(path, name)));
}

function isSame(found: Stats, before: Brought | Stats | undefined): boolean {
	const { ino, size, mode, mtimeMs } = found;
	return before?.ino === ino && before.size === size && before.mode === mode && before.mtimeMs === mtimeMs;
}

function moved({ places, brought }: Left, path: string, found: Stats): readonly string[] {
	const name = toSession(path, places);
	const to = brought.get(path)?.real ?? name;
	try {
		mkdirSync(dirname(to), { recursive: true });
		if (found.nlink > 1) makeSingle(path, found);
		move(path, to);
		return [];
	} catch (error) {
		return [`"${sanitiseLine(name).slice(0, 200)}" could not be written: ${codeOf(error) ?? 'an error'}`];
	}
}

/** A file with a second name would be changed under both. */
function makeSingle(path: string, found: Stats): void {
	const own = join(dirname(path), randomUUID());
	copyFile(path, own, found);
	renameSync(own, path);
}

function move(from: string, to: string): void {
	try {
		renameSync(from, to);
	} catch (error) {
		if (codeOf(error) !== 'EXDEV') throw error;
		copyFileSync(from, to);
	}
}

/** A folder that could not be looked into has not lost what was in it. */
function isGone(path: string): boolean {
	try {
		return lstatSync(path, { throwIfNoEntry: false }) === undefined;
	} catch {
		return false;
	}
}
