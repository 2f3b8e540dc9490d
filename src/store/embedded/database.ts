import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { z } from 'zod';
import { codeOf } from '../../base/errors.ts';
import { checkValue } from '../files/parse-checked.ts';
import { isNoRoom, sqliteProblem } from './sqlite-problem.ts';

/** Runs a prepared statement. Throws `ProblemError` or `CorruptFileError` when the database is locked, full or damaged. */
type Prepared<T> = (...values: SQLInputValue[]) => T;

/** The part of SQLite that the store uses, its failures told as sentences. */
export interface Database {
	readonly path: string;
	exec(sql: string): void;
	/** Prepares a query; each row is checked by `row`. */
	query<Row>(sql: string, row: z.ZodType<Row>): Prepared<readonly Row[]>;
	/** Prepares a change; it answers how many rows it changed. */
	change(sql: string): Prepared<number>;
	/** Ends its use; a second time nothing happens. */
	close(): void;
}

export interface DatabaseOptions {
	/** How long a lock of another connection is waited for, milliseconds. */
	readonly wait: number;
	/** Makes room on a full disk; true when what failed is worth another try. */
	readonly makeRoom?: () => boolean;
}

/** How room is made for each database. */
const roomMakers = new WeakMap<Database, () => boolean>();

/** Opens the file at `path`, made with mode 0600 when missing. */
export function openDatabase(path: string, { wait, makeRoom = () => false }: DatabaseOptions): Database {
	const told = <T>(work: () => T): T => {
		try {
			return work();
		} catch (error) {
			throw sqliteProblem(error, path);
		}
	};
	const inner = told(() => {
		makePrivate(path);
		return new DatabaseSync(path, { timeout: wait });
	});
	/** One that fails within a transaction has ended all of it: that is tried again as a whole. */
	const withRoom = <T>(work: () => T): T => {
		try {
			return told(work);
		} catch (error) {
			if (inner.isTransaction || !isNoRoom(error) || !makeRoom()) throw error;
			return told(work);
		}
	};
	const database: Database = {
		path,
		exec: (sql) => told(() => inner.exec(sql)),
		query: (sql, row) => {
			const statement = told(() => inner.prepare(sql));
			return (...values) =>
				told(() => statement.all(...values)).map((found) => checkValue(row, found, { file: path, within: 'row' }));
		},
		change: (sql) => {
			const statement = told(() => inner.prepare(sql));
			return (...values) => withRoom(() => Number(statement.run(...values).changes));
		},
		close: () => {
			if (inner.isOpen) inner.close();
		},
	};
	roomMakers.set(database, makeRoom);
	return database;
}

/** SQLite makes its files readable for all; this one holds what people said. The -wal and -shm files take its mode. */
function makePrivate(path: string): void {
	try {
		// Never opened when it exists: closing any handle of the file would drop the locks that this process has on it (fcntl(2)).
		closeSync(openSync(path, 'ax', 0o600));
	} catch (error) {
		if (codeOf(error) !== 'EEXIST') throw error;
	}
}

/** Runs `work` as one transaction that sees no other writer; all of it is durable when this returns, or nothing happened. */
export function inTransaction<T>(database: Database, work: () => T): T {
	try {
		return once(database, work);
	} catch (error) {
		if (!isNoRoom(error) || !roomMakers.get(database)?.()) throw error;
		return once(database, work);
	}
}

function once<T>(database: Database, work: () => T): T {
	database.exec('BEGIN IMMEDIATE');
	try {
		const result = work();
		database.exec('COMMIT');
		return result;
	} catch (error) {
		rollBack(database);
		throw error;
	}
}

function rollBack(database: Database): void {
	try {
		database.exec('ROLLBACK');
	} catch {
		// SQLite has rolled back by itself, as it does when the disk is full: the first error is the one to tell.
	}
}
