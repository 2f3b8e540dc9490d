import { slackCode } from '../api/problems/slack-sentence.ts';
import { mayComeBack } from '../api/problems/trouble.ts';
import type { RenderedMessage } from '../render/rendered-message.ts';
import { messageKey } from '../thread-keys.ts';
import type { Show, ShowDeps } from './show-deps.ts';

/** What stands for the id of a message that its reader could not be shown. */
const unseen = 'unseen';

/**
 * A message that one person sees and nobody can find again; resolves with what stands for its id. Somebody who is not in the channel any
 * more, or who is nobody of Slack, cannot be told, and that is logged. Rejects as `Calls` do for anything but a refusal, and where the place is gone
 * for now.
 */
export async function whisper(
	{ calls, signal, log }: ShowDeps,
	show: Show,
	user: string | undefined,
	{ text, blocks }: RenderedMessage,
): Promise<string> {
	if (user === undefined) {
		log.warn('Something is for the eyes of somebody alone who is nobody of Slack', { thread: show.thread.id });
		return unseen;
	}
	const { team, channel, ts } = show.place;
	const inThread = isFirst(show) ? {} : { thread_ts: ts };
	const args = { channel, user, text, ...inThread, ...(blocks.length > 0 && { blocks: [...blocks] }) };
	const call = { method: 'chat.postEphemeral', team, channel, repeat: 'safe' } as const;
	try {
		const answer = await calls.run({ ...call, send: (client) => client.chat.postEphemeral(args) }, signal);
		return answer.message_ts ?? unseen;
	} catch (error) {
		if (slackCode(error) === undefined || mayComeBack(error, show.thread)) throw error;
		log.warn('Slack does not show somebody what is for them alone', { user, reason: slackCode(error) });
		return unseen;
	}
}

/**
 * Whether it answers the message that begins the thread: Slack shows nobody what is whispered in a thread that has no answers yet; see
 * https://docs.slack.dev/reference/methods/chat.postEphemeral
 */
function isFirst({ answers, place }: Show): boolean {
	return answers === messageKey(place);
}
