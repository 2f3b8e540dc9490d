import type { Accept } from '../../../chat/inbound.ts';
import { handleMessage as handleDelivered } from '../../intake/handle-message.ts';
import type { Said } from '../../intake/said.ts';
import { channelOf } from '../connect/places.ts';
import { audienceOf, type KnownChannel, threadPlace } from '../decode/channel.ts';
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
	if (!channel) return;
	const guild = channel.guild === undefined ? undefined : deps.places.guilds.get(channel.guild);
	const said = readForeign(() => decodeMessage(message, { self: deps.self, guild, places: deps.places }));
	if (said) await handleDecoded(said, channel, deps);
}

async function handleDecoded(decoded: DecodedMessage, channel: KnownChannel, deps: HandleDeps): Promise<void> {
	const met = { user: decoded.author, member: decoded.member, channel };
	const place = threadPlace(channel, decoded.place.message);
	if (!place) return await refuse(decoded, met, deps);
	const accept: Accept = async (inbound) => {
		deps.authors.remember(inbound.key, inbound.person);
		const answer = await deps.accept(inbound);
		if (answer === 'stored' && inbound.type === 'message') deps.heard.stored(inbound.key);
		return answer;
	};
	const whole = () => wholeOf(decoded, { place, met, channel }, deps);
	const delivered = { thread: threadAt(place), address: decoded.address, whole };
	const handled = await handleDelivered(delivered, { ...deps, accept });
	if (handled.kind !== 'accepted' || handled.answer !== 'stored') return;
	if (handled.inbound.type === 'message' && place.channel !== channel.id) deps.beginThread(place, decoded.text);
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
