import { z } from 'zod';
import type { Outbox, OutboxRow } from './store.ts';

/** When a file that a platform has refused may be taken: under another name, once it has changed (its size, its kind), or another time. */
export const untilSchema = z.enum(['renamed', 'changed', 'later']);
export type Until = z.infer<typeof untilSchema>;

/** A file that its platform does not have. `reason`: one plain sentence. */
export interface Undelivered {
	readonly key: string;
	readonly until: Until;
	readonly reason: string;
}

const rowKey = (key: string, until: Until) => `${key}/refused-${until}`;

/** Notes beside a file's own row that it was not taken, and why: the row itself is settled either way. */
export async function noteUndelivered(
	outbox: Pick<Outbox, 'intend' | 'sent'>,
	row: Omit<OutboxRow, 'id'>,
	{ key, until, reason }: Undelivered,
): Promise<void> {
	await outbox.intend({ ...row, key: rowKey(key, until) });
	await outbox.sent(row.session, rowKey(key, until), reason);
}

/** What was noted of the file `key`; undefined: nothing. Pure. */
export function undeliveredIn(rows: readonly OutboxRow[], key: string): Undelivered | undefined {
	for (const until of untilSchema.options) {
		const reason = rows.find((row) => row.key === rowKey(key, until))?.id;
		if (reason !== undefined) return { key, until, reason };
	}
	return undefined;
}
