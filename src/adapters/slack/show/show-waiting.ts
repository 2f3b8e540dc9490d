import { messageOf } from '../../../base/errors.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';
import { waitingMessage } from '../render/parts.ts';
import { placeOfKey, slackUserOf } from '../thread-keys.ts';
import type { Show, ShowDeps } from './show-deps.ts';
import { whisper } from './whisper.ts';

/** Where the outbox keeps that a message is marked: beside no turn. */
const markOf = (of: string) => ({ turn: `mark-${of}`, key: `mark-${of}` });

/** Acknowledges that a message waits: a mark on it, and for whoever wrote it what can be done. Never rejects. */
export async function showWaiting(deps: ShowDeps, show: Show, of: string, steers: boolean): Promise<void> {
	const place = placeOfKey(of);
	if (!place) return;
	const { session, thread } = show;
	await deps.outbox.intend({ session, thread, ...markOf(of) });
	const author = slackUserOf(show.by?.id ?? '');
	const marked = deps.marks.add(of);
	if (!steers && author) await quietly(deps, () => whisper(deps, show, author.user, waitingMessage(of)));
	await marked;
}

/** Takes the mark of a message away that had to wait. Never rejects. */
export async function unmark(deps: ShowDeps, { session }: Show, key: string): Promise<void> {
	await quietly(deps, async () => {
		const [mark] = await deps.outbox.rows(session, markOf(key).turn);
		if (!mark || mark.id !== undefined) return;
		await deps.marks.remove(key);
		await deps.outbox.sent(session, mark.key, 'taken');
	});
}

async function quietly({ log }: Pick<ShowDeps, 'log'>, act: () => Promise<unknown>): Promise<void> {
	await act().catch((error: unknown) => {
		log.info('Slack does not show that a message waits', { reason: slackCode(error) ?? messageOf(error) });
	});
}
