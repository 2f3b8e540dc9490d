import type { ConversationsRepliesResponse } from '@slack/web-api';
import type { EarlierMessage } from '../../../chat/inbound.ts';
import type { Person, Thread } from '../../../chat/thread.ts';
import { slackSentence } from '../api/problems/slack-sentence.ts';
import { awayOr } from '../api/problems/trouble.ts';
import { nameFiles } from '../files/name-files.ts';
import type { ListenDeps } from '../listen/listen-deps.ts';
import { placeOf, type SlackPlace } from '../thread-keys.ts';
import { filesOf, isPerson, messageSchema, type Receiver, type SlackMessage, timeOf, wordsOf } from './read-message.ts';
import { mentionedUsers, readableText } from './readable-text.ts';
import { authorOf } from './who-spoke.ts';

type EarlierDeps = Pick<ListenDeps, 'calls' | 'directory' | 'installations' | 'log'>;

/** As many as `Intake.earlier` hands over. */
const mostMessages = 50;
/** What is asked for at once; Slack gives some apps less. A thread of more than all pages together is read no further. */
const pageSize = 200;
const mostPages = 50;

/** Kinds of messages that nobody said. */
const unsaid = /^(channel|group)_|^(tombstone|reminder_add|pinned_item)$/;

/** `Intake.earlier` for Slack: who wrote is named, the bot itself as Threadsmith. Rejects with a sentence for people. */
export async function earlierMessages(
	{ thread, before }: { readonly thread: Thread; readonly before: string },
	deps: EarlierDeps,
	signal: AbortSignal,
): Promise<readonly EarlierMessage[]> {
	const place = placeOf(thread);
	const latest = tsIn(before);
	try {
		const { botUser, botId } = await deps.installations.of(place.team);
		const receiver = { ...place, botUser, botId };
		const said = (await allReplies(place, latest, deps, signal)).filter((message) => isEarlier(message, latest));
		return await Promise.all(said.slice(-mostMessages).map((message) => earlierOf(message, receiver, deps, signal)));
	} catch (error) {
		signal.throwIfAborted();
		throw awayOr(new Error(slackSentence('read what was said before in this thread', error), { cause: error }));
	}
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

async function earlierOf(
	message: SlackMessage,
	{ channel, ...receiver }: Receiver & { readonly channel: string },
	deps: EarlierDeps,
	signal: AbortSignal,
): Promise<EarlierMessage> {
	const { team } = receiver;
	const raw = wordsOf(message);
	const users = mentionedUsers(raw);
	const [name, ...names] = await Promise.all([
		nameOf(message, receiver, deps, signal),
		...users.map((user) => deps.directory.nameOf(team, user, signal)),
	]);
	const text = readableText(raw, (user) => names[users.indexOf(user)] ?? user);
	const files = await nameFiles(filesOf(message, team), deps, signal);
	const person = files.length > 0 ? await personOf(message, channel, receiver, deps, signal) : undefined;
	return { name, ...(person && { person }), at: timeOf(message.ts), text, files };
}

/** Undefined: a bot, or Slack does not say now who they are. */
async function personOf(
	message: SlackMessage,
	channel: string,
	receiver: Receiver,
	{ directory, log }: EarlierDeps,
	signal: AbortSignal,
): Promise<Person | undefined> {
	try {
		return await authorOf(message, channel, receiver, { directory, signal });
	} catch (error) {
		signal.throwIfAborted();
		log.warn('Who shared a file cannot be found out', { err: error });
		return undefined;
	}
}

async function nameOf(
	message: SlackMessage,
	{ team, botUser, botId }: Receiver,
	{ directory }: EarlierDeps,
	signal: AbortSignal,
): Promise<string> {
	if (message.user === botUser || message.bot_id === botId) return 'Threadsmith';
	if (message.user && isPerson(message, botUser)) return directory.nameOf(team, message.user, signal);
	return message.username ?? message.bot_profile?.name ?? 'a bot';
}
