import type { MessageNow, StoredMessage } from '../../../chat/inbound.ts';
import type { Interruptions } from '../../interruptions.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';
import { nameFiles } from '../files/name-files.ts';
import type { ListenDeps } from '../listen/listen-deps.ts';
import { placeOf, placeOfKey } from '../thread-keys.ts';
import { messageSchema, type Receiver, readMessage, type SlackMessage } from './read-message.ts';
import { readableWith } from './who-spoke.ts';

type RereadDeps = Pick<ListenDeps, 'calls' | 'directory' | 'installations'> & { readonly interruptions: Interruptions };

const asStored: MessageNow = { state: 'as-stored' };

/**
 * `Intake.reread` for Slack, which delivers changes again until they are acknowledged: one that this process has stored is asked for only
 * where no socket stood meanwhile. Rejects as `Calls` do.
 */
export async function rereadMessage(stored: StoredMessage, deps: RereadDeps, signal: AbortSignal): Promise<MessageNow> {
	const { thread, key, since } = stored;
	const place = placeOfKey(key);
	if (!place || (since !== undefined && !deps.interruptions.since(since))) return asStored;
	const message = await messageAt(placeOf(thread).ts, place, deps, signal);
	if (message === undefined || message.subtype === 'tombstone') return { state: 'gone' };
	if (!message.edited) return asStored;
	const { team, channel } = place;
	const { botUser, botId } = await deps.installations.of(team);
	const receiver: Receiver = { team, botUser, botId };
	const said = readMessage({ ...message, type: 'message', channel }, receiver);
	if (!said) return asStored;
	const text = await readableWith(said.text, team, { ...deps, signal });
	return { state: 'changed', text, files: await nameFiles(said.files, deps, signal) };
}

/** Undefined when it is not there any more. */
async function messageAt(
	root: string,
	{ team, channel, ts }: { readonly team: string; readonly channel: string; readonly ts: string },
	{ calls }: RereadDeps,
	signal: AbortSignal,
): Promise<SlackMessage | undefined> {
	const args = { channel, ts: root, oldest: ts, latest: ts, inclusive: true, limit: 2 };
	const call = { method: 'conversations.replies', team, repeat: 'safe' } as const;
	try {
		const answer = await calls.run({ ...call, send: (client) => client.conversations.replies(args) }, signal);
		return answer.messages?.flatMap((one) => messageSchema.safeParse(one).data ?? []).find((one) => one.ts === ts);
	} catch (error) {
		if (slackCode(error) === 'thread_not_found') return undefined;
		throw error;
	}
}
