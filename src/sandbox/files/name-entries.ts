import type { Dirent } from 'node:fs';
import { numberedName, safeName } from './safe-name.ts';

/** A folder's entry as it was read. */
export interface ReadEntry {
	readonly dirent: Dirent<Buffer>;
	/** Its name as text; bytes that are not UTF-8 are replacement characters. */
	readonly raw: string;
	readonly safe: string;
}

/** A folder's entry with the name it gets outside, safe and unique among its siblings. */
export interface NamedEntry {
	readonly dirent: Dirent<Buffer>;
	readonly raw: string;
	readonly name: string;
}

/**
 * Reads an entry's name. No safe name holds a replacement character, so two that are safe as they are are never the
 * same.
 */
export function readEntry(dirent: Dirent<Buffer>): ReadEntry {
	const raw = dirent.name.toString();
	return { dirent, raw, safe: safeName(raw) };
}

/**
 * Names all entries of one folder, in the order of their bytes, each when it is asked for. The same entries always get
 * the same names: those that are safe as they are keep theirs, the others take what is left.
 */
export function* nameEntries(entries: readonly ReadEntry[]): Generator<NamedEntry> {
	const sorted = entries.toSorted((a, b) => a.dirent.name.compare(b.dirent.name));
	const next = createNumbering(new Set(entries.filter(({ raw, safe }) => raw === safe).map(({ raw }) => raw)));
	for (const { dirent, raw, safe } of sorted) yield { dirent, raw, name: raw === safe ? raw : next(safe) };
}

/**
 * Gives names that are not taken, and remembers where it was: thousands that look alike must not cost the square of it.
 */
function createNumbering(taken: Set<string>): (name: string) => string {
	const numbers = new Map<string, number>();
	return (name) => {
		let number = numbers.get(name) ?? 2;
		let candidate = name;
		for (; taken.has(candidate); number += 1) candidate = numberedName(name, number);
		numbers.set(name, number);
		taken.add(candidate);
		return candidate;
	};
}
