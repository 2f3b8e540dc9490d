import { CorruptFileError, StaleLeaseError } from '../../base/errors.ts';
import { createSerial } from '../../base/serial.ts';
import { type AppendDisk, createAppendFile } from '../files/append-file.ts';
import { createOpenHandles, type OpenHandles } from '../files/open-handles.ts';
import { corrupt } from '../files/parse-checked.ts';
import { writeAtomically } from '../files/write-atomically.ts';
import { type JournalEntry, journalEntrySchema, type Step } from '../journal.ts';
import type { WithRoom } from '../reserve.ts';
import type { Journal, Lease } from '../store.ts';
import { closedEntries, closedSegments, entriesIn, packed, removeLeftOver } from './closed-segments.ts';
import { closable, closeFirst, type Replace } from './journal-close.ts';
import { parseJournal } from './journal-lines.ts';
import { cutDamage, soundLease } from './journal-repair.ts';
import { replaceAll, settleRewriting } from './journal-rewrite.ts';
import { lastOf, note, readRange, refresh, statOrNothing, unread } from './open-segment.ts';

export interface JournalFileOptions {
	readonly path: string;
	readonly session: string;
	/** The clock of the entries, in milliseconds since 1970. */
	readonly now: () => number;
	/** Default: the machine's. */
	readonly disk?: AppendDisk;
	/** How its parts are replaced when one is closed; default: atomically. */
	readonly replace?: Replace;
	/** Bytes that a closed part has at least, before it is compressed; default: 64 KiB, of which a journal of years has few. */
	readonly least?: number;
	/** Keeps the handles of many journals few; default: this one's stays open while it is used. */
	readonly handles?: OpenHandles;
	/** How what is appended finds room; default: there is what the disk has. */
	readonly withRoom?: WithRoom;
}

const leastClosed = 64 * 2 ** 10;

/**
 * The journal of a session in the file at `path`, made at the first append, and in closed parts beside it. All of the file is read and checked
 * at the first use; later uses read only what is new, and the closed parts only where somebody asks for what stands in them. A last line cut by
 * a crash is left alone until the next append, which cuts it off. Who opens it disposes it.
 */
export function openJournalFile({
	path,
	session,
	now,
	disk,
	replace = writeAtomically,
	least = leastClosed,
	handles = createOpenHandles(),
	withRoom = (write) => write(),
}: JournalFileOptions): Journal & AsyncDisposable {
	const serial = createSerial();
	const file = createAppendFile(path, disk);
	let known = unread();
	let failed = false;
	/** A rewriting was begun, and may have come as far as to be settled. */
	let rewriting = false;

	/** Its files are others now: they are read anew. */
	const forget = (): void => {
		known = unread();
		failed = false;
	};
	const read = async (): Promise<void> => {
		if (rewriting) {
			if (await settleRewriting(path)) forget();
			rewriting = false;
		}
		// After a failed write the file may end with an entry that was never acknowledged: it is cut off below, not taken in here.
		if (!failed) known = await refresh(path, known, file);
	};
	const readFor = async (lease: Lease): Promise<void> => {
		await read();
		if (lease.token < known.lease) throw new StaleLeaseError(session, lease.token, known.lease);
	};
	const append = async (lease: Lease, entry: Omit<JournalEntry, 'seq'>): Promise<JournalEntry> => {
		await readFor(lease);
		const numbered = journalEntrySchema.parse({ seq: lastOf(known) + 1, ...entry });
		const lineEnd = known.unended ? '\n' : '';
		const line = lineOf(numbered);
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
			await read();
			return known.lease;
		} catch (error) {
			if (!(error instanceof CorruptFileError)) throw error;
			return Math.max(known.lease, await soundLease(path));
		}
	};
	const repair = async (): Promise<string | undefined> => {
		await file.close().catch(() => undefined);
		const kept = await withRoom(() => cutDamage(path, now()));
		// Of a failed write a sound file may hold what was never acknowledged: that is cut off by the next append.
		if (kept === undefined && (await statOrNothing(path)).size >= known.length) return undefined;
		forget();
		return kept;
	};
	/** The entries after `seq` that stand in the open file. */
	const openEntries = async (seq: number): Promise<readonly JournalEntry[]> => {
		const { base, starts, length } = known;
		const start = starts[Math.max(0, seq - base)];
		if (start === undefined) return [];
		return parseJournal(await readRange(path, start, length), { file: path, seq: Math.max(seq, base), base }).entries;
	};
	const rewrite = async (lease: Lease, change: (step: Step) => Step): Promise<void> => {
		await readFor(lease);
		if (lastOf(known) === 0) return;
		const changed = (entries: readonly JournalEntry[]) =>
			entries.map((entry) => lineOf(journalEntrySchema.parse({ ...entry, step: change(entry.step) }))).join('');
		await file.close();
		rewriting = true;
		await withRoom(async () => {
			await removeLeftOver(path, known.base);
			const closed = (await closedSegments(path, known.base)).map((segment) => ({
				path: segment.path,
				bytes: async () => packed(changed(await entriesIn(segment))),
			}));
			await replaceAll(path, async () => changed(await openEntries(0)), closed);
		});
		rewriting = false;
		forget();
	};
	const closeSegment = async (lease: Lease, upTo: number): Promise<void> => {
		await readFor(lease);
		const count = closable(known, upTo);
		if (count === 0 || (known.starts[count] ?? 0) < least) return;
		await file.close();
		// That it is closed can wait until there is room.
		await closeFirst(path, known, count, replace);
		forget();
	};
	const after = async (seq: number): Promise<readonly JournalEntry[]> => {
		await read();
		const last = lastOf(known);
		if (seq > last) throw corrupt({ file: path }, 'seq', `expected entry ${seq}, but the last one is ${last}`);
		const closed = seq < known.base ? await closedEntries(path, known.base, seq) : [];
		return [...closed, ...(await openEntries(seq))];
	};
	/** In its turn, and where the lease is of this session. */
	const inTurn = <T>(lease: Lease, work: () => Promise<T>): Promise<T> => {
		if (lease.session !== session)
			throw new TypeError(`Cannot write to "${session}" under a lease of "${lease.session}"`);
		return serial(() => handles.during(work));
	};

	return {
		async append(lease, step) {
			return inTurn(lease, () => append(lease, { at: new Date(now()).toISOString(), lease: lease.token, step }));
		},
		async rewrite(lease, change) {
			return inTurn(lease, () => rewrite(lease, change));
		},
		async closeSegment(lease, upTo) {
			return inTurn(lease, () => closeSegment(lease, upTo));
		},
		after: (seq) => serial(() => handles.during(() => after(seq))),
		highestLease: () => serial(() => handles.during(highestLease)),
		repair: () => serial(() => handles.during(repair)),
		[Symbol.asyncDispose]: () => serial(() => file.close()),
	};
}

function lineOf(entry: JournalEntry): string {
	return `${JSON.stringify(entry)}\n`;
}
