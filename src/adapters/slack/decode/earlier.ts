import type { ConversationsRepliesResponse } from '@slack/web-api';
import type { Intake } from '../../adapter.ts';
import { createEarlier, type EarlierQuery, type FoundMessage, ownName } from '../../intake/earlier.ts';
import { slackSentence } from '../api/problems/slack-sentence.ts';
import { awayOr } from '../api/problems/trouble.ts';
import type { ListenDeps } from '../listen/listen-deps.ts';
import { placeOf, type SlackPlace } from '../thread-keys.ts';
import { botName, isPerson, messageSchema, type Self, type SlackMessage, timeOf } from './decode-message.ts';
import { authorOf, filesWithSharers, readableWith } from './who-spoke.ts';
import { allWords, readMessage } from './words/message-words.ts';

type EarlierDeps = Pick<ListenDeps, 'calls' | 'directory' | 'installations' | 'log'>;

/** Asked for at once; Slack gives some apps less. A thread of more than all pages together is read no further. */
const pageSize = 200;
const mostPages = 50;

/** Kinds of messages that nobody said. */
const unsaid = /^(channel|group)_|^(tombstone|reminder_add|pinned_item)$/;

/** `Intake.earlier` for Slack. */
export function createSlackEarlier(deps: EarlierDeps): Intake['earlier'] {
	return createEarlier({
		find: (query, signal) => findEarlier(query, deps, signal),
		troubleIn: (action, error) => awayOr(new Error(slackSentence(action, error), { cause: error })),
		log: deps.log,
	});
}

async function findEarlier(
	{ thread, before, most }: EarlierQuery,
	deps: EarlierDeps,
	signal: AbortSignal,
): Promise<readonly FoundMessage[]> {
	const place = placeOf(thread);
	const latest = tsIn(before);
	const { botUser, botId } = await deps.installations.of(place.team);
	const said = (await allReplies(place, latest, deps, signal)).filter((message) => isEarlier(message, latest));
	const at = { ...place, botUser, botId };
	return await Promise.all(said.slice(-most).map((message) => foundAs(message, at, deps, signal)));
}

/** The `ts` in the key of whatever came in: it begins with the message's. */
function tsIn(key: string): string {
	return /^[A-Z0-9]+\/[A-Z0-9]+\/(\d+\.\d+)/.exec(key)?.[1] ?? '';
}

async function allReplies(
	{ team, channel, ts }: SlackPlace,
	latest: string,
	{ calls }: EarlierDeps,
	signal: AbortSignal,
): Promise<SlackMessage[]> {
	const found: SlackMessage[] = [];
	let cursor: string | undefined;
	for (let page = 0; page < mostPages; page += 1) {
		const args = { channel, ts, limit: pageSize, ...(latest && { latest }), ...(cursor && { cursor }) };
		const answer: ConversationsRepliesResponse = await calls.run(
			{ method: 'conversations.replies', team, repeat: 'safe', send: (client) => client.conversations.replies(args) },
			signal,
		);
		found.push(...(answer.messages ?? []).flatMap((message) => messageSchema.safeParse(message).data ?? []));
		cursor = answer.response_metadata?.next_cursor;
		if (!cursor) break;
	}
	return found;
}

function isEarlier({ ts, subtype }: SlackMessage, latest: string): boolean {
	return (latest === '' || Number(ts) < Number(latest)) && !unsaid.test(subtype ?? '');
}

async function foundAs(
	message: SlackMessage,
	{ channel, ...self }: Self & { readonly channel: string },
	deps: EarlierDeps,
	signal: AbortSignal,
): Promise<FoundMessage> {
	const found = readMessage(message, self.team);
	const met = { team: self.team, channel, user: message.user ?? undefined };
	const [name, text, files] = await Promise.all([
		nameOf(message, self, deps, signal),
		readableWith(allWords(found), self.team, { ...deps, signal }),
		filesWithSharers(found, met, { ...deps, signal }),
	]);
	const sharer = () => authorOf(message, channel, self, { ...deps, signal });
	return { name, at: timeOf(message.ts), text, files, sharer };
}

async function nameOf(
	message: SlackMessage,
	{ team, botUser, botId }: Self,
	{ directory }: EarlierDeps,
	signal: AbortSignal,
): Promise<string> {
	if (message.user === botUser || message.bot_id === botId) return ownName;
	if (message.user && isPerson(message, botUser)) return directory.nameOf(team, message.user, signal);
	return botName(message);
}
