import type { Step } from '../../store/journal.ts';
import { snapshotSchema } from '../../store/journal.ts';
import type { Lease, SessionFolder } from '../../store/store.ts';
import { applyEntry, emptyHistory, fromSnapshot, type History, toSnapshot } from './history.ts';

/** One session under a lease: its folder, and its history kept equal to the journal. */
export interface Session {
	readonly folder: SessionFolder;
	readonly lease: Lease;
	/** The history as of the last journaled step. */
	history(): History;
	/** Journals a step durably, then applies it. Rejects with `StaleLeaseError` when the lease was lost. */
	record(step: Step): Promise<void>;
	/** Writes `current_history.json`. Only between turns. */
	save(): Promise<void>;
}

/** Loads a session: snapshot plus replay. Rejects with `CorruptFileError` naming file and field; nothing is overwritten then. */
export async function loadSession(folder: SessionFolder, lease: Lease): Promise<Session> {
	const snapshot = await folder.documents.read('current_history', snapshotSchema);
	const start = snapshot ? fromSnapshot(snapshot) : emptyHistory;
	let history = (await folder.journal.after(start.seq)).reduce(applyEntry, start);
	return {
		folder,
		lease,
		history: () => history,
		record: async (step) => {
			const entry = await folder.journal.append(lease, step);
			history = applyEntry(history, entry);
		},
		save: () => folder.documents.write('current_history', toSnapshot(history)),
	};
}
