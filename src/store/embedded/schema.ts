import { z } from 'zod';
import { ProblemError } from '../../base/errors.ts';
import { type Database, inTransaction } from './database.ts';

/** Each brings the database from version n to n + 1, by its place in the list. Entries are never changed, only added. */
const migrations: readonly string[] = [
	`
	CREATE TABLE inbox (
		position INTEGER PRIMARY KEY AUTOINCREMENT,
		platform TEXT NOT NULL,
		key TEXT NOT NULL,
		session TEXT NOT NULL,
		inbound TEXT, -- JSON; NULL once it no longer waits: the key stays, so that it is known when it comes again
		UNIQUE (platform, key)
	) STRICT;
	CREATE INDEX inbox_waiting ON inbox (session, position) WHERE inbound IS NOT NULL;

	CREATE TABLE leases (
		session TEXT PRIMARY KEY,
		token INTEGER NOT NULL,
		holder TEXT, -- NULL: given back
		until INTEGER NOT NULL -- milliseconds since 1970
	) STRICT;

	CREATE TABLE outbox (
		position INTEGER PRIMARY KEY AUTOINCREMENT,
		session TEXT NOT NULL,
		turn TEXT NOT NULL,
		key TEXT NOT NULL,
		thread TEXT NOT NULL, -- JSON
		id TEXT, -- NULL: an intent
		UNIQUE (session, key)
	) STRICT;
	CREATE INDEX outbox_turn ON outbox (session, turn, position);

	CREATE TABLE bindings (
		platform TEXT NOT NULL,
		thread TEXT NOT NULL,
		session TEXT NOT NULL,
		PRIMARY KEY (platform, thread)
	) STRICT;
	CREATE INDEX bindings_session ON bindings (session);

	CREATE TABLE records (
		position INTEGER PRIMARY KEY AUTOINCREMENT,
		kind TEXT NOT NULL,
		session TEXT NOT NULL,
		id TEXT NOT NULL,
		value TEXT NOT NULL, -- JSON
		UNIQUE (kind, id)
	) STRICT;
	CREATE INDEX records_session ON records (session, kind, position);
	`,
	`
	CREATE TABLE due (
		session TEXT NOT NULL,
		what TEXT NOT NULL,
		at INTEGER NOT NULL, -- milliseconds since 1970
		PRIMARY KEY (session, what)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX due_at ON due (at);
	-- Whatever the former version left unfinished is looked at once.
	INSERT INTO due SELECT DISTINCT session, 'work', 0 FROM (
		SELECT session FROM inbox WHERE inbound IS NOT NULL UNION SELECT session FROM outbox WHERE id IS NULL
	);
	INSERT INTO due SELECT session, 'question', 0 FROM records
		WHERE kind = 'question' AND CASE WHEN json_valid(value) THEN json_extract(value, '$.state') = 'open' END
		GROUP BY session;
	`,
	`
	-- What stood in rows that could not be read, for whoever mends it by hand.
	CREATE TABLE damaged (
		position INTEGER PRIMARY KEY AUTOINCREMENT,
		part TEXT NOT NULL,
		session TEXT NOT NULL,
		key TEXT NOT NULL,
		value TEXT NOT NULL,
		seen INTEGER
	) STRICT;
	-- When the tidying first saw the row, milliseconds since 1970; its age is counted from then.
	ALTER TABLE inbox ADD COLUMN seen INTEGER;
	ALTER TABLE outbox ADD COLUMN seen INTEGER;
	ALTER TABLE records ADD COLUMN seen INTEGER;
	ALTER TABLE leases ADD COLUMN seen INTEGER;
	CREATE INDEX inbox_seen ON inbox (seen);
	CREATE INDEX outbox_seen ON outbox (seen);
	CREATE INDEX records_seen ON records (seen);
	CREATE INDEX leases_seen ON leases (seen);
	`,
	`
	CREATE INDEX outbox_open ON outbox (session) WHERE id IS NULL;
	`,
];

/** Brings the database to the newest version. Throws `ProblemError` when a newer Threadsmith has made it. */
export function migrate(database: Database): void {
	const version = database.query('PRAGMA user_version', z.object({ user_version: z.number().int() }));
	const current = (): number => version()[0]?.user_version ?? 0;
	if (current() === migrations.length) return;
	inTransaction(database, () => {
		const found = current();
		if (found > migrations.length) throw tooNew(database.path, found);
		for (const migration of migrations.slice(found)) database.exec(migration);
		database.exec(`PRAGMA user_version = ${migrations.length}`);
	});
}

function tooNew(path: string, version: number): ProblemError {
	return new ProblemError(
		`Cannot use "${path}": it has version ${version}, this Threadsmith knows up to ${migrations.length}`,
		'Update Threadsmith, or set THREADSMITH_HOME to another folder',
	);
}
