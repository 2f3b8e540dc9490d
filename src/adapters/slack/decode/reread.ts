import type { MessageNow, StoredMessage } from '../../../chat/inbound.ts';
import type { Intake } from '../../adapter.ts';
import type { Interruptions } from '../../intake/interruptions.ts';
import { asStored, createReread } from '../../intake/reread.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';
import type { ListenDeps } from '../listen/listen-deps.ts';
import { placeOf, placeOfKey, type SlackPlace } from '../thread-keys.ts';
import { decodeMessage, messageSchema, type SlackMessage } from './decode-message.ts';
import { filesWithSharers, readableSoon } from './who-spoke.ts';

type RereadDeps = Pick<ListenDeps, 'calls' | 'directory' | 'installations'> & { readonly interruptions: Interruptions };

/** `Intake.reread` for Slack, which delivers changes again until they are acknowledged. Rejects as `Calls` do. */
export function createSlackReread(deps: RereadDeps): Intake['reread'] {
	const { interruptions } = deps;
	return createReread({
		placeOf: placeOfKey,
		ask: (place, stored, signal) => askSlack(place, stored, deps, signal),
		interruptions,
	});
}

async function askSlack(
	place: SlackPlace,
	{ thread }: StoredMessage,
	deps: RereadDeps,
	signal: AbortSignal,
): Promise<MessageNow> {
	const message = await messageAt(placeOf(thread).ts, place, deps, signal);
	if (message === undefined || message.subtype === 'tombstone') return { state: 'gone' };
	if (!message.edited) return asStored;
	const { team, channel } = place;
	const { botUser, botId } = await deps.installations.of(team);
	const said = decodeMessage({ ...message, type: 'message', channel }, { team, botUser, botId });
	if (!said) return asStored;
	const text = await readableSoon(said.text, team, { ...deps, signal });
	return {
		state: 'changed',
		text,
		files: await filesWithSharers(said, { ...place, user: said.user }, { ...deps, signal }),
	};
}

/** Undefined when it is not there any more. */
async function messageAt(
	root: string,
	{ team, channel, ts }: SlackPlace,
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
