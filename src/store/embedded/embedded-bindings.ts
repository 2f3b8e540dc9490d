import { z } from 'zod';
import { type Thread, threadSchema } from '../inbound.ts';
import { checkValue } from '../parse-checked.ts';
import type { Bindings } from '../store.ts';
import type { DamagedRows } from './damaged-rows.ts';
import type { Database } from './database.ts';

const threadRow = z.object({ platform: z.string(), id: z.string() });

/** The bindings in SQLite. */
export function createBindings(database: Database, damaged: DamagedRows): Bindings {
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
		async threadsOf(session) {
			return damaged.sound(bound(session), read);
		},
	};
}
