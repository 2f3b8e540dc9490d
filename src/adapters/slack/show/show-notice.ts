import type { AgentEvent } from '../../../agent/events.ts';
import { toMrkdwn } from '../render/mrkdwn.ts';
import { neutralise } from '../render/neutralise.ts';
import type { RenderedMessage } from '../render/rendered-message.ts';
import { putLine } from './live-lines.ts';
import { plainMessage, postOnceIn, sentence, shownOnce } from './post.ts';
import type { Show, ShowDeps } from './show-deps.ts';

type Notice = Extract<AgentEvent, { type: 'notice' }>;

/** Shows a notice: for one person's eyes, as a line of a turn that is under way, or as a message of its own. */
export async function showNotice(deps: ShowDeps, show: Show, notice: Notice): Promise<void> {
	const { key, text, to } = notice;
	const user = to && /^slack:\w+\/([UW]\w+)$/.exec(to.id)?.[1];
	if (user) return void (await shownOnce(deps, show, key, () => whisper(deps, show, user, markdownText(text))));
	if (!show.isTurn) return void (await postOnceIn(deps, show, key, plainMessage(text)));
	if (show.answered) return void (await postOnceIn(deps, show, key, sentence(text)));
	await putLine(deps, show, key, { type: 'notice', text });
}

/** A message that one person sees and nobody can find again: its id is that it was sent. Rejects as `Calls` do. */
export async function whisper(
	{ calls, signal }: ShowDeps,
	{ place, thread }: Show,
	user: string,
	{ text, blocks }: RenderedMessage,
): Promise<string> {
	const { team, channel, ts } = place;
	const inThread = /^\d+\.\d+$/.test(ts) ? { thread_ts: ts } : {};
	const args = { channel, user, text, ...inThread, ...(blocks.length > 0 && { blocks: [...blocks] }) };
	const call = { method: 'chat.postEphemeral', team, channel, repeat: 'safe' } as const;
	const answer = await calls.run({ ...call, send: (client) => client.chat.postEphemeral(args) }, signal);
	return answer.message_ts ?? thread.id;
}

function markdownText(text: string): RenderedMessage {
	return { blocks: [], text: toMrkdwn(neutralise(text)) };
}
