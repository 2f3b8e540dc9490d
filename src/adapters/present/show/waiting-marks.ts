import { messageOf } from '../../../base/errors.ts';
import type { Show } from '../presenter-deps.ts';

/** Where the outbox keeps that a message is marked: beside no turn. */
const markOf = (of: string) => ({ turn: `mark-${of}`, key: `mark-${of}` });

/** Acknowledges that a message waits. Rejects only as the outbox does. */
export async function mark<Message>(show: Show<Message>, of: string, steers: boolean): Promise<void> {
	const { session, thread, deps, ground } = show;
	const { id } = await deps.outbox.intend({ session, thread, ...markOf(of) });
	if (id === undefined) await quietly(show, () => ground.marks.add(of, !steers));
}

/** Takes the mark of a message away that had to wait. Never rejects. */
export async function unmark<Message>(show: Show<Message>, of: string): Promise<void> {
	const { session, deps, ground } = show;
	await quietly(show, async () => {
		const rows = await deps.outbox.rows(session, markOf(of).turn);
		const row = rows.find(({ key }) => key === markOf(of).key);
		if (!row || row.id !== undefined) return;
		await ground.marks.remove(of);
		await deps.outbox.sent(session, row.key, 'taken');
	});
}

async function quietly<Message>({ deps }: Show<Message>, act: () => Promise<unknown>): Promise<void> {
	await act().catch((error: unknown) => {
		if (deps.signal.aborted) return;
		deps.log.info('It does not show that a message waits', { reason: messageOf(error) });
	});
}
