import {
	copyFileSync,
	linkSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	renameSync,
	type Stats,
	statSync,
	unlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '../../errors.ts';
import { ownFolder } from './output.ts';
import { sanitiseLine } from './sanitise.ts';
import { isOutput, outputsName, type SessionPath } from './session-paths.ts';

/** A file of the session in the folder of a run. `named`: the input names it, or a folder that it is in. */
export interface Brought {
	readonly from: string;
	readonly how: 'copied' | 'linked';
	readonly named: boolean;
	readonly ino: number;
	readonly size: number;
	readonly mtimeMs: number;
}

/** What is copied, so that a tool may change it in its place; what is more is linked. */
const copied = { bytes: 64 * 1024 * 1024, count: 1000 } as const;

/** All that is brought: a tool that saw a part of a folder would count wrong. */
const mostBrought = 5000;

/** A `/workspace` with no more than this is brought whole. */
const wholeLimit = 200;

/**
 * Runs as smith: what can be brought is what smith can read. What cannot be is left out, and missing where the tool looks for it. Throws what
 * the system says, and where it would be too many.
 */
export function bringFiles(work: string, paths: readonly SessionPath[]): ReadonlyMap<string, Brought> {
	const load: Load = { work, brought: new Map(), bytes: copied.bytes, count: 0 };
	for (const { from, name } of paths) {
		if (isOutput(name)) mkdirSync(join(work, outputsName), { recursive: true });
		bring(load, { from, name, named: true, found: tried(() => statSync(from)) });
	}
	if (isSmall('/workspace', wholeLimit))
		bring(load, { from: '/workspace', name: '.', named: false, found: statSync('/workspace') });
	return load.brought;
}

interface Load {
	readonly work: string;
	readonly brought: Map<string, Brought>;
	/** What may still be copied. */
	bytes: number;
	count: number;
}

interface Item {
	readonly from: string;
	readonly name: string;
	readonly named: boolean;
	readonly found: Stats | undefined;
}

function bring(load: Load, { from, name, named, found }: Item): void {
	load.count += 1;
	if (load.count > mostBrought) throw new Error(`more than ${mostBrought} files are in what its input names`);
	if (found?.isFile()) bringFile(load, { from, name, named, found });
	if (!found?.isDirectory() || from === ownFolder) return;
	mkdirSync(join(load.work, name), { recursive: true });
	for (const one of tried(() => readdirSync(from)) ?? []) {
		const below = join(from, one);
		bring(load, { from: below, name: join(name, one), named, found: tried(() => behind(below, named)) });
	}
}

/** In a folder a link is followed to a file, and only where it is named: others may lead in circles. */
function behind(path: string, named: boolean): Stats | undefined {
	const found = lstatSync(path);
	if (!found.isSymbolicLink()) return found;
	const target = named ? statSync(path) : undefined;
	return target?.isFile() ? target : undefined;
}

function bringFile(load: Load, { from, name, named, found }: Item & { readonly found: Stats }): void {
	if (load.brought.has(name)) return;
	const to = join(load.work, name);
	const isCopied = named && found.size <= load.bytes && load.count <= copied.count;
	mkdirSync(dirname(to), { recursive: true });
	try {
		if (isCopied) copyFileSync(from, to);
		else linkSync(from, to);
	} catch (error) {
		if (!['EACCES', 'EPERM', 'ENOENT'].includes(codeOf(error) ?? '')) throw error;
		return;
	}
	if (isCopied) load.bytes -= found.size;
	const { ino, size, mtimeMs } = lstatSync(to);
	load.brought.set(name, { from, how: isCopied ? 'copied' : 'linked', named, ino, size, mtimeMs });
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

/**
 * Runs as smith, who owns the folder by now: moves what the tool has made and changed to where it belongs, and removes what it has removed of
 * what it was given by name. Answers what could not be, as sentences.
 */
export function keepFiles(work: string, brought: ReadonlyMap<string, Brought>): readonly string[] {
	const problems: string[] = [];
	const seen = new Set<string>();
	const keep = (name: string): void => {
		const path = join(work, name);
		const found = lstatSync(path);
		if (!found.isDirectory()) {
			seen.add(name);
			if (!isSame(found, brought.get(name))) problems.push(...moved(path, placeOf(name, brought)));
			return;
		}
		const names = readdirSync(path);
		if (names.length === 0 && name !== '' && name !== outputsName)
			tried(() => mkdirSync(placeOf(name, brought), { recursive: true }));
		for (const one of names) keep(join(name, one));
	};
	keep('');
	for (const [name, { from, named }] of brought) if (named && !seen.has(name)) tried(() => unlinkSync(from));
	return problems;
}

function isSame(found: Stats, before: Brought | undefined): boolean {
	return before?.ino === found.ino && before.size === found.size && before.mtimeMs === found.mtimeMs;
}

function placeOf(name: string, brought: ReadonlyMap<string, Brought>): string {
	const known = brought.get(name);
	if (known !== undefined) return known.from;
	return isOutput(name) ? join('/', name) : join('/workspace', name);
}

function moved(from: string, to: string): readonly string[] {
	try {
		mkdirSync(dirname(to), { recursive: true });
		renameSync(from, to);
		return [];
	} catch (error) {
		return [`"${sanitiseLine(to).slice(0, 200)}" could not be written: ${codeOf(error) ?? 'an error'}`];
	}
}

function tried<Result>(act: () => Result): Result | undefined {
	try {
		return act();
	} catch {
		return undefined;
	}
}
