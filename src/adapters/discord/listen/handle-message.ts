import type { Accept } from '../../../chat/inbound.ts';
import { type Handled, handleMessage as handleDelivered } from '../../intake/handle-message.ts';
import type { Said } from '../../intake/said.ts';
import { channelOf } from '../connect/places.ts';
import { audienceOf, type KnownChannel, threadPlace } from '../decode/channel.ts';
import { completeMessage } from '../decode/complete-message.ts';
import {
	type DecodedMessage,
	decodeMessage,
	type IncomingMessage,
	isSpoken,
	saidIn,
} from '../decode/decode-message.ts';
import { aboutFor } from '../decode/file-owners.ts';
import { type Met, personMet } from '../decode/who-spoke.ts';
import { type DiscordPlace, noGuild, threadAt } from '../thread-keys.ts';
import { mayAsk } from './ask/ask-rights.ts';
import type { HandleDeps } from './listen-deps.ts';
import { sayNoThreads, sayNotHeard } from './say-in-place.ts';
import { readForeign } from './until-stored.ts';

/** Takes in what somebody said, where it is for us. Resolves when it is stored; rejects when it could not be: then it is to be taken in again. */
export async function handleMessage(message: IncomingMessage, deps: HandleDeps): Promise<void> {
	if (!readForeign(() => isSpoken(message))) return;
	const channel = await channelOf(message.channel_id, deps);
	if (channel) await handleSpoken(message, channel, deps);
}

/** The fate of what somebody said in a channel that we know; undefined: nothing was to be done with it. */
export async function handleSpoken(
	message: IncomingMessage,
	channel: KnownChannel,
	deps: HandleDeps,
): Promise<Handled | undefined> {
	const decoded = decodeIn(message, channel, deps);
	if (!decoded) return undefined;
	const met = { user: decoded.author, member: decoded.member, channel };
	const place = threadPlace(channel, decoded.place.message);
	if (!place) {
		await refuse(decoded, met, deps);
		return undefined;
	}
	const accept: Accept = async (inbound) => {
		deps.authors.remember(inbound.key, inbound.person);
		const answer = await deps.accept(inbound);
		if (answer === 'stored' && inbound.type === 'message') deps.heard.stored(inbound.key);
		return answer;
	};
	const whole = async () => {
		const completed = await completeMessage(message, channel.guild, deps);
		const all = completed === message ? decoded : (decodeIn(completed, channel, deps) ?? decoded);
		return await wholeOf(all, { place, met, channel }, deps);
	};
	const delivered = { thread: threadAt(place), address: decoded.address, whole };
	const handled = await handleDelivered(delivered, { ...deps, accept });
	const isStored = handled.kind === 'accepted' && handled.answer === 'stored';
	if (isStored && handled.inbound.type === 'message' && place.channel !== channel.id)
		deps.beginThread(place, decoded.text);
	return handled;
}

/** Decodes a message in a channel that we know; undefined where nobody said it. Throws `UnreadableError`. */
export function decodeIn(
	message: IncomingMessage,
	{ guild: id }: KnownChannel,
	{ self, places }: Pick<HandleDeps, 'self' | 'places'>,
): DecodedMessage | undefined {
	const guild = id === undefined ? undefined : places.guilds.get(id);
	return readForeign(() => decodeMessage(message, { self, guild, places }));
}

interface Where {
	readonly place: DiscordPlace;
	readonly met: Met;
	readonly channel: KnownChannel;
}

/** Undefined where there is nothing in it. */
async function wholeOf(
	decoded: DecodedMessage,
	{ place, met, channel }: Where,
	deps: HandleDeps,
): Promise<Said | undefined> {
	if (isEmpty(decoded) && decoded.address !== 'mention') {
		await hint(decoded, met, place, deps);
		return undefined;
	}
	const person = await personMet(met, deps);
	const about = await aboutFor(decoded, met, deps);
	return saidIn(decoded, place, { person, about, audience: audienceOf(channel, deps.places) });
}

function isEmpty({ text, files }: DecodedMessage): boolean {
	return text.trim() === '' && files.length === 0;
}

/** Says that no thread can be there. */
async function refuse({ address, place }: DecodedMessage, met: Met, deps: HandleDeps): Promise<void> {
	if (address !== 'mention') return;
	const { channel, user } = met;
	const here = { kind: 'private', guild: channel.guild ?? noGuild, channel: channel.id, user: user.id } as const;
	if (await mayAsk(met, here, deps)) await sayNoThreads(place, deps);
}

/** Words that Discord keeps from us look empty. */
async function hint({ address }: DecodedMessage, met: Met, place: DiscordPlace, deps: HandleDeps): Promise<void> {
	if (address !== 'nobody' || deps.self.readsContent) return;
	if (await mayAsk(met, place, deps)) await sayNotHeard(threadAt(place), deps);
}
