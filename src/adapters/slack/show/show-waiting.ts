import { messageOf } from '../../../errors.ts';
import { waitingMessage } from '../render/parts.ts';
import { placeOfKey } from '../thread-keys.ts';
import { slackCode } from '../web/slack-sentence.ts';
import type { Show, ShowDeps } from './show-deps.ts';
import { whisper } from './whisper.ts';

/** What a message that waits is marked with. */
const waitingMark = 'hourglass_flowing_sand';

/** Where the outbox keeps that a message is marked. */
const markKey = (of: string) => `in-${of}/mark`;

/** Acknowledges that a message waits: a mark on it, and for whoever wrote it what can be done. Never rejects. */
export async function showWaiting(deps: ShowDeps, show: Show, of: string, steers: boolean): Promise<void> {
	const place = placeOfKey(of);
	if (!place) return;
	const { session, thread, turn } = show;
	await deps.outbox.intend({ session, thread, turn, key: markKey(of) });
	await deps.marks(of, () => react(deps, of, 'add'));
	const author = deps.recipientOf(thread);
	if (!steers && author) await quietly(deps, () => whisper(deps, show, author.user, waitingMessage(of)));
}

/** Takes the mark of a message away that had to wait. Never rejects. */
export async function unmark(deps: ShowDeps, { session }: Show, key: string): Promise<void> {
	await quietly(deps, async () => {
		const rows = await deps.outbox.rows(session, `in-${key}`);
		const mark = rows.find((row) => row.key === markKey(key) && row.id === undefined);
		if (!mark) return;
		// A mark that is still on its way is waited for.
		await deps.marks(key, () => react(deps, key, 'remove'));
		await deps.outbox.sent(session, mark.key, 'taken');
	});
}

async function react({ calls, signal, ...deps }: ShowDeps, key: string, act: 'add' | 'remove'): Promise<void> {
	const place = placeOfKey(key);
	if (!place) return;
	const { team, channel, ts: timestamp } = place;
	const call = { method: `reactions.${act}`, team, repeat: 'safe' } as const;
	const args = { channel, timestamp, name: waitingMark };
	await quietly(deps, () => calls.run({ ...call, send: (client) => client.reactions[act](args) }, signal));
}

async function quietly({ log }: Pick<ShowDeps, 'log'>, act: () => Promise<unknown>): Promise<void> {
	await act().catch((error: unknown) => {
		log.info('Slack does not show that a message waits', { reason: slackCode(error) ?? messageOf(error) });
	});
}
