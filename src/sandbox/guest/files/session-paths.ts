import { posix } from 'node:path';
import { isAsWritten } from '../../../base/text/numbers-as-written.ts';
import type { Scratch } from '../run/scratch.ts';

/** A folder of the session, and where what belongs into it is while a tool runs. */
export interface Place {
	readonly session: string;
	readonly run: string;
}

/** A file or folder of the session that an input names, which may not be there yet. */
export interface SessionPath {
	/** Where it is, in `/workspace` or `/outputs`. */
	readonly from: string;
	/** Where it is for the tool. */
	readonly to: string;
}

/** A longer text is not a path, characters. */
const longest = 4096;

export function placesOf({ work, outputs }: Scratch): readonly Place[] {
	return [
		{ session: '/workspace', run: work },
		{ session: '/outputs', run: outputs },
	];
}

/**
 * The paths that an input may name, as texts or as keys: whole texts in `/workspace` or `/outputs`, and relative ones, which are in
 * `/workspace`. Of a pattern it is the folder that all that it fits is in; a text with a star in it alone is not a pattern.
 */
export function pathsOf(input: unknown, places: readonly Place[]): readonly SessionPath[] {
	const texts = new Set<string>();
	collect(input, texts);
	const named = new Set([...texts].filter(mayBePath).flatMap(namedBy));
	return [...named].flatMap((from) => {
		const to = toRun(from, places);
		return to === undefined ? [] : [{ from, to }];
	});
}

function collect(value: unknown, texts: Set<string>): void {
	if (typeof value === 'string') texts.add(value);
	if (typeof value !== 'object' || value === null) return;
	if (!Array.isArray(value)) for (const key of Object.keys(value)) texts.add(key);
	for (const one of Object.values(value)) collect(one, texts);
}

/** Dots alone are a decimal point or an ellipsis more often than a folder, and would name all of `/workspace`. */
function mayBePath(text: string): boolean {
	return !/^\.*$/.test(text) && text.length <= longest && !text.includes('\0') && !text.includes('\n');
}

function namedBy(given: string): readonly string[] {
	const path = posix.resolve('/workspace', given);
	const parts = path.split('/');
	const first = parts.findIndex((part) => /[*?[]/.test(part));
	if (first === -1) return [path];
	const folder = parts.slice(0, first).join('/');
	return folder === '/workspace' && !given.startsWith('/') ? [path] : [path, folder];
}

/** Where a path of the session is for the tool; undefined for what is in none of its places. */
function toRun(path: string, places: readonly Place[]): string | undefined {
	return places.map(({ session, run }) => movedBelow(path, session, run)).find((to) => to !== undefined);
}

/** The way back. */
export function toSession(path: string, places: readonly Place[]): string {
	return places.map(({ session, run }) => movedBelow(path, run, session)).find((to) => to !== undefined) ?? path;
}

function movedBelow(path: string, from: string, to: string): string | undefined {
	return path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : undefined;
}

/** Translates names on the way to the tool and back. */
export interface Names {
	inward(text: string): string;
	outward(text: string): string;
}

/** Only names that begin with a run's own folder are changed on the way back: other words may be anything. */
export function namesOf(places: readonly Place[], root: string): Names {
	return {
		inward: (text) => (mayBePath(text) && leadsAway(text) ? inRun(text, places) : text),
		outward: (text) =>
			places.reduce((told, { session, run }) => told.replaceAll(run, session), text).replaceAll(`${root}/`, ''),
	};
}

/** Other relative paths lead to the same from the folder that the tool runs in. */
function leadsAway(text: string): boolean {
	return text.startsWith('/') || text.split('/').includes('..');
}

function inRun(text: string, places: readonly Place[]): string {
	const to = toRun(posix.resolve('/workspace', text), places);
	return to === undefined ? text : `${to}${text.endsWith('/') ? '/' : ''}`;
}

/** All texts of a value changed, at any depth, keys too. */
export function withNames(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map((one) => withNames(one, change));
	if (typeof value !== 'object' || value === null || isAsWritten(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, one]) => [change(key), withNames(one, change)]));
}
