import { messageOf } from '../errors.ts';
import { type JournalEntry, journalEntrySchema } from './journal.ts';
import { corrupt, parseChecked } from './parse-checked.ts';

/** What the bytes of a journal hold. */
export interface JournalLines {
	readonly entries: readonly JournalEntry[];
	/** Where each entry's line begins, in bytes. */
	readonly starts: readonly number[];
	/** The bytes up to and with the last whole entry: what follows was cut by a crash. */
	readonly length: number;
	/** The last entry is whole, but its line end is missing. */
	readonly unended: boolean;
}

/** Where the bytes stand in the file: after entry `seq`. */
export interface JournalPosition {
	readonly file: string;
	readonly seq: number;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads journal lines. What follows the last line end counts as an entry if it is JSON, and was cut by a crash if it is not (no
 * beginning of an object is JSON). Throws `CorruptFileError` naming line and field for every other line that is no entry, or not the next one.
 */
export function parseJournal(bytes: Uint8Array, { file, seq }: JournalPosition): JournalLines {
	const entries: JournalEntry[] = [];
	const starts: number[] = [];
	let at = 0;
	for (;;) {
		const end = bytes.indexOf(0x0a, at);
		const ended = end >= 0;
		const line = bytes.subarray(at, ended ? end : bytes.length);
		if (!ended && isCut(line)) return { entries, starts, length: at, unended: false };
		entries.push(parseLine(line, { file, seq: seq + entries.length }));
		starts.push(at);
		if (!ended) return { entries, starts, length: bytes.length, unended: true };
		at = end + 1;
	}
}

function parseLine(line: Uint8Array, { file, seq }: JournalPosition): JournalEntry {
	const place = { file, within: `line ${seq + 1}` };
	const entry = parseChecked(journalEntrySchema, decode(line, place), place);
	if (entry.seq !== seq + 1) throw corrupt(place, 'seq', `expected ${seq + 1}, found ${entry.seq}`);
	return entry;
}

function decode(line: Uint8Array, place: { readonly file: string; readonly within: string }): string {
	try {
		return utf8.decode(line);
	} catch (error) {
		throw corrupt(place, '', messageOf(error), error);
	}
}

function isCut(line: Uint8Array): boolean {
	try {
		JSON.parse(utf8.decode(line));
		return false;
	} catch {
		return true;
	}
}
