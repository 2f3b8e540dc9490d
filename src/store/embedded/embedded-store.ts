import type { Store } from '../store.ts';
import { openDatabase } from './database.ts';
import { createBindings } from './embedded-bindings.ts';
import { createDue } from './embedded-due.ts';
import { createInbox } from './embedded-inbox.ts';
import { createFence, createLeases } from './embedded-leases.ts';
import { createOutbox } from './embedded-outbox.ts';
import { createRecords } from './embedded-records.ts';
import { migrate } from './schema.ts';

export interface EmbeddedStoreOptions {
	/** The clock of the leases and of what is due, in milliseconds since 1970. */
	readonly now?: () => number;
	/** How long a write waits for another process's, in milliseconds; the whole process waits with it. Default 5,000. */
	readonly wait?: number;
}

/**
 * The store in one SQLite file at `path`, made when missing. Several processes may have it open. Who opens it disposes it.
 * Throws, as all of its members reject, with `ProblemError` when the file is locked, full or not writable, and with `CorruptFileError` when it is damaged.
 */
export function openEmbeddedStore(path: string, options: EmbeddedStoreOptions = {}): Store {
	const database = openDatabase(path, options.wait ?? 5_000);
	try {
		// FULL: in WAL mode every commit waits for the disk, so that what was acknowledged outlives a power cut too.
		database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
		migrate(database);
		const now = options.now ?? Date.now;
		return {
			inbox: createInbox(database, { fence: createFence(database), now }),
			leases: createLeases(database, now),
			outbox: createOutbox(database),
			bindings: createBindings(database),
			records: createRecords(database),
			due: createDue(database),
			[Symbol.asyncDispose]: async () => database.close(),
		};
	} catch (error) {
		database.close();
		throw error;
	}
}
