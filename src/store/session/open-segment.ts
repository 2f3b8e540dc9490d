import { open, stat } from 'node:fs/promises';
import { codeOf } from '../../base/errors.ts';
import type { AppendFile } from '../files/append-file.ts';
import { readProblem } from '../files/damaged.ts';
import type { JournalEntry } from '../journal.ts';
import { closedSegments, entriesIn } from './closed-segments.ts';
import { firstNumber, parseJournal } from './journal-lines.ts';

/** Facts of the file that a journal is appended to: what stands before it, where its entries begin and end, and the highest lease that has written. */
export interface OpenSegment {
	readonly inode: number;
	/** The last entry that stands before it, in a closed part. */
	readonly base: number;
	readonly starts: number[];
	length: number;
	lease: number;
	unended: boolean;
}

/** One of which nothing is known yet: it is read anew. */
export function unread(inode = 0, base = 0): OpenSegment {
	return { inode, base, starts: [], length: 0, lease: 0, unended: false };
}

/** The number of the last entry. Pure. */
export function lastOf({ base, starts }: OpenSegment): number {
	return base + starts.length;
}

/** Takes in what another process, or a person's editor, has done to the file since. Rejects with `CorruptFileError` where it is damaged. */
export async function refresh(path: string, known: OpenSegment, file: AppendFile): Promise<OpenSegment> {
	const { ino, size } = await statOrNothing(path);
	const sameFile = ino === known.inode;
	if (sameFile && size === known.length && size > 0) return known;
	const same = sameFile && size > known.length && known.length > 0 && !known.unended;
	if (!same) await file.close();
	const bytes = await readRange(path, same ? known.length : 0, size);
	const next = same ? known : await beginning(path, bytes, ino);
	const found = parseJournal(bytes, { file: path, seq: lastOf(next), base: next.base });
	next.starts.push(...found.starts.map((start) => start + next.length));
	next.length += found.length;
	next.lease = found.entries.reduce((highest, entry) => Math.max(highest, entry.lease), next.lease);
	next.unended = found.entries.length > 0 ? found.unended : next.unended;
	return next;
}

/**
 * Finds out where an open file with these bytes begins. It never is without an entry once a part was closed: where its first line tells no number it is
 * damaged, and what stands before it is read for it.
 */
export async function beginning(path: string, bytes: Uint8Array, inode = 0): Promise<OpenSegment> {
	const first = firstNumber(bytes);
	if (first === 1) return unread(inode);
	const closed = await closedSegments(path);
	if (first !== undefined) return unread(inode, closed.some(({ from }) => from < first) ? first - 1 : 0);
	const last = closed.at(-1);
	if (!last) return unread(inode);
	const entry = (await entriesIn(last)).at(-1);
	return { ...unread(inode, entry?.seq ?? last.from - 1), lease: entry?.lease ?? 0 };
}

/** Takes in an entry that was appended, `length` bytes behind `gap` others. */
export function note(known: OpenSegment, entry: JournalEntry, gap: number, length: number): void {
	known.starts.push(known.length + gap);
	known.length += gap + length;
	known.lease = entry.lease;
	known.unended = false;
}

/** Zeros where there is no file. */
export async function statOrNothing(path: string): Promise<{ readonly ino: number; readonly size: number }> {
	try {
		return await stat(path);
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return { ino: 0, size: 0 };
		throw readProblem(error, path);
	}
}

/** The bytes of the file from `start` up to `end`. */
export async function readRange(path: string, start: number, end: number): Promise<Uint8Array> {
	if (end === start) return new Uint8Array();
	try {
		await using handle = await open(path, 'r');
		const bytes = new Uint8Array(end - start);
		const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
		return bytes.subarray(0, bytesRead);
	} catch (error) {
		throw readProblem(error, path);
	}
}
