import { z } from 'zod';
import { messageOf, ProblemError } from '../../base/errors.ts';
import { corrupt, type Place, parseChecked } from '../files/parse-checked.ts';
import { type JournalEntry, journalEntrySchema, stepSchema } from '../journal.ts';

/** The lines in the bytes of a journal. */
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
	/** The entry before the file's first line, which lines are counted from. Default: 0. */
	readonly base?: number;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads journal lines. What follows the last line end counts as an entry if it is JSON, and was cut by a crash if it is not (no
 * beginning of an object is JSON). Throws `CorruptFileError` naming line and field for every other line that is not an entry, or not the next one.
 */
export function parseJournal(bytes: Uint8Array, { file, seq, base = 0 }: JournalPosition): JournalLines {
	const entries: JournalEntry[] = [];
	const starts: number[] = [];
	let at = 0;
	for (;;) {
		const end = bytes.indexOf(0x0a, at);
		const ended = end >= 0;
		const line = bytes.subarray(at, ended ? end : bytes.length);
		if (!ended && isCut(line)) return { entries, starts, length: at, unended: false };
		entries.push(parseLine(line, { file, seq: seq + entries.length, base }));
		starts.push(at);
		if (!ended) return { entries, starts, length: bytes.length, unended: true };
		at = end + 1;
	}
}

/**
 * The bytes up to the first line that is not an entry, or not the next one after entry `base`: all that a damaged journal can be trusted
 * with. Pure.
 */
export function soundLength(bytes: Uint8Array, base = 0): number {
	for (let at = 0, seq = base; ; seq += 1) {
		const end = bytes.indexOf(0x0a, at);
		if (end < 0 || !isEntry(bytes.subarray(at, end), seq)) return at;
		at = end + 1;
	}
}

function isEntry(line: Uint8Array, seq: number): boolean {
	try {
		parseLine(line, { file: '', seq });
		return true;
	} catch (error) {
		if (error instanceof ProblemError) throw error;
		return false;
	}
}

/** The number of the first entry; undefined where the first line tells none. Pure. */
export function firstNumber(bytes: Uint8Array): number | undefined {
	const end = bytes.indexOf(0x0a);
	try {
		return numbered.safeParse(JSON.parse(utf8.decode(bytes.subarray(0, end < 0 ? bytes.length : end)))).data?.seq;
	} catch {
		return undefined;
	}
}

const numbered = z.object({ seq: z.number().int().min(1) });

function parseLine(line: Uint8Array, { file, seq, base = 0 }: JournalPosition): JournalEntry {
	const place = { file, within: `line ${seq + 1 - base}` };
	const text = decode(line, place);
	const entry = parseEntry(text, place);
	if (entry.seq !== seq + 1) throw corrupt(place, 'seq', `expected ${seq + 1}, found ${entry.seq}`);
	return entry;
}

function parseEntry(text: string, place: Place): JournalEntry {
	try {
		return parseChecked(journalEntrySchema, text, place);
	} catch (error) {
		throw newerProblem(text, place, error) ?? error;
	}
}

/** A step that we do not know is a newer version's, and no damage. */
function newerProblem(text: string, { file, within }: Place, cause: unknown): ProblemError | undefined {
	const type = typeOf(text);
	if (type === undefined || knownTypes.has(type)) return undefined;
	const what = `Cannot read "${file}": ${within} has a step "${type}", which this Threadsmith does not know`;
	return new ProblemError(what, 'Update Threadsmith', { cause, file });
}

const knownTypes = new Set<string>(stepSchema.options.map(({ shape }) => shape.type.value));
const typed = z.object({ seq: z.number(), step: z.object({ type: z.string().regex(/^[a-z][a-z-]{2,40}$/) }) });

function typeOf(text: string): string | undefined {
	try {
		return typed.safeParse(JSON.parse(text)).data?.step.type;
	} catch {
		return undefined;
	}
}

function decode(line: Uint8Array, place: Place): string {
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
