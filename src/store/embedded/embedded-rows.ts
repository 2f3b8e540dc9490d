import { z } from 'zod';
import type { Rows } from '../store.ts';
import { type Database, inTransaction } from './database.ts';
import type { Fence } from './embedded-leases.ts';

/** Erasing in SQLite. What is deleted is overwritten (`secure_delete`), in the file and, by the checkpoint, in its log. */
export function createRows(database: Database, fence: Fence): Rows {
	const placeOf = database.query(
		'SELECT position FROM inbox WHERE session = ? AND key = ? AND inbound IS NOT NULL',
		z.object({ position: z.number().int() }),
	);
	const forget = database.change(
		'UPDATE inbox SET inbound = NULL, seen = NULL WHERE session = ? AND position <= ? AND inbound IS NOT NULL',
	);
	const remove = ['outbox', 'records', 'damaged'].map((table) =>
		database.change(`DELETE FROM ${table} WHERE session = ?`),
	);
	const notDue = database.change("DELETE FROM due WHERE session = ? AND what <> 'work'");
	/** Free pages may still hold rows that a former version deleted: it did not overwrite them. */
	let isClean = false;
	const scrub = async (): Promise<void> => {
		if (!isClean) database.exec('VACUUM');
		isClean = true;
		database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
	};
	return {
		async erase(lease, upTo) {
			const { session } = lease;
			inTransaction(database, () => {
				fence(lease);
				const order = placeOf(session, upTo)[0];
				if (!order) return;
				for (const change of [...remove, notDue]) change(session);
				forget(session, order.position);
			});
			await scrub();
		},
		scrub,
	};
}
