import { z } from 'zod';
import { type Due, type DueFor, dueFor } from '../due.ts';
import type { Database } from './database.ts';

const dueRow = z.object({ session: z.string(), what: z.enum(dueFor), at: z.number().int() });

/** Has a session looked at by a time, within a transaction of another part. */
export function prepareDueBy(database: Database): (session: string, what: DueFor, at: number) => void {
	const write = database.change(
		`INSERT INTO due (session, what, at) VALUES (?, ?, ?)
		ON CONFLICT (session, what) DO UPDATE SET at = excluded.at WHERE excluded.at < at`,
	);
	return (session, what, at) => void write(session, what, Math.round(at));
}

/** Due times, in SQLite. */
export function createDue(database: Database): Due {
	const by = prepareDueBy(database);
	const replace = database.change(
		`INSERT INTO due (session, what, at) VALUES (?, ?, ?)
		ON CONFLICT (session, what) DO UPDATE SET at = excluded.at`,
	);
	const clear = database.change('DELETE FROM due WHERE session = ? AND what = ?');
	const dueAt = database.query('SELECT session, what, at FROM due WHERE at <= ? ORDER BY at LIMIT ?', dueRow);
	const first = database.query('SELECT session, what, at FROM due ORDER BY at LIMIT 1', dueRow);
	const firstOf = database.query('SELECT session, what, at FROM due WHERE session = ? ORDER BY at LIMIT 1', dueRow);
	const bringForward = database.change('UPDATE due SET at = ? WHERE what = ? AND at > ?');

	return {
		async by(session, what, at) {
			by(session, what, at);
		},
		async put(session, what, at) {
			if (at === undefined) clear(session, what);
			else replace(session, what, Math.round(at));
		},
		async until(at, limit) {
			return dueAt(Math.round(at), limit);
		},
		async earliest(session) {
			return (session === undefined ? first() : firstOf(session))[0];
		},
		async hasten(what, at) {
			bringForward(Math.round(at), what, Math.round(at));
		},
	};
}
