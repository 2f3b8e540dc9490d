import { type Logger, silentLogger } from '../../base/log.ts';
import type { Store } from '../store.ts';
import { createTellingOutbox } from '../telling-outbox.ts';
import { createDamagedRows } from './damaged-rows.ts';
import { openDatabase } from './database.ts';
import { createBindings } from './embedded-bindings.ts';
import { createDue } from './embedded-due.ts';
import { createInbox } from './embedded-inbox.ts';
import { createFence, createLeases, type HighestToken } from './embedded-leases.ts';
import { createOutbox } from './embedded-outbox.ts';
import { createRecords } from './embedded-records.ts';
import { createRows } from './embedded-rows.ts';
import { keepTidy } from './keep-tidy.ts';
import { migrate } from './schema.ts';
import { isNoRoom } from './sqlite-problem.ts';
import { createTidyStep } from './tidy.ts';

export interface EmbeddedStoreOptions {
	/** The clock of the leases and of what is due, in milliseconds since 1970. */
	readonly now?: () => number;
	/** How long a write waits for another process's, in milliseconds; the whole process waits with it. Default 5,000. */
	readonly wait?: number;
	/** The highest token of a lease that a session's journal knows of: new ones are above it. Default: none is known. */
	readonly highestToken?: HighestToken;
	/** Makes room on a full disk; true when what failed is worth another try. */
	readonly makeRoom?: () => boolean;
	/** The platforms that there are: what came in from another one waits for a version that has it. Default: whichever it names. */
	readonly platforms?: readonly string[];
	/** Told of rows that are damaged. */
	readonly log?: Logger;
}

/**
 * The store in one SQLite file at `path`, made when missing. Several processes may have it open. Who opens it disposes it.
 * Throws, as all of its members reject, with `ProblemError` when the file is locked, full or not writable, and with `CorruptFileError` when it is damaged.
 */
export function openEmbeddedStore(path: string, options: EmbeddedStoreOptions = {}): Store {
	try {
		return open(path, options);
	} catch (error) {
		if (!isNoRoom(error) || !options.makeRoom?.()) throw error;
		return open(path, options);
	}
}

function open(path: string, options: EmbeddedStoreOptions): Store {
	const { makeRoom } = options;
	const database = openDatabase(path, { wait: options.wait ?? 5_000, ...(makeRoom && { makeRoom }) });
	try {
		// FULL: in WAL mode every commit waits for the disk, so that what was acknowledged outlives a power cut too.
		database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
		migrate(database);
		const log = options.log ?? silentLogger;
		const now = options.now ?? Date.now;
		const damaged = createDamagedRows(database, log);
		const isPlatform = (name: string) => options.platforms?.includes(name) ?? true;
		const tidying = keepTidy(createTidyStep(database, now), log);
		const fence = createFence(database);
		return {
			inbox: createInbox(database, { fence, damaged, isPlatform, now }),
			leases: createLeases(database, now, options.highestToken ?? (async () => 0)),
			outbox: createTellingOutbox(createOutbox(database, damaged)),
			bindings: createBindings(database, { fence, damaged, now }),
			records: createRecords(database, damaged),
			due: createDue(database),
			rows: createRows(database, fence),
			[Symbol.asyncDispose]: async () => {
				tidying[Symbol.dispose]();
				database.close();
			},
		};
	} catch (error) {
		database.close();
		throw error;
	}
}
