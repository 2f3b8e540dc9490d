import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { z } from 'zod';
import { codeOf } from '../../errors.ts';
import { checkValue } from '../parse-checked.ts';
import { sqliteProblem } from './sqlite-problem.ts';

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

/** Opens the file at `path`, made with mode 0600 when missing; a lock of another connection is waited for up to `wait` milliseconds. */
export function openDatabase(path: string, wait: number): Database {
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
	return {
		path,
		exec: (sql) => told(() => inner.exec(sql)),
		query: (sql, row) => {
			const statement = told(() => inner.prepare(sql));
			return (...values) =>
				told(() => statement.all(...values)).map((found) => checkValue(row, found, { file: path, within: 'row' }));
		},
		change: (sql) => {
			const statement = told(() => inner.prepare(sql));
			return (...values) => told(() => Number(statement.run(...values).changes));
		},
		close: () => {
			if (inner.isOpen) inner.close();
		},
	};
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
