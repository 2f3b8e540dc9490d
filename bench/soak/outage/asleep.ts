import { DatabaseSync } from 'node:sqlite';

/** A look later than this counts as none, ms. */
const soonMs = 600_000;

/**
 * The unfinished entries of a store that will not be looked at: messages that wait, things that were to be shown, in sessions that are not
 * looked at within ten minutes. One for each session, in words for people.
 */
export function asleepIn(store: string): string[] {
	const database = new DatabaseSync(store, { readOnly: true });
	try {
		const rows = database.prepare(`
			SELECT session, group_concat(key, ' ') AS left FROM (
				SELECT session, key FROM inbox WHERE inbound IS NOT NULL UNION ALL SELECT session, key FROM outbox WHERE id IS NULL
			) WHERE session NOT IN (SELECT session FROM due WHERE at < ?) GROUP BY session`);
		return rows.all(Date.now() + soonMs).map(({ session, left }) => `${session}: ${left}`);
	} finally {
		database.close();
	}
}
