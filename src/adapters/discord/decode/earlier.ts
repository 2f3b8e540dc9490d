import { type APIMessage, ChannelType, MessageType } from 'discord-api-types/v10';
import type { Past } from '../../../chat/past.ts';
import type { Person, Thread } from '../../../chat/thread.ts';
import {
	createPast,
	type EarlierQuery,
	type FoundEarlier,
	type FoundMessage,
	type FoundPage,
	ownName,
} from '../../intake/past.ts';
import { discordSentence } from '../api/problems/discord-sentence.ts';
import { awayOr } from '../api/problems/trouble.ts';
import type { ListenDeps, Self } from '../listen/listen-deps.ts';
import { messageOfKey, placeOf } from '../thread-keys.ts';
import { filesOf, isSpoken, nameOf, type Surroundings, timeIn, wordsFor } from './decode-message.ts';
import { endsOf, pageAfter, type TalkPlace, totalOf } from './talk.ts';
import { personMet } from './who-spoke.ts';
import { unread } from './words/reading.ts';

type EarlierDeps = Pick<ListenDeps, 'calls' | 'application' | 'places' | 'directory' | 'log'>;

/** `Past` of Discord. */
export function createDiscordPast(deps: EarlierDeps): Past {
	return createPast({
		findEarlier: (query, signal) => findEarlier(query, deps, signal),
		findPage: (thread, after, signal) => findPage(thread, after, deps, signal),
		troubleIn: (action, error) => awayOr(new Error(discordSentence(action, error), { cause: error })),
		log: deps.log,
	});
}

async function findEarlier(
	{ thread, before = '', most }: EarlierQuery,
	deps: EarlierDeps,
	signal: AbortSignal,
): Promise<FoundEarlier> {
	const place = placeOf(thread);
	if (place.kind === 'private') return { first: [], leftOut: { kind: 'none' }, newest: [] };
	const ends = await endsOf(place, { before: idIn(before), most, isSaid }, deps, signal);
	const find = await finderIn(place, deps, signal);
	return { leftOut: ends.leftOut, first: ends.first.map(find), newest: ends.newest.map(find) };
}

async function findPage(
	thread: Thread,
	after: string | undefined,
	deps: EarlierDeps,
	signal: AbortSignal,
): Promise<FoundPage> {
	const place = placeOf(thread);
	if (place.kind === 'private') return { messages: [], next: undefined, total: undefined };
	const [page, total] = await Promise.all([pageAfter(place, after, deps, signal), totalOf(place, deps, signal)]);
	const find = await finderIn(place, deps, signal);
	return { messages: page.messages.filter(isSaid).map(find), next: page.next, total };
}

/** The message that a thread was begun on stands in it once more. */
function isSaid({ type }: APIMessage): boolean {
	return type !== MessageType.ThreadStarterMessage;
}

/** Ids grow with time, those of messages and of interactions alike. */
function idIn(key: string): string | undefined {
	return messageOfKey(key)?.message ?? /^i\/(\d+)/.exec(key)?.[1];
}

/** Makes what is handed over of messages of one thread. */
async function finderIn(place: TalkPlace, deps: EarlierDeps, signal: AbortSignal) {
	const application = await deps.application(signal);
	const self: Self = { application: application.id, botUser: application.botUser, readsContent: true };
	const guild = place.kind === 'thread' ? deps.places.guilds.get(place.guild) : undefined;
	const surroundings = { self, guild, places: deps.places };
	return (message: APIMessage): FoundMessage => ({
		...foundOrNamed(message, surroundings),
		sharer: () => sharerOf(message, place, deps, signal),
	});
}

/** One that cannot be read takes none of the others along. */
function foundOrNamed(message: APIMessage, surroundings: Surroundings): Omit<FoundMessage, 'sharer'> {
	try {
		return foundAs(message, surroundings);
	} catch {
		const { id } = message;
		return { id, name: 'somebody', at: timeIn('', id), text: unread('a message'), files: [] };
	}
}

function foundAs(message: APIMessage, surroundings: Surroundings): Omit<FoundMessage, 'sharer'> {
	const isOwn = message.author.id === surroundings.self.botUser;
	return {
		id: message.id,
		name: isOwn ? ownName : nameOf(message.author),
		at: timeIn(message.timestamp, message.id),
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
