import { type APIMessage, ChannelType, MessageType, Routes } from 'discord-api-types/v10';
import type { Person } from '../../../chat/thread.ts';
import type { Intake } from '../../adapter.ts';
import { createEarlier, type EarlierQuery, type FoundMessage, ownName } from '../../intake/earlier.ts';
import { discordCode, discordSentence } from '../api/problems/discord-sentence.ts';
import { awayOr } from '../api/problems/trouble.ts';
import type { ListenDeps, Self } from '../listen/listen-deps.ts';
import { type DiscordPlace, messageOfKey, placeOf } from '../thread-keys.ts';
import { filesOf, isSpoken, nameOf, type Surroundings, wordsFor } from './decode-message.ts';
import { personMet } from './who-spoke.ts';

type EarlierDeps = Pick<ListenDeps, 'calls' | 'application' | 'places' | 'directory' | 'log'>;
/** Where several people talk. */
type TalkPlace = Exclude<DiscordPlace, { kind: 'private' }>;

/** Kinds of messages of people and bots; all else Discord says itself. */
const said: readonly MessageType[] = [
	MessageType.Default,
	MessageType.Reply,
	MessageType.ChatInputCommand,
	MessageType.ContextMenuCommand,
];
const gone = [10003, 10008, 50001, 50013];

/** `Intake.earlier` for Discord. */
export function createDiscordEarlier(deps: EarlierDeps): Intake['earlier'] {
	return createEarlier({
		find: (query, signal) => findEarlier(query, deps, signal),
		troubleIn: (action, error) => awayOr(new Error(discordSentence(action, error), { cause: error })),
		log: deps.log,
	});
}

async function findEarlier(
	{ thread, before, most }: EarlierQuery,
	deps: EarlierDeps,
	signal: AbortSignal,
): Promise<readonly FoundMessage[]> {
	const place = placeOf(thread);
	if (place.kind === 'private') return [];
	const application = await deps.application(signal);
	const self: Self = { application: application.id, botUser: application.botUser, readsContent: true };
	const messages = await messagesBefore(place, idIn(before), { ...deps, most }, signal);
	const guild = place.kind === 'thread' ? deps.places.guilds.get(place.guild) : undefined;
	const surroundings = { self, guild, places: deps.places };
	return messages.map((message) => ({
		...foundAs(message, surroundings),
		sharer: () => sharerOf(message, place, deps, signal),
	}));
}

/** Ids grow with time, those of messages and of interactions alike. */
function idIn(key: string): string | undefined {
	return messageOfKey(key)?.message ?? /^i\/(\d+)/.exec(key)?.[1];
}

/** Oldest first; the message that the thread was begun on stands in its channel and comes first. */
async function messagesBefore(
	place: TalkPlace,
	before: string | undefined,
	{ calls, most }: Pick<EarlierDeps, 'calls'> & { readonly most: number },
	signal: AbortSignal,
): Promise<readonly APIMessage[]> {
	const query = new URLSearchParams({ limit: String(most), ...(before !== undefined && { before }) });
	const route = Routes.channelMessages(place.channel);
	const page = await calls.run<APIMessage[]>({ method: 'GET', route, query }, signal);
	const messages = page.filter(({ type }) => said.includes(type)).reverse();
	if (place.kind === 'dm' || page.length === most) return messages;
	const root = await rootOf(place, calls, signal);
	const isInside = root === undefined || messages.some(({ id }) => id === root.id);
	return isInside ? messages : [root, ...messages].slice(-most);
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

function foundAs(message: APIMessage, surroundings: Surroundings): Omit<FoundMessage, 'sharer'> {
	const isOwn = message.author.id === surroundings.self.botUser;
	return {
		name: isOwn ? ownName : nameOf(message.author),
		at: new Date(message.timestamp).toISOString(),
		text: wordsFor(message, surroundings),
		files: filesOf(message),
	};
}

/** Undefined for a bot. */
async function sharerOf(
	message: APIMessage,
	place: TalkPlace,
	{ directory }: EarlierDeps,
	signal: AbortSignal,
): Promise<Person | undefined> {
	if (!isSpoken(message)) return undefined;
	const channel =
		place.kind === 'dm'
			? { id: place.channel, type: ChannelType.DM, guild: undefined, parent: undefined }
			: { id: place.channel, type: ChannelType.PublicThread, guild: place.guild, parent: place.parent };
	return await personMet({ user: message.author, member: undefined, channel }, { directory, signal });
}
