import { type APIMessage, ChannelType, MessageType, Routes } from 'discord-api-types/v10';
import type { EarlierMessage } from '../../../chat/inbound.ts';
import type { Person, Thread } from '../../../chat/thread.ts';
import { discordCode, discordSentence } from '../api/problems/discord-sentence.ts';
import { awayOr } from '../api/problems/trouble.ts';
import type { ListenDeps, Self } from '../listen/listen-deps.ts';
import { type DiscordPlace, messageOfKey, placeOf } from '../thread-keys.ts';
import { filesOf, isSpoken, nameOf, type Surroundings, wordsFor } from './read-message.ts';
import { personMet } from './who-spoke.ts';

type EarlierDeps = Pick<ListenDeps, 'calls' | 'application' | 'places' | 'directory' | 'log'>;

/** As many as `Intake.earlier` hands over. */
const mostMessages = 50;
/** What people and bots say; all else Discord says itself. */
const said: readonly MessageType[] = [
	MessageType.Default,
	MessageType.Reply,
	MessageType.ChatInputCommand,
	MessageType.ContextMenuCommand,
];
const gone = [10003, 10008, 50001, 50013];

/** `Intake.earlier` for Discord: who wrote is named, the bot itself as Threadsmith. Rejects with a sentence for people. */
export async function earlierMessages(
	{ thread, before }: { readonly thread: Thread; readonly before: string },
	deps: EarlierDeps,
	signal: AbortSignal,
): Promise<readonly EarlierMessage[]> {
	const place = placeOf(thread);
	if (place.kind === 'private') return [];
	try {
		const application = await deps.application(signal);
		const self: Self = { application: application.id, botUser: application.botUser, readsContent: true };
		const messages = await messagesBefore(place, idIn(before), deps, signal);
		const guild = place.kind === 'thread' ? deps.places.guilds.get(place.guild) : undefined;
		const surroundings = { self, guild, places: deps.places };
		return await Promise.all(messages.map((message) => earlierOf(message, { place, surroundings }, deps, signal)));
	} catch (error) {
		signal.throwIfAborted();
		throw awayOr(new Error(discordSentence('read what was said before in this thread', error), { cause: error }));
	}
}

/** Ids grow with time, those of messages and of interactions alike. */
function idIn(key: string): string | undefined {
	return messageOfKey(key)?.message ?? /^i\/(\d+)/.exec(key)?.[1];
}

/** Oldest first; the message that the thread was begun on stands in its channel and comes first. */
async function messagesBefore(
	place: Exclude<DiscordPlace, { kind: 'private' }>,
	before: string | undefined,
	{ calls }: EarlierDeps,
	signal: AbortSignal,
): Promise<readonly APIMessage[]> {
	const query = new URLSearchParams({ limit: String(mostMessages), ...(before !== undefined && { before }) });
	const route = Routes.channelMessages(place.channel);
	const page = await calls.run<APIMessage[]>({ method: 'GET', route, query }, signal);
	const messages = page.filter(({ type }) => said.includes(type)).reverse();
	if (place.kind === 'dm' || page.length === mostMessages) return messages;
	const root = await rootOf(place, calls, signal);
	const isInside = root === undefined || messages.some(({ id }) => id === root.id);
	return isInside ? messages : [root, ...messages].slice(-mostMessages);
}

/** A forum's post has it inside; a thread may have been begun without one. */
async function rootOf(
	{ parent, channel }: Extract<DiscordPlace, { kind: 'thread' }>,
	calls: EarlierDeps['calls'],
	signal: AbortSignal,
): Promise<APIMessage | undefined> {
	try {
		return await calls.run<APIMessage>({ method: 'GET', route: Routes.channelMessage(parent, channel) }, signal);
	} catch (error) {
		if (gone.includes(discordCode(error) ?? 0)) return undefined;
		throw error;
	}
}

interface Scene {
	readonly place: Exclude<DiscordPlace, { kind: 'private' }>;
	readonly surroundings: Surroundings;
}

async function earlierOf(
	message: APIMessage,
	{ place, surroundings }: Scene,
	deps: EarlierDeps,
	signal: AbortSignal,
): Promise<EarlierMessage> {
	const isOwn = message.author.id === surroundings.self.botUser;
	const files = filesOf(message);
	const person = files.length > 0 ? await personOf(message, place, deps, signal) : undefined;
	return {
		...(person && { person }),
		name: isOwn ? 'Threadsmith' : nameOf(message.author),
		at: new Date(message.timestamp).toISOString(),
		text: wordsFor(message, surroundings),
		files,
	};
}

/** Undefined: a bot, or Discord does not say now who they are. */
async function personOf(
	message: APIMessage,
	place: Scene['place'],
	{ directory, log }: EarlierDeps,
	signal: AbortSignal,
): Promise<Person | undefined> {
	if (!isSpoken(message)) return undefined;
	const channel =
		place.kind === 'dm'
			? { id: place.channel, type: ChannelType.DM, guild: undefined, parent: undefined }
			: { id: place.channel, type: ChannelType.PublicThread, guild: place.guild, parent: place.parent };
	try {
		return await personMet({ user: message.author, member: undefined, channel }, { directory, signal });
	} catch (error) {
		signal.throwIfAborted();
		log.warn('Who shared a file cannot be found out', { err: error });
		return undefined;
	}
}
