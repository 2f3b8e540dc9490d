import { z } from 'zod';
import { type Inbound, inboundSchema } from '../../chat/inbound.ts';
import { parseChecked } from '../files/parse-checked.ts';
import type { Inbox } from '../store.ts';
import type { DamagedRows } from './damaged-rows.ts';
import { type Database, inTransaction } from './database.ts';
import { prepareDueBy } from './embedded-due.ts';
import type { Fence } from './embedded-leases.ts';

const waitingRow = z.object({ key: z.string(), inbound: z.string() });

/** Whoever stores something looks at it at once: this is for the case that nobody does, ms. */
const lookedAtMs = 60_000;

export interface InboxDeps {
	/** Throws for a superseded lease. */
	readonly fence: Fence;
	readonly damaged: DamagedRows;
	/** Whether there is a platform of this name. */
	readonly isPlatform: (name: string) => boolean;
	/** Milliseconds since 1970. */
	readonly now: () => number;
}

/** The inbox in SQLite. */
export function createInbox(database: Database, { fence, damaged, isPlatform, now }: InboxDeps): Inbox {
	const dueBy = prepareDueBy(database);
	const insert = database.change(
		'INSERT INTO inbox (platform, key, session, inbound) VALUES (?, ?, ?, ?) ON CONFLICT (platform, key) DO NOTHING',
	);
	const waitingOf = database.query(
		'SELECT key, inbound FROM inbox WHERE session = ? AND inbound IS NOT NULL ORDER BY position',
		waitingRow,
	);
	const waitingAt = database.query(
		'SELECT key, inbound FROM inbox WHERE session = ? AND key = ? AND inbound IS NOT NULL',
		waitingRow,
	);
	const replace = database.change(
		'UPDATE inbox SET inbound = ?, seen = NULL WHERE session = ? AND key = ? AND inbound IS NOT NULL',
	);
	const waitingSessions = database.query(
		'SELECT session FROM inbox WHERE inbound IS NOT NULL GROUP BY session ORDER BY min(position)',
		z.object({ session: z.string() }),
	);
	const known = inboundSchema.refine(({ thread }) => isPlatform(thread.platform), {
		path: ['thread', 'platform'],
		error: 'is none that there is',
	});
	const read = (row: z.infer<typeof waitingRow>): Inbound =>
		parseChecked(known, row.inbound, { file: database.path, within: `inbox "${row.key}"` });
	/** One that is damaged waits no longer: nothing could ever come of it. */
	const giveUp = (session: string) => (row: z.infer<typeof waitingRow>) => {
		if (isNewer(row.inbound, isPlatform)) return;
		inTransaction(database, () => {
			damaged.keep('inbox', session, row.key, row.inbound);
			replace(null, session, row.key);
		});
	};

	return {
		async add(session, inbound) {
			// Checked before it is stored: one bad row would make everything that waits in the session unreadable.
			const { thread, key } = known.parse(inbound);
			return inTransaction(database, () => {
				if (insert(thread.platform, key, session, JSON.stringify(inbound)) === 0) return 'seen';
				for (const part of partsOf(inbound)) insert(thread.platform, part, session, null);
				dueBy(session, 'work', now() + lookedAtMs);
				return 'stored';
			});
		},
		async waiting(session) {
			return damaged.soundOrLost(waitingOf(session), read, giveUp(session));
		},
		async amend(session, key, text) {
			return inTransaction(database, () => {
				const found = waitingAt(session, key)[0];
				if (!found) return false;
				if (text === undefined) return replace(null, session, key) > 0;
				const inbound = damaged.sound([found], read)[0];
				const isText = inbound?.type === 'message' || inbound?.type === 'word';
				return isText && replace(JSON.stringify({ ...inbound, text }), session, key) > 0;
			});
		},
		async finish(lease, keys) {
			inTransaction(database, () => {
				fence(lease);
				for (const key of keys) replace(null, lease.session, key);
			});
		},
		async sessions() {
			return waitingSessions().map((row) => row.session);
		},
	};
}

function partsOf(inbound: Inbound): readonly string[] {
	return inbound.type === 'message' ? (inbound.parts ?? []) : [];
}

const namesSchema = z.object({ type: z.string(), thread: z.object({ platform: z.string() }) });
const knownTypes: readonly string[] = inboundSchema.options.map(({ shape }) => shape.type.value);

/** Whether a newer version has stored it, which may be installed again: its type or its platform is none that we know. Pure. */
function isNewer(text: string, isPlatform: InboxDeps['isPlatform']): boolean {
	try {
		const { type, thread } = namesSchema.parse(JSON.parse(text));
		return !knownTypes.includes(type) || !isPlatform(thread.platform);
	} catch {
		return false;
	}
}
