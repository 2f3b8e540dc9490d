import {
	type APIInteraction,
	type APIUser,
	ChannelType,
	InteractionContextType,
	PermissionFlagsBits,
} from 'discord-api-types/v10';
import type { Person } from '../../../chat/thread.ts';
import { timeOf } from '../ids.ts';
import type { HandleDeps } from '../listen/listen-deps.ts';
import type { Reply } from '../replies.ts';
import { type DiscordPlace, interactionKey, noGuild } from '../thread-keys.ts';
import { audienceOf, isThread, type KnownChannel, takesThreads, threadPlace } from './channel.ts';
import type { IncomingMember } from './decode-message.ts';
import { personMet } from './who-spoke.ts';

/** An interaction, and where it was. */
export interface Meeting {
	readonly interaction: APIInteraction;
	/** Of what it brings in. */
	readonly key: string;
	/** ISO 8601. */
	readonly at: string;
	readonly user: APIUser;
	/** Undefined in direct conversations. */
	readonly member: IncomingMember | undefined;
	readonly channel: KnownChannel;
	/** The bot is there too: it can write there with its own token. */
	readonly isPresent: boolean;
	/** The thread, or the direct conversation, in which it was; undefined in a channel, and where the bot is not. */
	readonly inside: Exclude<DiscordPlace, { kind: 'private' }> | undefined;
	readonly reply: Reply;
	/** To be called when Discord has been given the first response, or when there will be none. */
	readonly responded: () => void;
}

/** An interaction, with what it says by itself; undefined for one of nobody's. Pure. */
export function decodeInteraction(
	interaction: APIInteraction,
	deps: Pick<HandleDeps, 'places' | 'clock'>,
): Meeting | undefined {
	const user = interaction.member?.user ?? interaction.user;
	const channel = channelIn(interaction, deps);
	if (!user || !channel) return undefined;
	const isPresent = isPresentAt(interaction, channel, deps);
	const { promise: ready, resolve: responded } = Promise.withResolvers<void>();
	const place = isPresent && (channel.guild === undefined || isThread(channel)) ? threadPlace(channel, '') : undefined;
	return {
		interaction,
		key: interactionKey(interaction.id),
		// By Discord's clock, as that of messages is.
		at: new Date(timeOf(interaction.id)).toISOString(),
		user,
		member: interaction.member,
		channel,
		isPresent,
		inside: place?.kind === 'private' ? undefined : place,
		reply: { application: interaction.application_id, token: interaction.token, deferred: false, ready },
		responded,
	};
}

/** Who it was. */
export function personIn({ user, member, channel }: Meeting, deps: HandleDeps): Promise<Person> {
	return personMet({ user, member, channel }, deps);
}

/** Where somebody and our commands talk in a channel, for their eyes only. Pure. */
export function privatePlace({ channel, user }: Meeting): DiscordPlace {
	return { kind: 'private', guild: channel.guild ?? noGuild, channel: channel.id, user: user.id };
}

/** Whether a thread can be begun in the channel, and be written in. Pure. */
export function mayBeginThread({ isPresent, channel, interaction }: Meeting): boolean {
	if (!isPresent || !takesThreads(channel)) return false;
	const needed =
		PermissionFlagsBits.ViewChannel |
		PermissionFlagsBits.CreatePublicThreads |
		PermissionFlagsBits.SendMessagesInThreads;
	return (BigInt(interaction.app_permissions ?? '0') & needed) === needed;
}

function channelIn({ channel, guild_id }: APIInteraction, { places }: Pick<HandleDeps, 'places'>) {
	if (!channel) return undefined;
	const known = places.channels.get(channel.id);
	if (known) return known;
	const parent = 'parent_id' in channel ? (channel.parent_id ?? undefined) : undefined;
	const name = channel.name ?? '';
	return { id: channel.id, type: channel.type, name, guild: guild_id, parent, isOpen: false, last: undefined };
}

/** The app may have come along with the person, who has it installed for themselves. */
function isPresentAt(
	{ context }: APIInteraction,
	{ type, guild }: KnownChannel,
	{ places }: Pick<HandleDeps, 'places'>,
): boolean {
	if (guild !== undefined) return places.guilds.has(guild);
	return type === ChannelType.DM && (context === undefined || context === InteractionContextType.BotDM);
}

/** Outside of threads, commands are answered for the eyes of whoever gives them. */
export function audienceIn({ inside, channel }: Meeting, { places }: Pick<HandleDeps, 'places'>) {
	return inside ? audienceOf(channel, places) : 'alone';
}
