import type { ShowScene } from '../../present/ground.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';
import { mayComeBack } from '../api/problems/trouble.ts';
import type { RenderedMessage } from '../render/rendered-message.ts';
import { messageKey, placeOf } from '../thread-keys.ts';
import type { SlackShowDeps } from './slack-show-deps.ts';

/** Stands for the id of a message that its reader could not be shown. */
const unseen = 'unseen';

/**
 * An ephemeral message: one person sees it, and nobody can find it again. Resolves with what stands for its id. Somebody who is not in the
 * channel any more, or who is nobody of Slack, cannot be told, and that is logged. Rejects as `Calls` do for anything but a refusal, and
 * where the place is gone for now.
 */
export async function postEphemeral(
	{ calls, signal, log }: SlackShowDeps,
	scene: ShowScene,
	user: string | undefined,
	{ text, blocks }: RenderedMessage,
): Promise<string> {
	if (user === undefined) {
		log.warn('Something is for the eyes of somebody alone who is nobody of Slack', { thread: scene.thread.id });
		return unseen;
	}
	const { team, channel, ts } = placeOf(scene.thread);
	const inThread = isFirst(scene) ? {} : { thread_ts: ts };
	const args = { channel, user, text, ...inThread, ...(blocks.length > 0 && { blocks: [...blocks] }) };
	const call = { method: 'chat.postEphemeral', team, channel, repeat: 'safe' } as const;
	try {
		const answer = await calls.run({ ...call, send: (client) => client.chat.postEphemeral(args) }, signal);
		return answer.message_ts ?? unseen;
	} catch (error) {
		if (slackCode(error) === undefined || mayComeBack(error, scene.thread)) throw error;
		log.warn('Slack does not show somebody what is for them alone', { user, reason: slackCode(error) });
		return unseen;
	}
}

/**
 * Whether it answers the message that begins the thread: Slack shows nobody an ephemeral message in a thread that has no answers yet; see
 * https://docs.slack.dev/reference/methods/chat.postEphemeral
 */
function isFirst({ answers, thread }: ShowScene): boolean {
	return answers === messageKey(placeOf(thread));
}
