import type { Post, Surface } from '../present/surface.ts';
import { findPosted } from './api/find-posted.ts';
import { slackCode } from './api/problems/slack-sentence.ts';
import { deleteMessage, updateMessage } from './live/live-part.ts';
import { withoutBlocks } from './render/answer.ts';
import type { RenderedMessage } from './render/rendered-message.ts';
import type { SlackShowDeps } from './show/slack-show-deps.ts';
import { placeOf } from './thread-keys.ts';

/** Slack's side of the presenter. Rejects as `Calls` do. */
export function createSlackSurface(deps: SlackShowDeps): Surface<RenderedMessage> {
	return {
		post: (post, signal) => postMessage(deps, post, signal),
		edit: ({ thread, id, keys, message }, signal) =>
			updateMessage({ ...deps, signal }, { place: placeOf(thread) }, { ts: id, keys, message }),
		remove: ({ thread, id }, signal) => deleteMessage({ ...deps, signal }, { place: placeOf(thread) }, id),
		find: (thread, key, signal) => findPosted(deps, { thread, key }, signal),
		async upload(batch, signal) {
			await deps.roots.check(batch.thread, signal);
			return await deps.uploads(batch, signal);
		},
	};
}

const blocksRefused = ['invalid_blocks', 'msg_blocks_too_long', 'invalid_attachments'];

/** Slack is stricter with blocks than its documents say: what it refuses is posted as text. */
async function postMessage(
	{ postOnce, log }: SlackShowDeps,
	{ session, thread, turn, keys, message }: Post<RenderedMessage>,
	signal: AbortSignal,
): Promise<string> {
	const send = ({ text, blocks }: RenderedMessage) => postOnce({ session, thread, turn, keys, text, blocks }, signal);
	return await send(message).catch((error: unknown) => {
		if (!blocksRefused.includes(slackCode(error) ?? '')) throw error;
		log.warn('Slack refuses the blocks of a message', { err: error });
		return send(withoutBlocks(message));
	});
}
