import { z } from 'zod';
import { parseChecked } from '../files/parse-checked.ts';
import type { RecordKind, Records } from '../records.ts';
import type { DamagedRows } from './damaged-rows.ts';
import { type Database, inTransaction } from './database.ts';

const recordRow = z.object({ id: z.string(), value: z.string() });

/** The records in SQLite. */
export function createRecords(database: Database, damaged: DamagedRows): Records {
	const write = database.change(
		`INSERT INTO records (kind, session, id, value) VALUES (?, ?, ?, ?)
		ON CONFLICT (kind, id) DO UPDATE SET session = excluded.session, value = excluded.value, seen = NULL`,
	);
	const ofSession = database.query(
		'SELECT id, value FROM records WHERE kind = ? AND session = ? ORDER BY position',
		recordRow,
	);
	const find = database.query('SELECT id, value FROM records WHERE kind = ? AND id = ?', recordRow);
	const remove = database.change('DELETE FROM records WHERE kind = ? AND id = ?');
	const reader =
		<T>(kind: RecordKind, schema: z.ZodType<T>) =>
		(row: z.infer<typeof recordRow>): T =>
			parseChecked(schema, row.value, { file: database.path, within: `${kind} "${row.id}"` });

	const put = (kind: RecordKind, session: string, id: string, value: unknown): void => {
		const text: string | undefined = JSON.stringify(value);
		if (text === undefined) throw new TypeError(`Cannot keep the ${kind} "${id}": it is not a JSON value`);
		write(kind, session, id, text);
	};

	return {
		async put(kind, session, id, value) {
			put(kind, session, id, value);
		},
		async list(kind, session, schema) {
			return damaged.sound(ofSession(kind, session), reader(kind, schema));
		},
		async get(kind, id, schema) {
			return damaged.sound(find(kind, id), reader(kind, schema))[0];
		},
		async remove(kind, id) {
			remove(kind, id);
		},
		async change(changes) {
			inTransaction(database, () => {
				for (const { kind, session, id, value } of changes)
					if (value === undefined) remove(kind, id);
					else put(kind, session, id, value);
			});
		},
	};
}
