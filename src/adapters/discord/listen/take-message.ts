import type { KnownChannel } from '../connect/places.ts';
import { audienceOf } from '../decode/audience-of.ts';
import { channelOf } from '../decode/channel-of.ts';
import { aboutFor } from '../decode/file-owners.ts';
import { inboundOf, isForUs, threadPlace } from '../decode/inbound-of.ts';
import { type IncomingMessage, isSpoken, readMessage, type Said } from '../decode/read-message.ts';
import { type Met, personMet } from '../decode/who-spoke.ts';
import { type DiscordPlace, noGuild, threadAt } from '../thread-keys.ts';
import { mayAsk } from './ask/may-ask.ts';
import type { TakeDeps } from './listen-deps.ts';
import { sayNoThreads, sayNotHeard } from './say-in-place.ts';
import { readForeign } from './until-stored.ts';

/** Takes in what somebody said, where it is for us. Resolves when it is stored; rejects when it could not be: then it is to be taken in again. */
export async function takeMessage(message: IncomingMessage, deps: TakeDeps): Promise<void> {
	if (!readForeign(() => isSpoken(message))) return;
	const channel = await channelOf(message.channel_id, deps);
	if (!channel) return;
	const guild = channel.guild === undefined ? undefined : deps.places.guilds.get(channel.guild);
	const said = readForeign(() => readMessage(message, { self: deps.self, guild, places: deps.places }));
	if (!said) return;
	await take(said, channel, deps);
}

async function take(said: Said, channel: KnownChannel, deps: TakeDeps): Promise<void> {
	const { author, member } = said;
	const met = { user: author, member, channel };
	const place = threadPlace(channel, said.place.message);
	if (!place) return await refuse(said, met, deps);
	const thread = threadAt(place);
	const ours = (await deps.bindings.sessionOf(thread)) !== undefined;
	if (!isForUs(said, ours)) return;
	if (isEmpty(said) && said.address !== 'mention') return await hint(said, met, place, deps);
	const person = await personMet(met, deps);
	const about = await aboutFor(said, met, deps);
	const inbound = inboundOf(
		{ ...said, about },
		{
			place,
			ours,
			person,
			commands: deps.commands,
			audience: audienceOf(channel, deps.places),
		},
	);
	deps.authors.remember(inbound.key, person);
	const answer = await deps.accept(inbound);
	const isBegun = answer === 'stored' && inbound.type === 'message' && place.channel !== channel.id;
	if (isBegun) deps.beginThread(place, said.text);
}

function isEmpty({ text, files }: Said): boolean {
	return text.trim() === '' && files.length === 0;
}

/** Says that no thread can be there. */
async function refuse({ address, place }: Said, met: Met, deps: TakeDeps): Promise<void> {
	if (address !== 'mention') return;
	const { channel, user } = met;
	const here = { kind: 'private', guild: channel.guild ?? noGuild, channel: channel.id, user: user.id } as const;
	if (await mayAsk(met, here, deps)) await sayNoThreads(place, deps);
}

/** Words that Discord keeps from us look empty. */
async function hint({ address }: Said, met: Met, place: DiscordPlace, deps: TakeDeps): Promise<void> {
	if (address !== 'nobody' || deps.self.readsContent) return;
	if (await mayAsk(met, place, deps)) await sayNotHeard(threadAt(place), deps);
}
