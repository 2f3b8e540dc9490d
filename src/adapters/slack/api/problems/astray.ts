import type { Logger } from '../../../../base/log.ts';
import type { Outbox, OutboxRow } from '../../../../store/store.ts';
import { placeOf } from '../../thread-keys.ts';
import type { Calls } from '../calls.ts';
import { slackCode } from './slack-sentence.ts';
import { mayComeBack } from './trouble.ts';

export interface AstrayDeps {
	readonly calls: Calls;
	readonly outbox: Pick<Outbox, 'intend' | 'sent'>;
	readonly log: Logger;
}

/** In the outbox, in place of the `ts` of a post that is not astray any more. */
const takenAway = 'none';

/**
 * Takes away the message `ts` of the channel: the post `key` that was meant for a thread. It is noted before, for any number of crashes;
 * where that fails it is tried all the same, for nobody would come back to it. Rejects as outbox and `Calls` do.
 */
export async function takeAstray(
	deps: AstrayDeps,
	row: Omit<OutboxRow, 'id'>,
	ts: string,
	signal: AbortSignal,
): Promise<void> {
	const astray = { ...row, key: `${row.key}/astray`, id: ts };
	try {
		await noteAstray(deps, astray);
	} finally {
		await removeAstray(deps, astray, signal);
	}
}

async function noteAstray({ outbox }: AstrayDeps, { id, ...row }: Required<OutboxRow>): Promise<void> {
	await outbox.intend(row);
	await outbox.sent(row.session, row.key, id);
}

/** Those of a turn that are still to be taken away. Pure. */
export function astrayIn(rows: readonly OutboxRow[]): Required<OutboxRow>[] {
	return rows.flatMap((row) =>
		row.key.endsWith('/astray') && row.id !== undefined && row.id !== takenAway ? [{ ...row, id: row.id }] : [],
	);
}

/** Takes one away; where Slack refuses that for good it stays, and the log says so. Rejects as `Calls` do for all that may pass. */
export async function removeAstray(
	{ calls, outbox, log }: AstrayDeps,
	{ session, thread, key, id: ts }: Required<OutboxRow>,
	signal: AbortSignal,
): Promise<void> {
	const { team, channel } = placeOf(thread);
	const call = { method: 'chat.delete', team, repeat: 'safe' } as const;
	const removal = calls.run({ ...call, send: (client) => client.chat.delete({ channel, ts }) }, signal);
	await removal.catch((error: unknown) => {
		if (slackCode(error) === undefined || mayComeBack(error, thread)) throw error;
		if (slackCode(error) === 'message_not_found') return;
		log.warn('Slack keeps a message of ours in the channel of a deleted thread', { thread: thread.id, err: error });
	});
	await outbox.sent(session, key, takenAway);
}
