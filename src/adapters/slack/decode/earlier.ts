import type { Past } from '../../../chat/past.ts';
import type { Thread } from '../../../chat/thread.ts';
import {
	createPast,
	type EarlierQuery,
	type FoundEarlier,
	type FoundMessage,
	type FoundPage,
	ownName,
} from '../../intake/past.ts';
import { slackSentence } from '../api/problems/slack-sentence.ts';
import { awayOr } from '../api/problems/trouble.ts';
import type { ListenDeps } from '../listen/listen-deps.ts';
import { hasRoot, placeOf, type SlackPlace } from '../thread-keys.ts';
import { botName, isPerson, type Self, type SlackMessage, timeOf } from './decode-message.ts';
import { endsOf, repliesInTime } from './replies.ts';
import { authorOf, filesWithSharers, readableWith } from './who-spoke.ts';
import { allWords, readMessage } from './words/message-words.ts';

interface EarlierDeps extends Pick<ListenDeps, 'calls' | 'clock' | 'directory' | 'installations' | 'log'> {
	/** Nobody waits longer for more of a thread, ms. */
	readonly longestMs: number;
}

/** Apps that are distributed without being reviewed get a page a minute: https://docs.slack.dev/apis/web-api/rate-limits */
const aPageMoreMs = 75_000;

/** Of a page that is read on demand: words in that many are put together at once. */
const pageSize = 100;

/** Kinds of messages that nobody said. */
const unsaid = /^(channel|group)_|^(tombstone|reminder_add|pinned_item)$/;

/** `Past` of Slack. */
export function createSlackPast(given: Omit<EarlierDeps, 'longestMs'> & Partial<EarlierDeps>): Past {
	const deps = { longestMs: aPageMoreMs, ...given };
	return createPast({
		findEarlier: (query, signal) => findEarlier(query, deps, signal),
		findPage: (thread, after, signal) => findPage(thread, after, deps, signal),
		troubleIn: (action, error) => awayOr(new Error(slackSentence(action, error), { cause: error })),
		log: deps.log,
	});
}

async function findEarlier(
	{ thread, before = '', most }: EarlierQuery,
	deps: EarlierDeps,
	signal: AbortSignal,
): Promise<FoundEarlier> {
	if (!hasRoot(thread)) return { first: [], leftOut: { kind: 'none' }, newest: [] };
	const place = placeOf(thread);
	const find = await finderIn(place, deps, signal);
	const { first, leftOut, newest } = await endsOf(place, { latest: tsIn(before), most }, deps, signal);
	return { leftOut, first: await find(first), newest: await find(newest) };
}

async function findPage(
	thread: Thread,
	after: string | undefined,
	deps: EarlierDeps,
	signal: AbortSignal,
): Promise<FoundPage> {
	if (!hasRoot(thread)) return { messages: [], next: undefined, total: undefined };
	const place = placeOf(thread);
	const find = await finderIn(place, deps, signal);
	const range = { limit: pageSize, ...(after !== undefined && { oldest: after }) };
	const { root, messages, count, cursor } = await repliesInTime(place, range, deps, signal);
	const found = after === undefined && root ? [root, ...messages] : messages;
	const next = cursor === undefined ? undefined : messages.at(-1)?.ts;
	return { messages: await find(found), next, total: count === undefined ? undefined : count + 1 };
}

/** Makes what is handed over of messages of one thread. */
async function finderIn({ team, channel }: SlackPlace, deps: EarlierDeps, signal: AbortSignal) {
	const { botUser, botId } = await deps.installations.of(team);
	const at = { team, channel, botUser, botId };
	return async (messages: readonly SlackMessage[]): Promise<readonly FoundMessage[]> => {
		const said = messages.filter(({ subtype }) => !unsaid.test(subtype ?? ''));
		return await Promise.all(said.map((message) => foundAs(message, at, deps, signal)));
	};
}

/** The `ts` in the key of whatever came in: it begins with the message's. */
function tsIn(key: string): string {
	return /^[A-Z0-9]+\/[A-Z0-9]+\/(\d+\.\d+)/.exec(key)?.[1] ?? '';
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
	return { id: message.ts, name, at: timeOf(message.ts), text, files, sharer };
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
