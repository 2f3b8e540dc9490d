import { CorruptFileError } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import type { Database } from './database.ts';

/** Handles rows that cannot be read: each costs itself, never a row beside it. */
export interface DamagedRows {
	/** The rows as `read` reads them, without those that it cannot; these are told to the log, once each. */
	sound<Row, T>(rows: readonly Row[], read: (row: Row) => T): T[];
	/** As `sound`; rows that cannot be read are handed to `lose` too. */
	soundOrLost<Row, T>(rows: readonly Row[], read: (row: Row) => T, lose: (row: Row) => void): T[];
	/** Keeps what stood in a row that is given up. */
	keep(part: string, session: string, key: string, value: string): void;
}

/** More than this many are not remembered as told. */
const mostTold = 1_000;

/** The damaged rows of a database whose table `damaged` is there. */
export function createDamagedRows(database: Database, log: Logger): DamagedRows {
	const insert = database.change('INSERT INTO damaged (part, session, key, value) VALUES (?, ?, ?, ?)');
	const told = new Set<string>();
	const tell = (error: CorruptFileError): void => {
		if (told.has(error.field)) return;
		if (told.size < mostTold) told.add(error.field);
		log.error('A row of the store cannot be read and is left out', { err: error });
	};
	const soundOrLost: DamagedRows['soundOrLost'] = (rows, read, lose) =>
		rows.flatMap((row) => {
			try {
				return [read(row)];
			} catch (error) {
				if (!(error instanceof CorruptFileError)) throw error;
				tell(error);
				lose(row);
				return [];
			}
		});
	return {
		soundOrLost,
		sound: (rows, read) => soundOrLost(rows, read, () => undefined),
		keep: (part, session, key, value) => void insert(part, session, key, value),
	};
}
