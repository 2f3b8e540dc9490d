import { CorruptFileError, noneIfDamaged } from '../../base/errors.ts';
import { createSerial } from '../../base/serial.ts';
import type { JournalEntry, Step } from '../../store/journal.ts';
import { snapshotSchema } from '../../store/journal.ts';
import type { Journal, Lease, SessionFolder } from '../../store/store.ts';
import { applyEntry, emptyHistory, type History, replaying } from './history.ts';
import { replayable, sizeOf } from './past/replayable.ts';
import { fromSnapshot, toSnapshot } from './snapshot.ts';

/** One session under a lease: its folder, and its history kept equal to the journal. */
export interface Session extends Pick<SessionFolder, 'id'> {
	/** The history follows what its journal is rewritten to. */
	readonly folder: SessionFolder;
	readonly lease: Lease;
	/** The history as of the last journaled step. */
	history(): History;
	/** Journals a step durably, then applies it. Rejects with `StaleLeaseError` when the lease was lost. */
	record(step: Step): Promise<void>;
	/**
	 * Writes `current_history.json`, from which it is loaded from then on, and closes what its journal holds up to there. Nothing happens while a
	 * turn is open, where nothing is new, and where `grown` is said and what is new is less than what would be written.
	 */
	rest(when?: 'grown'): Promise<void>;
}

/** A session, and what its thread is to be told of how it was found. */
export interface LoadedSession extends Session {
	/** Its journal was damaged: where the rest of it is kept, without a folder, or which of its entries was missed. */
	readonly damage?: string;
}

/** Tells the Brain that the journal was damaged. */
const lostNote =
	'The record of this session was damaged: what came last may be missing. Look before you rely on what was done.';

/** Characters that are replayed where a session is loaded, at least, before a snapshot is worth being written. */
const leastGrown = 128 * 2 ** 10;

/** A session as of its last step. */
interface State {
	readonly history: History;
	/** Which entry the snapshot goes up to; undefined where there is none that is true. */
	readonly saved: number | undefined;
	/** Characters that were journaled since. */
	readonly grown: number;
	readonly damage?: string;
}

/**
 * Loads a session: snapshot plus replay. A damaged snapshot is made anew from the journal; of a damaged journal what stands before the
 * damage is kept, and what the snapshot knows. Both are kept beside what takes their place.
 */
export async function loadSession(folder: SessionFolder, lease: Lease): Promise<LoadedSession> {
	let state = await readSession(folder);
	const { damage } = state;
	// A step that is recorded while the journal is rewritten counts once.
	const serial = createSerial();
	const rewrite: Journal['rewrite'] = (by, change) =>
		serial(async () => {
			await folder.journal.rewrite(by, change);
			state = await readSession(folder);
		});
	const rest = async (when?: 'grown'): Promise<void> => {
		const { history, grown, saved } = state;
		if (history.open || saved === history.seq) return;
		if (when === 'grown' && grown < Math.max(leastGrown, sizeOf(history.messages))) return;
		await folder.documents.write('current_history', toSnapshot(history));
		state = { history, saved: history.seq, grown: 0 };
		await folder.journal.closeSegment(lease, history.seq);
	};
	const session: LoadedSession = {
		id: folder.id,
		folder: { ...folder, journal: { ...folder.journal, rewrite } },
		lease,
		history: () => state.history,
		record: (step) =>
			serial(async () => {
				state = recorded(state, await folder.journal.append(lease, step));
			}),
		rest: (when) => serial(() => rest(when)),
		...(damage !== undefined && { damage }),
	};
	// Before anything is appended: the snapshot may number entries that are lost.
	if (damage !== undefined) await session.rest();
	return session;
}

/** A history that has become shorter is worth a snapshot: all that was left out is not replayed again. */
function recorded(state: State, entry: JournalEntry): State {
	const history = applyEntry(state.history, entry);
	const isShorter = history.messages.length < state.history.messages.length;
	return { ...state, history, grown: isShorter ? Number.POSITIVE_INFINITY : state.grown + lengthOf(entry) };
}

function lengthOf(entry: JournalEntry): number {
	return JSON.stringify(entry).length;
}

async function readSession(folder: SessionFolder): Promise<State> {
	const start = await startOf(folder);
	try {
		return replayed(start, await folder.journal.after(start.history.seq));
	} catch (error) {
		if (!(error instanceof CorruptFileError)) throw error;
		return await mended(folder, start.history);
	}
}

/** The history that the snapshot holds; a damaged one holds none, and is made anew when the session rests. */
async function startOf({ documents }: Pick<SessionFolder, 'documents'>): Promise<State> {
	const snapshot = await documents.read('current_history', snapshotSchema, async () => undefined);
	if (!snapshot) return { history: emptyHistory, saved: undefined, grown: 0 };
	return { history: fromSnapshot(snapshot), saved: snapshot.seq, grown: 0 };
}

function replayed(start: State, entries: readonly JournalEntry[]): State {
	const usable = replayable(entries, start.history.seq);
	const history = usable.reduce(replaying(), start.history);
	const grown = entries.reduce((sum, entry) => sum + lengthOf(entry), 0);
	if (usable.length === entries.length) return { ...start, history, grown };
	// Of closed parts, which are read where there is no snapshot.
	const missed = `entry-${(usable[0] ?? entries.at(-1))?.seq}`;
	const last = entries.at(-1)?.seq ?? history.seq;
	return { history: { ...withLostNote(history), seq: last }, saved: undefined, grown, damage: missed };
}

/** A snapshot that knows more than what is left of the journal stands for all of it. */
async function mended({ journal }: SessionFolder, start: History): Promise<State> {
	const damage = (await journal.repair()) ?? `entry-${start.seq}`;
	const entries = await journal.after(0);
	const last = entries.at(-1)?.seq ?? 0;
	const noted = withLostNote(start);
	if (last < start.seq) return { history: { ...noted, seq: last }, saved: undefined, grown: 0, damage };
	const later = entries.filter(({ seq }) => seq > start.seq);
	return { ...replayed({ history: noted, saved: undefined, grown: 0 }, later), saved: undefined, damage };
}

function withLostNote(history: History): History {
	return { ...history, notes: [...history.notes, lostNote] };
}

/** The history as a reader without a lease sees it; what is damaged counts as not there, and nothing is changed. */
export async function lookAtHistory({ documents, journal }: SessionFolder): Promise<History> {
	const snapshot = await documents.read('current_history', snapshotSchema).catch(noneIfDamaged);
	const start = snapshot ? fromSnapshot(snapshot) : emptyHistory;
	const entries = await journal.after(start.seq).catch(noneIfDamaged);
	return replayable(entries ?? [], start.seq).reduce(replaying(), start);
}
