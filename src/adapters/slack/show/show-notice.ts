import type { AgentEvent } from '../../../agent/events.ts';
import { messageOf } from '../../../errors.ts';
import { toMrkdwn } from '../render/mrkdwn.ts';
import { neutralise } from '../render/neutralise.ts';
import { waitingMessage } from '../render/parts.ts';
import type { RenderedMessage } from '../render/rendered-message.ts';
import { placeOfKey } from '../thread-keys.ts';
import { slackCode } from '../web/slack-sentence.ts';
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

/** Acknowledges that a message waits: a mark on it, and for whoever wrote it what can be done. Never rejects. */
export async function showWaiting(deps: ShowDeps, show: Show, of: string, steers: boolean): Promise<void> {
	deps.waiting.add(of);
	await react(deps, of, 'add');
	const author = deps.recipientOf(show.thread);
	if (steers || !author || !placeOfKey(of)) return;
	await whisper(deps, show, author.user, waitingMessage(of)).catch((error: unknown) => ignore(deps, error));
}

/** What a message that waits is marked with. */
const waitingMark = 'hourglass_flowing_sand';

/** Marks a message as waiting, or not any more. Never rejects. */
export async function react({ calls, signal, ...deps }: ShowDeps, key: string, act: 'add' | 'remove'): Promise<void> {
	const place = placeOfKey(key);
	if (!place) return;
	const { team, channel, ts: timestamp } = place;
	const call = { method: `reactions.${act}`, team, repeat: 'safe' } as const;
	await calls
		.run({ ...call, send: (client) => client.reactions[act]({ channel, timestamp, name: waitingMark }) }, signal)
		.catch((error: unknown) => ignore(deps, error));
}

function ignore({ log }: Pick<ShowDeps, 'log'>, error: unknown): void {
	log.info('Slack does not show that a message waits', { reason: slackCode(error) ?? messageOf(error) });
}

/** A message that one person sees and nobody can find again: its id is that it was sent. */
async function whisper(
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
