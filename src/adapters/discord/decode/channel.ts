import { type APIChannel, type APIGuild, type APIRole, ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { Audience } from '../../../chat/place.ts';
import type { DiscordPlace } from '../thread-keys.ts';

/** A channel, a thread or a direct conversation. */
export interface KnownChannel {
	readonly id: string;
	readonly type: ChannelType;
	readonly name: string;
	/** Undefined in direct conversations. */
	readonly guild: string | undefined;
	/** A thread's channel or forum; another channel's category. */
	readonly parent: string | undefined;
	/** Everyone of the guild may see it, as far as the channel's own rules say; of a thread, those of its channel count. */
	readonly isOpen: boolean;
	/** The id of the newest message, as far as known; of a forum that of the newest post. */
	last: string | undefined;
}

/** A guild that the bot is in. */
export interface KnownGuild {
	readonly id: string;
	readonly name: string;
	/** A user's id. */
	readonly owner: string;
	/** Boosts; the size of files depends on it. */
	readonly premiumTier: number;
	/** By their id; that of everyone is the guild's. */
	readonly roles: Map<string, KnownRole>;
}

export interface KnownRole {
	readonly name: string;
	readonly permissions: bigint;
	/** The bot whose own role it is. */
	readonly bot: string | undefined;
}

/** Guilds and channels by their id: channels, threads and direct conversations alike. */
export interface Around {
	readonly guilds: ReadonlyMap<string, KnownGuild>;
	readonly channels: ReadonlyMap<string, KnownChannel>;
}

/** Whether it is a thread, a forum's post too. Pure. */
export function isThread({ type }: Pick<KnownChannel, 'type'>): boolean {
	return [ChannelType.PublicThread, ChannelType.PrivateThread, ChannelType.AnnouncementThread].includes(type);
}

/** Whether a thread can be begun on a message there. Pure. */
export function takesThreads({ type }: Pick<KnownChannel, 'type'>): boolean {
	return type === ChannelType.GuildText || type === ChannelType.GuildAnnouncement;
}

/** The place of the thread that a message in `channel` belongs to, or begins; undefined where none can be. Pure. */
export function threadPlace(channel: KnownChannel, message: string): DiscordPlace | undefined {
	const { id, guild, parent } = channel;
	if (guild === undefined) return { kind: 'dm', channel: id };
	if (isThread(channel)) return { kind: 'thread', guild, parent: parent ?? id, channel: id };
	return takesThreads(channel) ? { kind: 'thread', guild, parent: id, channel: message } : undefined;
}

/**
 * Who may read in a channel or a thread: everyone of the guild, or some. Not known where the gateway has not told of the channel that a
 * thread is in. A channel that only a role opens to everyone counts as private. Pure.
 */
export function audienceOf(
	channel: Pick<KnownChannel, 'type' | 'guild' | 'parent' | 'isOpen'>,
	{ guilds, channels }: Around,
): Audience | undefined {
	if (channel.guild === undefined || channel.type === ChannelType.PrivateThread) return 'private';
	const guild = guilds.get(channel.guild);
	const seen = isThread(channel) ? channels.get(channel.parent ?? '') : channel;
	if (!guild || !seen) return undefined;
	const everyone = guild.roles.get(guild.id)?.permissions ?? 0n;
	return seen.isOpen && (everyone & PermissionFlagsBits.ViewChannel) !== 0n ? 'public' : 'private';
}

/** A channel of the API, as it is remembered; `guild` where it does not say itself. Pure. */
export function knownChannel(channel: APIChannel, guild?: string): KnownChannel {
	const own = 'guild_id' in channel ? channel.guild_id : undefined;
	return {
		id: channel.id,
		type: channel.type,
		name: channel.name ?? '',
		guild: own ?? guild,
		parent: ('parent_id' in channel ? channel.parent_id : undefined) ?? undefined,
		isOpen: isOpenTo(own ?? guild, channel),
		last: ('last_message_id' in channel ? channel.last_message_id : undefined) ?? undefined,
	};
}

/** Whether a channel does not hide itself from everyone: https://docs.discord.com/developers/topics/permissions#permission-overwrites */
function isOpenTo(guild: string | undefined, channel: APIChannel): boolean {
	const overwrites = ('permission_overwrites' in channel ? channel.permission_overwrites : undefined) ?? [];
	const everyone = overwrites.find(({ id }) => id === guild);
	return everyone === undefined || (BigInt(everyone.deny) & PermissionFlagsBits.ViewChannel) === 0n;
}

/** A guild of the API, as it is remembered. Pure. */
export function knownGuild({ id, name, owner_id, premium_tier, roles }: APIGuild): KnownGuild {
	const byId = new Map(roles.map((role) => [role.id, knownRole(role)]));
	return { id, name, owner: owner_id, premiumTier: premium_tier, roles: byId };
}

/** A role of the API, as it is remembered. Pure. */
export function knownRole({ name, permissions, tags }: APIRole): KnownRole {
	return { name, permissions: BigInt(permissions), bot: tags?.bot_id };
}
