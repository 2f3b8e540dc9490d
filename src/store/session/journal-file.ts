import { open, stat } from 'node:fs/promises';
import { CorruptFileError, codeOf, StaleLeaseError } from '../../base/errors.ts';
import { createSerial } from '../../base/serial.ts';
import { type AppendDisk, type AppendFile, createAppendFile } from '../files/append-file.ts';
import { readProblem } from '../files/damaged.ts';
import { createOpenHandles, type OpenHandles } from '../files/open-handles.ts';
import { corrupt } from '../files/parse-checked.ts';
import { writeAtomically } from '../files/write-atomically.ts';
import { type JournalEntry, journalEntrySchema, type Step } from '../journal.ts';
import type { WithRoom } from '../reserve.ts';
import type { Journal, Lease } from '../store.ts';
import { parseJournal } from './journal-lines.ts';
import { cutDamage, soundEntries } from './journal-repair.ts';

/** Facts of the file: where its entries begin, where they end, and the highest lease that has written. */
interface Known {
	readonly inode: number;
	readonly starts: number[];
	length: number;
	lease: number;
	unended: boolean;
}

export interface JournalFileOptions {
	readonly path: string;
	readonly session: string;
	/** The clock of the entries, in milliseconds since 1970. */
	readonly now: () => number;
	/** Default: the machine's. */
	readonly disk?: AppendDisk;
	/** Keeps the handles of many journals few; default: this one's stays open while it is used. */
	readonly handles?: OpenHandles;
	/** How what is appended finds room; default: there is what the disk has. */
	readonly withRoom?: WithRoom;
}

/**
 * The journal of a session in the file at `path`, made at the first append. All of it is read and checked at the first use; later uses
 * read only what is new. A last line cut by a crash is left alone until the next append, which cuts it off. Who opens it disposes it.
 */
export function openJournalFile({
	path,
	session,
	now,
	disk,
	handles = createOpenHandles(),
	withRoom = (write) => write(),
}: JournalFileOptions): Journal & AsyncDisposable {
	const serial = createSerial();
	const file = createAppendFile(path, disk);
	let known = nothing(0);
	let failed = false;

	const append = async (lease: Lease, entry: Omit<JournalEntry, 'seq'>): Promise<JournalEntry> => {
		// After a failed write the file may end with an entry that was never acknowledged: it is cut off below, not taken in here.
		if (!failed) known = await refresh(path, known, file);
		if (lease.token < known.lease) throw new StaleLeaseError(session, lease.token, known.lease);
		const numbered = journalEntrySchema.parse({ seq: known.starts.length + 1, ...entry });
		const lineEnd = known.unended ? '\n' : '';
		const line = `${JSON.stringify(numbered)}\n`;
		failed = true;
		handles.used(path, () => serial(() => file.close()));
		await withRoom(() => file.appendAt(known.length, lineEnd + line));
		failed = false;
		note(known, numbered, lineEnd.length, Buffer.byteLength(line));
		return numbered;
	};
	/** Reads a damaged file too: the next writer's token must be above the last one's. */
	const highestLease = async (): Promise<number> => {
		try {
			if (!failed) known = await refresh(path, known, file);
			return known.lease;
		} catch (error) {
			if (!(error instanceof CorruptFileError)) throw error;
			const entries = await soundEntries(path);
			return entries.reduce((highest, { lease }) => Math.max(highest, lease), known.lease);
		}
	};
	const repair = async (): Promise<string | undefined> => {
		await file.close().catch(() => undefined);
		const kept = await withRoom(() => cutDamage(path, now()));
		// Of a failed write a sound file may hold what was never acknowledged: that is cut off by the next append.
		if (kept === undefined && (await statOrNothing(path)).size >= known.length) return undefined;
		known = nothing(0);
		failed = false;
		return kept;
	};
	const rewrite = async (lease: Lease, change: (step: Step) => Step): Promise<void> => {
		if (!failed) known = await refresh(path, known, file);
		if (lease.token < known.lease) throw new StaleLeaseError(session, lease.token, known.lease);
		if (known.length === 0) return;
		const { entries } = parseJournal(await readRange(path, 0, known.length), { file: path, seq: 0 });
		const lines = entries.map(
			(entry) => `${JSON.stringify(journalEntrySchema.parse({ ...entry, step: change(entry.step) }))}\n`,
		);
		await file.close();
		await withRoom(() => writeAtomically(path, lines.join('')));
		known = nothing(0);
		failed = false;
	};
	const after = async (seq: number): Promise<readonly JournalEntry[]> => {
		if (!failed) known = await refresh(path, known, file);
		const count = known.starts.length;
		if (seq > count) throw corrupt({ file: path }, 'seq', `expected entry ${seq}, but the last one is ${count}`);
		const start = known.starts[seq];
		if (start === undefined) return [];
		return parseJournal(await readRange(path, start, known.length), { file: path, seq }).entries;
	};

	return {
		async append(lease, step) {
			if (lease.session !== session)
				throw new TypeError(`Cannot write to "${session}" under a lease of "${lease.session}"`);
			const entry = () => ({ at: new Date(now()).toISOString(), lease: lease.token, step });
			return serial(() => handles.during(() => append(lease, entry())));
		},
		async rewrite(lease, change) {
			if (lease.session !== session)
				throw new TypeError(`Cannot write to "${session}" under a lease of "${lease.session}"`);
			return serial(() => handles.during(() => rewrite(lease, change)));
		},
		after: (seq) => serial(() => handles.during(() => after(seq))),
		highestLease: () => serial(() => handles.during(highestLease)),
		repair: () => serial(() => handles.during(repair)),
		[Symbol.asyncDispose]: () => serial(() => file.close()),
	};
}

function nothing(inode: number): Known {
	return { inode, starts: [], length: 0, lease: 0, unended: false };
}

/** Takes in what another process, or a person's editor, has done to the file since. */
async function refresh(path: string, known: Known, file: AppendFile): Promise<Known> {
	const { ino, size } = await statOrNothing(path);
	const sameFile = ino === known.inode;
	if (sameFile && size === known.length) return known;
	const same = sameFile && size > known.length && !known.unended;
	if (!same) await file.close();
	const next = same ? known : nothing(ino);
	const found = parseJournal(await readRange(path, next.length, size), { file: path, seq: next.starts.length });
	next.starts.push(...found.starts.map((start) => start + next.length));
	next.length += found.length;
	next.lease = found.entries.reduce((highest, entry) => Math.max(highest, entry.lease), next.lease);
	next.unended = found.entries.length > 0 ? found.unended : next.unended;
	return next;
}

function note(known: Known, entry: JournalEntry, gap: number, length: number): void {
	known.starts.push(known.length + gap);
	known.length += gap + length;
	known.lease = entry.lease;
	known.unended = false;
}

async function statOrNothing(path: string): Promise<{ readonly ino: number; readonly size: number }> {
	try {
		return await stat(path);
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return { ino: 0, size: 0 };
		throw readProblem(error, path);
	}
}

async function readRange(path: string, start: number, end: number): Promise<Uint8Array> {
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
