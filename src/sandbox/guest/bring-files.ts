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

/** A `/workspace` with no more than this is brought whole. */
const wholeLimit = 200;

/** Runs as smith: what can be brought is what smith can read. What cannot be is left out, and missing where the tool looks for it. */
export function bringFiles(work: string, paths: readonly SessionPath[]): ReadonlyMap<string, Brought> {
	const brought = new Map<string, Brought>();
	const budget = { bytes: copied.bytes as number, count: copied.count as number };
	const bring = (from: string, name: string, named: boolean): void => {
		const found = tried(() => statSync(from));
		if (found?.isFile() && !brought.has(name)) tried(() => brought.set(name, bringFile(from, name, found, named)));
		if (!found?.isDirectory() || (from === ownFolder && !named)) return;
		mkdirSync(join(work, name), { recursive: true });
		for (const one of namesIn(from, budget.count)) bring(join(from, one), join(name, one), named);
	};
	const bringFile = (from: string, name: string, found: Stats, named: boolean): Brought => {
		const to = join(work, name);
		mkdirSync(dirname(to), { recursive: true });
		const isCopied = named && found.size <= budget.bytes && budget.count > 0;
		if (isCopied) copyFileSync(from, to);
		else linkSync(from, to);
		if (isCopied) budget.bytes -= found.size;
		budget.count -= 1;
		const { ino, size, mtimeMs } = lstatSync(to);
		return { from, how: isCopied ? 'copied' : 'linked', named, ino, size, mtimeMs };
	};
	for (const { from, name } of paths) {
		if (isOutput(name)) mkdirSync(join(work, outputsName), { recursive: true });
		// Itself it is the folder of the run, and brought below where it is small
		if (name !== '.') bring(from, name, true);
	}
	if (isSmall('/workspace', wholeLimit))
		bring(
			'/workspace',
			'.',
			paths.some(({ name }) => name === '.'),
		);
	return brought;
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

function namesIn(folder: string, limit: number): readonly string[] {
	return (tried(() => readdirSync(folder)) ?? []).slice(0, Math.max(0, limit));
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
		if (names.length === 0 && name !== '') tried(() => mkdirSync(placeOf(name, brought), { recursive: true }));
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
