import type { Outbox } from '../../../store/store.ts';

/** Stands in place of a platform's id for a notice that nobody will be shown any more. */
export const overtaken = 'overtaken';

/**
 * Counts as shown whatever a turn, all of which has been shown, was going to tell on its way and could not: that it had broken, that a model was
 * asked again. It went on since, and does not say so any more; an intent without an id would stand for ever as something unfinished.
 */
export async function settleNotices(
	session: string,
	turn: string,
	outbox: Pick<Outbox, 'rows' | 'sent'>,
): Promise<void> {
	const rows = await outbox.rows(session, turn);
	const left = rows.filter(({ key, id }) => id === undefined && key.endsWith('/notice'));
	for (const { key } of left) await outbox.sent(session, key, overtaken);
}
