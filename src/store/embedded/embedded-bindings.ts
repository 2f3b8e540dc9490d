import { z } from 'zod';
import { type Thread, threadSchema } from '../../chat/thread.ts';
import { checkValue } from '../files/parse-checked.ts';
import type { Bindings } from '../store.ts';

import type { DamagedRows } from './damaged-rows.ts';
import { type Database, inTransaction } from './database.ts';
import { prepareDueBy } from './embedded-due.ts';
import type { Fence } from './embedded-leases.ts';

const threadRow = z.object({ platform: z.string(), id: z.string() });

export interface BindingsDeps {
	/** Throws for a superseded lease. */
	readonly fence: Fence;
	readonly damaged: DamagedRows;
	/** Milliseconds since 1970. */
	readonly now: () => number;
}

/** The bindings in SQLite. */
export function createBindings(database: Database, { fence, damaged, now }: BindingsDeps): Bindings {
	const dueBy = prepareDueBy(database);
	const find = database.query(
		'SELECT session FROM bindings WHERE platform = ? AND thread = ?',
		z.object({ session: z.string() }),
	);
	const write = database.change(
		`INSERT INTO bindings (platform, thread, session) VALUES (?, ?, ?)
		ON CONFLICT (platform, thread) DO UPDATE SET session = excluded.session`,
	);
	const bound = database.query(
		'SELECT platform, thread AS id FROM bindings WHERE session = ? ORDER BY rowid',
		threadRow,
	);
	const placeOf = database.query(
		'SELECT position FROM inbox WHERE session = ? AND platform = ? AND key = ? AND inbound IS NOT NULL',
		z.object({ position: z.number().int() }),
	);
	const finish = database.change('UPDATE inbox SET inbound = NULL, seen = NULL WHERE position = ?');
	const giveAway = database.change(
		`UPDATE inbox SET session = ?, seen = NULL WHERE session = ? AND platform = ? AND position > ? AND inbound IS NOT NULL
		AND json_extract(inbound, '$.thread.id') = ? AND json_extract(inbound, '$.type') NOT IN ('answer', 'word')
		AND key NOT IN (SELECT value FROM json_each(?))`,
	);
	const read = (row: z.infer<typeof threadRow>): Thread =>
		checkValue(threadSchema, { ...row }, { file: database.path, within: `binding "${row.id}"` });

	return {
		async sessionOf(thread) {
			return find(thread.platform, thread.id)[0]?.session;
		},
		async bind(thread, session) {
			const { platform, id } = threadSchema.parse(thread);
			write(platform, id, session);
		},
		async rebind(lease, { thread, key }, to, except = []) {
			const { platform, id } = threadSchema.parse(thread);
			inTransaction(database, () => {
				fence(lease);
				const command = placeOf(lease.session, platform, key)[0];
				if (!command) return;
				write(platform, id, to);
				finish(command.position);
				giveAway(to, lease.session, platform, command.position, id, JSON.stringify(except));
				dueBy(to, 'work', now());
			});
		},
		async threadsOf(session) {
			return damaged.sound(bound(session), read);
		},
	};
}
