import type { OutboxRow } from '../../../store/store.ts';
import type { Shown } from '../../show-once.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';
import { withoutBlocks } from '../render/answer.ts';
import type { RenderedMessage } from '../render/rendered-message.ts';
import { finishEarlier } from './finish-earlier.ts';
import type { Show, ShowDeps } from './show-deps.ts';

/** Posts a message of the show's once, over any number of crashes. Rejects as outbox and `Calls` do. */
export async function postOnceIn(deps: ShowDeps, show: Show, key: string, message: RenderedMessage): Promise<Shown> {
	return await shownOnce(deps, show, key, () => post(deps, show, [key], message));
}

/** Posts several messages as one thing, one after another. */
export async function postPieces(
	deps: ShowDeps,
	show: Show,
	key: string,
	messages: readonly RenderedMessage[],
): Promise<void> {
	for (const [index, message] of messages.entries()) {
		await postOnceIn(deps, show, index === 0 ? key : `${key}/${index + 1}`, message);
	}
}

/** What an earlier process has noted of showing this; undefined: nothing. */
export function rowOf({ alreadyShown, session }: Show, key: string): OutboxRow | undefined {
	return alreadyShown.find((row) => row.session === session && row.key === key);
}

/** Shows the thing `key` once by `act`, which answers the `ts` that shows it. What an earlier process left is finished before anything new. */
export async function shownOnce(deps: ShowDeps, show: Show, key: string, act: () => Promise<string>): Promise<Shown> {
	const { session, thread, turn } = show;
	if (!rowOf(show, key)) await finishEarlier(deps, show);
	const shown = await deps.once({ session, thread, turn, key }, show.alreadyShown, act);
	show.last = shown.id;
	if (!shown.posted) show.kept.push(shown.id);
	return shown;
}

/** Posts a message. Slack is stricter with blocks than its documents say: what it refuses is posted as text. Rejects as `Calls` do. */
export async function post(
	{ postOnce, signal, log }: ShowDeps,
	{ session, thread, turn }: Show,
	keys: readonly [string, ...string[]],
	message: RenderedMessage,
): Promise<string> {
	const post = { session, thread, turn, keys };
	const send = ({ text, blocks }: RenderedMessage) => postOnce({ ...post, text, blocks }, signal);
	return await send(message).catch((error: unknown) => {
		if (!['invalid_blocks', 'msg_blocks_too_long', 'invalid_attachments'].includes(slackCode(error) ?? '')) throw error;
		log.warn('Slack refuses the blocks of a message', { err: error });
		return send(withoutBlocks(message));
	});
}
