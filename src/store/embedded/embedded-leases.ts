import { z } from 'zod';
import { StaleLeaseError } from '../../base/errors.ts';
import type { Lease, Leases } from '../store.ts';
import { type Database, inTransaction } from './database.ts';

/** Throws `StaleLeaseError` when the lease was superseded. */
export type Fence = (lease: Lease) => void;

const leaseRow = z.object({ token: z.number().int(), holder: z.string().nullable(), until: z.number().int() });

/** The highest token that a session's journal knows of. */
export type HighestToken = (session: string) => Promise<number>;

/** The leases in SQLite; `now` in milliseconds since 1970. */
export function createLeases(database: Database, now: () => number, highest: HighestToken): Leases {
	const find = findLease(database);
	const write = database.change(
		`INSERT INTO leases (session, token, holder, until) VALUES (?, ?, ?, ?)
		ON CONFLICT (session) DO UPDATE SET token = excluded.token, holder = excluded.holder,
			until = excluded.until, seen = NULL`,
	);
	const prolong = database.change('UPDATE leases SET until = ? WHERE session = ? AND token = ? AND holder IS NOT NULL');
	const giveBack = database.change(
		'UPDATE leases SET holder = NULL, until = 0, seen = NULL WHERE session = ? AND token = ?',
	);

	return {
		async take(session, holder, ms) {
			// Over a database that was lost tokens go on growing: the journals remember theirs, whatever the clock said then.
			const written = await highest(session);
			return inTransaction(database, () => {
				const found = find(session)[0];
				const held = found && found.holder !== null && found.until > now();
				if (held && found.holder !== holder) return undefined;
				const token = Math.max((found?.token ?? 0) + 1, written + 1, now());
				write(session, token, holder, now() + ms);
				return { session, token };
			});
		},
		async renew(lease, ms) {
			return prolong(now() + ms, lease.session, lease.token) > 0;
		},
		async release(lease) {
			giveBack(lease.session, lease.token);
		},
	};
}

/** Checks leases for the writes of other parts, inside their transactions. */
export function createFence(database: Database): Fence {
	const find = findLease(database);
	return (lease) => {
		const current = find(lease.session)[0]?.token ?? 0;
		if (lease.token < current) throw new StaleLeaseError(lease.session, lease.token, current);
	};
}

function findLease(database: Database): (session: string) => readonly z.infer<typeof leaseRow>[] {
	return database.query('SELECT token, holder, until FROM leases WHERE session = ?', leaseRow);
}
