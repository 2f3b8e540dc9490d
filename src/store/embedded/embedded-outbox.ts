import { z } from 'zod';
import { threadSchema } from '../../chat/thread.ts';
import { parseChecked } from '../files/parse-checked.ts';
import type { Outbox, OutboxRow } from '../store.ts';
import type { DamagedRows } from './damaged-rows.ts';
import { type Database, inTransaction } from './database.ts';

const columns = 'session, turn, key, thread, id';
const outboxRow = z.object({
	session: z.string(),
	turn: z.string(),
	key: z.string(),
	thread: z.string(),
	id: z.string().nullable(),
});

/** Stands for the id of what was not shown, or not known to be, when all else was done. */
const overtaken = 'overtaken';

/** The outbox in SQLite. */
export function createOutbox(database: Database, damaged: DamagedRows): Outbox {
	const insert = database.change(
		'INSERT INTO outbox (session, turn, key, thread) VALUES (?, ?, ?, ?) ON CONFLICT (session, key) DO NOTHING',
	);
	const find = database.query(`SELECT ${columns} FROM outbox WHERE session = ? AND key = ?`, outboxRow);
	const ofTurn = database.query(
		`SELECT ${columns} FROM outbox WHERE session = ? AND turn = ? ORDER BY position`,
		outboxRow,
	);
	const setId = database.change('UPDATE outbox SET id = ?, seen = NULL WHERE session = ? AND key = ?');
	const settleAll = database.change(
		`UPDATE outbox SET id = '${overtaken}', seen = NULL WHERE session = ?1 AND id IS NULL
			AND NOT EXISTS (SELECT 1 FROM inbox WHERE session = ?1 AND inbound IS NOT NULL)`,
	);
	const read = ({ id, thread, ...row }: z.infer<typeof outboxRow>): OutboxRow => ({
		...row,
		thread: parseChecked(threadSchema, thread, { file: database.path, within: `outbox "${row.key}": thread` }),
		...(id === null ? {} : { id }),
	});

	return {
		async intend(row) {
			return inTransaction(database, () => {
				insert(row.session, row.turn, row.key, JSON.stringify(threadSchema.parse(row.thread)));
				// Of a row whose thread is damaged what counts is its id.
				const found = find(row.session, row.key);
				const id = found[0]?.id;
				return damaged.sound(found, read)[0] ?? (id ? { ...row, id } : row);
			});
		},
		async sent(session, key, id) {
			if (setId(id, session, key) === 0) throw new Error(`Cannot record "${key}" as sent: it was never intended`);
		},
		async rows(session, turn) {
			return damaged.sound(ofTurn(session, turn), read);
		},
		async settle(session) {
			settleAll(session);
		},
	};
}
