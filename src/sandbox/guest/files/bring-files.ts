import {
	copyFileSync,
	linkSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	realpathSync,
	type Stats,
	statSync,
	symlinkSync,
	utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '../../../base/errors.ts';
import { ownFolder } from '../run/output.ts';
import { closedPlaces } from './closed-places.ts';
import { deepest } from './hand-over.ts';
import type { Place, SessionPath } from './session-paths.ts';

/** A file of the session in the folder of a run. */
export interface Brought {
	/** Its name in the session. */
	readonly from: string;
	/** Where it is: what it is called may be a link. */
	readonly real: string;
	readonly how: 'copied' | 'linked';
	/** The input names it, or a folder that it is in. */
	readonly named: boolean;
	readonly ino: number;
	readonly size: number;
	readonly mode: number;
	readonly mtimeMs: number;
}

/** Up to this much is copied, so that a tool may change it in its place; the rest is linked, where a tool may follow. */
const copied = { bytes: 64 * 1024 * 1024, count: 1000 } as const;

/** All that is brought: a tool that saw a part of a folder would count wrong. */
const mostBrought = 5000;

/** A `/workspace` with no more than this is brought whole, where the tool is to look around in it. */
const wholeLimit = 200;

/**
 * Runs as smith: what can be brought is what smith can read. What cannot be is left out, and missing where the tool looks for it. Throws what
 * the system says, and where it would be too many. Answers what was brought by its path in the run.
 */
export function bringFiles(
	[workspace]: readonly Place[],
	paths: readonly SessionPath[],
	looksAround: boolean,
): ReadonlyMap<string, Brought> {
	const load: Load = { brought: new Map(), bytes: copied.bytes, count: 0 };
	for (const { from, to } of paths) bringNamed(load, from, to);
	if (looksAround && workspace !== undefined && isSmall(workspace.session, wholeLimit)) {
		const { session: from, run: to } = workspace;
		bring(load, { from, to, named: false, found: statSync(from) });
	}
	return load.brought;
}

interface Load {
	readonly brought: Map<string, Brought>;
	/** Bytes that may still be copied. */
	bytes: number;
	count: number;
}

interface Item {
	readonly from: string;
	readonly to: string;
	readonly named: boolean;
	readonly found: Stats;
}

/** A path that is not there yet may be made, as the folder that it is to be in is there. */
function bringNamed(load: Load, from: string, to: string): void {
	const found = statOf(from);
	if (found !== undefined) bring(load, { from, to, named: true, found });
	else if (statOf(dirname(from))?.isDirectory()) unlessUnreachable(() => mkdirSync(dirname(to), { recursive: true }));
}

function bring(load: Load, item: Item): void {
	const { from, to, named, found } = item;
	load.count += 1;
	if (load.count > mostBrought) throw new Error(`more than ${mostBrought} files are in what its input names`);
	if (found.isFile()) unlessUnreachable(() => bringFile(load, item));
	if (!found.isDirectory() || from === ownFolder || isTooDeep(item)) return;
	unlessUnreachable(() => mkdirSync(to, { recursive: true }));
	for (const name of tried(() => readdirSync(from)) ?? []) {
		const below = join(from, name);
		const next = tried(() => behind(below, named));
		if (next !== undefined) bring(load, { from: below, to: join(to, name), named, found: next });
	}
}

function isTooDeep({ from, named }: Item): boolean {
	if (from.split('/').length - 2 < deepest) return false;
	if (named) throw new Error(`more than ${deepest} folders are in one another in what its input names`);
	return true;
}

/** In a folder a link is followed to a file, and only where it is named: others may lead in circles. */
function behind(path: string, named: boolean): Stats | undefined {
	const found = lstatSync(path);
	if (!found.isSymbolicLink()) return found;
	const target = named ? statSync(path) : undefined;
	return target?.isFile() ? target : undefined;
}

function bringFile(load: Load, { from, to, named, found }: Item): void {
	if (load.brought.has(to)) return;
	const real = realpathSync(from);
	const isSmallEnough = found.size <= load.bytes && load.count <= copied.count;
	const how = isSmallEnough || isClosed(real) ? 'copied' : 'linked';
	mkdirSync(dirname(to), { recursive: true });
	if (how === 'copied') copyFile(real, to, found);
	else link(real, to);
	if (how === 'copied') load.bytes -= found.size;
	const { ino, size, mode, mtimeMs } = lstatSync(to);
	load.brought.set(to, { from, real, how, named, ino, size, mode, mtimeMs });
}

/** A link to a place into which tools may not look would lead nowhere. */
function isClosed(path: string): boolean {
	return closedPlaces.some((place) => path.startsWith(`${place}/`));
}

/** With its times: by them tools tell what is newer, and we what was changed. */
export function copyFile(from: string, to: string, { atime, mtime }: Stats): void {
	copyFileSync(from, to);
	utimesSync(to, atime, mtime);
}

/** By a second name, and where there can be none (on another disk, not smith's own) by a link. */
function link(from: string, to: string): void {
	try {
		linkSync(from, to);
	} catch {
		symlinkSync(from, to);
	}
}

/** Whether no more than `limit` files and folders are below a folder. */
function isSmall(folder: string, limit: number): boolean {
	let left = limit;
	const count = (path: string): void => {
		for (const entry of tried(() => readdirSync(path, { withFileTypes: true })) ?? []) {
			left -= 1;
			if (left < 0) return;
			const below = join(path, entry.name);
			if (entry.isDirectory() && below !== ownFolder) count(below);
		}
	};
	count(folder);
	return left >= 0;
}

const unreachable = ['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'];

function unlessUnreachable(act: () => unknown): void {
	try {
		act();
	} catch (error) {
		if (!unreachable.includes(codeOf(error) ?? '')) throw error;
	}
}

function statOf(path: string): Stats | undefined {
	return tried(() => statSync(path, { throwIfNoEntry: false }));
}

export function tried<Result>(act: () => Result): Result | undefined {
	try {
		return act();
	} catch {
		return undefined;
	}
}
