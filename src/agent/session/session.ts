import { CorruptFileError, noneIfDamaged } from '../../base/errors.ts';
import type { JournalEntry, Step } from '../../store/journal.ts';
import { snapshotSchema } from '../../store/journal.ts';
import type { Lease, SessionFolder } from '../../store/store.ts';
import { applyEntry, emptyHistory, fromSnapshot, type History, toSnapshot } from './history.ts';

/** One session under a lease: its folder, and its history kept equal to the journal. */
export interface Session {
	readonly id: string;
	readonly folder: SessionFolder;
	readonly lease: Lease;
	/** The history as of the last journaled step. */
	history(): History;
	/** Journals a step durably, then applies it. Rejects with `StaleLeaseError` when the lease was lost. */
	record(step: Step): Promise<void>;
}

/** A session, and what its thread is to be told of how it was found. */
export interface LoadedSession extends Session {
	/** Its journal was damaged: where the rest of it is kept, without a folder, or which of its entries was missed. */
	readonly damage?: string;
}

/** Tells the Brain that the journal was damaged. */
const lostNote =
	'The record of this session was damaged: what came last may be missing. Look before you rely on what was done.';

/**
 * Loads a session: snapshot plus replay. A damaged snapshot is made anew from the journal; of a damaged journal what stands before the
 * damage is kept, and what the snapshot knows. Both are kept beside what takes their place.
 */
export async function loadSession(folder: SessionFolder, lease: Lease): Promise<LoadedSession> {
	const { start, entries, damage } = await readSession(folder);
	let history = entries.reduce(applyEntry, start);
	const session: LoadedSession = {
		id: folder.id,
		folder,
		lease,
		history: () => history,
		record: async (step) => {
			const entry = await folder.journal.append(lease, step);
			history = applyEntry(history, entry);
		},
		...(damage !== undefined && { damage }),
	};
	// Before anything is appended: the snapshot may number entries that are lost.
	if (damage !== undefined && !history.open) await saveHistory(session);
	return session;
}

/** Writes `current_history.json`. Only between turns. */
export async function saveHistory({ folder, history }: Pick<Session, 'folder' | 'history'>): Promise<void> {
	await folder.documents.write('current_history', toSnapshot(history()));
}

interface Found {
	readonly start: History;
	readonly entries: readonly JournalEntry[];
	readonly damage?: string;
}

async function readSession(folder: SessionFolder): Promise<Found> {
	const start = await startOf(folder);
	try {
		return { start, entries: await folder.journal.after(start.seq) };
	} catch (error) {
		if (!(error instanceof CorruptFileError)) throw error;
		return await mended(folder, start);
	}
}

/** The history that the snapshot holds; a damaged one holds none, and is made anew when the session rests. */
async function startOf({ documents }: Pick<SessionFolder, 'documents'>): Promise<History> {
	const snapshot = await documents.read('current_history', snapshotSchema, async () => undefined);
	return snapshot ? fromSnapshot(snapshot) : emptyHistory;
}

/** A snapshot that knows more than what is left of the journal stands for all of it. */
async function mended({ journal }: SessionFolder, start: History): Promise<Found> {
	const damage = (await journal.repair()) ?? `entry-${start.seq}`;
	const entries = await journal.after(0);
	const noted = { ...start, notes: [...start.notes, lostNote] };
	if (entries.length < start.seq) return { start: { ...noted, seq: entries.length }, entries: [], damage };
	return { start: noted, entries: entries.slice(start.seq), damage };
}

/** The history as a reader without a lease sees it; what is damaged counts as not there, and nothing is changed. */
export async function lookAtHistory({ documents, journal }: SessionFolder): Promise<History> {
	const snapshot = await documents.read('current_history', snapshotSchema).catch(noneIfDamaged);
	const start = snapshot ? fromSnapshot(snapshot) : emptyHistory;
	const entries = await journal.after(start.seq).catch(noneIfDamaged);
	return (entries ?? []).reduce(applyEntry, start);
}
