import { type APIChannel, type APIMessage, Routes } from 'discord-api-types/v10';
import type { LeftOut } from '../../../chat/past.ts';
import { discordCode } from '../api/problems/discord-sentence.ts';
import { byAge } from '../ids.ts';
import type { ListenDeps } from '../listen/listen-deps.ts';
import type { DiscordPlace } from '../thread-keys.ts';

type Deps = Pick<ListenDeps, 'calls'>;

/** Where several people talk, or one with us. */
export type TalkPlace = Exclude<DiscordPlace, { kind: 'private' }>;
type ThreadPlace = Extract<DiscordPlace, { kind: 'thread' }>;

/** Beginning and end of a thread. */
interface Ends {
	readonly first: readonly APIMessage[];
	readonly leftOut: LeftOut;
	readonly newest: readonly APIMessage[];
}

/** Of a thread that is asked for its ends. */
interface EndsQuery {
	readonly before: string | undefined;
	readonly most: number;
	readonly isSaid: (message: APIMessage) => boolean;
}

/** https://docs.discord.com/developers/resources/message#get-channel-messages */
const pageSize = 100;
/** Of what is not there, or not for us. */
const gone = [10003, 10008, 50001, 50013];

/** The message that a thread began with, and its newest before another. Rejects as `Calls` do. */
export async function endsOf(
	place: TalkPlace,
	{ before, most, isSaid }: EndsQuery,
	deps: Deps,
	signal: AbortSignal,
): Promise<Ends> {
	const page = await messagesIn(place, before === undefined ? {} : { before }, deps, signal);
	const isAll = page.length < pageSize;
	const messages = page.filter(isSaid);
	const root =
		place.kind === 'thread' ? await rootOf(place, isAll ? page : undefined, isSaid, deps, signal) : undefined;
	const rest = messages.filter(({ id }) => id !== root?.id);
	const newest = rest.slice(1 - most);
	const first = root ? [root] : [];
	if (isAll) return { first, newest, leftOut: exactly(rest.length - newest.length) };
	return { first, newest, leftOut: leftBefore(newest[0], first.length) };
}

function exactly(count: number): LeftOut {
	return count === 0 ? { kind: 'none' } : { kind: 'exactly', count };
}

/** Discord numbers a thread's messages from the one on that it began with, about: https://docs.discord.com/developers/resources/message#message-object (`position`) */
function leftBefore(oldest: APIMessage | undefined, shown: number): LeftOut {
	const position = oldest?.position;
	return position === undefined ? { kind: 'unknown' } : { kind: 'about', count: Math.max(1, position - shown) };
}

/** The message that a thread was begun on stands in its channel; a forum's post, and a thread that was begun without one, have it inside. */
async function rootOf(
	place: ThreadPlace,
	all: readonly APIMessage[] | undefined,
	isSaid: EndsQuery['isSaid'],
	deps: Deps,
	signal: AbortSignal,
): Promise<APIMessage | undefined> {
	const { parent, channel } = place;
	const inside = all?.find(({ id }) => id === channel);
	if (inside) return inside;
	const outside = await messageAt(Routes.channelMessage(parent, channel), deps, signal);
	if (outside) return outside;
	return (all ?? (await pageAfter(place, undefined, deps, signal)).messages).find(isSaid);
}

async function messageAt(
	route: ReturnType<typeof Routes.channelMessage>,
	{ calls }: Deps,
	signal: AbortSignal,
): Promise<APIMessage | undefined> {
	try {
		return await calls.run<APIMessage>({ method: 'GET', route }, signal);
	} catch (error) {
		if (gone.includes(discordCode(error) ?? 0)) return undefined;
		throw error;
	}
}

interface Page {
	/** Oldest first. */
	readonly messages: readonly APIMessage[];
	readonly next: string | undefined;
}

/** The messages after another one; undefined: from the first one on, which may stand in the channel that a thread is in. Rejects as `Calls` do. */
export async function pageAfter(
	place: TalkPlace,
	after: string | undefined,
	deps: Deps,
	signal: AbortSignal,
): Promise<Page> {
	// A thread's id is that of the message it began on: none inside of it is older.
	const from = after ?? String(BigInt(place.channel) - 1n);
	const messages = await messagesIn(place, { after: from }, deps, signal);
	const next = messages.length < pageSize ? undefined : messages.at(-1)?.id;
	if (after !== undefined || place.kind === 'dm' || messages[0]?.id === place.channel) return { messages, next };
	const root = await messageAt(Routes.channelMessage(place.parent, place.channel), deps, signal);
	return { messages: root ? [root, ...messages] : messages, next };
}

async function messagesIn(
	{ channel }: TalkPlace,
	range: Readonly<Record<string, string>>,
	{ calls }: Deps,
	signal: AbortSignal,
): Promise<readonly APIMessage[]> {
	const query = new URLSearchParams({ limit: String(pageSize), ...range });
	const page = await calls.run<APIMessage[]>({ method: 'GET', route: Routes.channelMessages(channel), query }, signal);
	return page.toSorted(byAge);
}

/** About how many messages a thread has, with the one it began on; undefined where Discord does not count them. Rejects as `Calls` do. */
export async function totalOf(place: TalkPlace, { calls }: Deps, signal: AbortSignal): Promise<number | undefined> {
	if (place.kind === 'dm') return undefined;
	const channel = await calls.run<APIChannel>({ method: 'GET', route: Routes.channel(place.channel) }, signal);
	const count = 'message_count' in channel ? channel.message_count : undefined;
	return count === undefined ? undefined : count + 1;
}
