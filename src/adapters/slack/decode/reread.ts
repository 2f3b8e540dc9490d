import { filesKey, type MessageNow, type StoredMessage } from '../../../chat/inbound.ts';
import type { Intake } from '../../adapter.ts';
import type { Interruptions } from '../../intake/interruptions.ts';
import { asStored, createReread } from '../../intake/reread.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';
import type { ListenDeps } from '../listen/listen-deps.ts';
import { placeOf, placeOfKey, type SlackPlace } from '../thread-keys.ts';
import { decodeMessage, filesIn, messageSchema, type SlackMessage } from './decode-message.ts';
import { filesWithSharers, readableSoon } from './who-spoke.ts';

type RereadDeps = Pick<ListenDeps, 'calls' | 'directory' | 'installations'> & { readonly interruptions: Interruptions };

/**
 * `Intake.reread` for Slack, which delivers changes again until they are acknowledged. A mention that was stored without the files of its message
 * gets them: nobody may ever deliver that one again. Rejects as `Calls` do.
 */
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
	{ thread, key, text, files }: StoredMessage,
	deps: RereadDeps,
	signal: AbortSignal,
): Promise<MessageNow> {
	const message = await messageAt(placeOf(thread).ts, place, deps, signal);
	if (message === undefined || message.subtype === 'tombstone') return { state: 'gone' };
	const { team, channel } = place;
	const { botUser, botId } = await deps.installations.of(team);
	const said = decodeMessage({ ...message, type: 'message', channel }, { team, botUser, botId });
	const lacksFiles = files === 0 && said !== undefined && filesIn(said) > 0;
	if (!said || !(message.edited || lacksFiles)) return asStored;
	return {
		state: 'changed',
		text: message.edited ? await readableSoon(said.text, team, { ...deps, signal }) : text,
		files: await filesWithSharers(said, { ...place, user: said.user }, { ...deps, signal }),
		...(lacksFiles && { parts: [filesKey(key)] }),
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
