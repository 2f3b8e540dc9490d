import { threadAt } from '../thread-keys.ts';
import { audienceOf } from './audience-of.ts';
import { channelOf } from './channel-of.ts';
import { inboundOf, isForUs, threadPlace } from './inbound-of.ts';
import type { TakeDeps } from './listen-deps.ts';
import type { KnownChannel } from './places.ts';
import { type IncomingMessage, isSpoken, readMessage, type Said } from './read-message.ts';
import { sayNoThreads, sayNotHeard } from './say-in-place.ts';
import { readForeign } from './until-stored.ts';
import { personMet } from './who-spoke.ts';

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
	const place = threadPlace(channel, said.place.message);
	if (!place) {
		if (said.address === 'mention') await sayNoThreads(said.place, deps);
		return;
	}
	const thread = threadAt(place);
	const ours = (await deps.bindings.sessionOf(thread)) !== undefined;
	if (!isForUs(said, ours)) return;
	const isEmpty = said.text.trim() === '' && said.files.length === 0;
	if (isEmpty && said.address === 'nobody' && !deps.self.readsContent) return await sayNotHeard(thread, deps);
	if (isEmpty && said.address !== 'mention') return;
	const { author, member } = said;
	const person = await personMet({ user: author, member, channel }, deps);
	const inbound = inboundOf(said, {
		place,
		ours,
		person,
		commands: deps.commands,
		audience: audienceOf(channel, deps.places),
	});
	deps.authors.remember(inbound.key, person);
	const answer = await deps.accept(inbound);
	const isBegun = answer === 'stored' && inbound.type === 'message' && place.channel !== channel.id;
	if (isBegun) deps.beginThread(place, said.text);
}
