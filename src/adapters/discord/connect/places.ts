import {
	type APIChannel,
	type APIGuild,
	type APIRole,
	ChannelType,
	GatewayDispatchEvents,
	type GatewayDispatchPayload,
	type GatewayGuildCreateDispatchData,
	type GatewayMessageCreateDispatchData,
	PermissionFlagsBits,
} from 'discord-api-types/v10';

/** What is known of a channel, a thread or a direct conversation. */
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

/** What is known of a guild. */
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

/** Guilds and channels, as the gateway tells of them: archived threads, and what we may not see, are not among them. */
export interface Places {
	/** By their id. */
	readonly guilds: ReadonlyMap<string, KnownGuild>;
	/** By their id: channels, threads, direct conversations. */
	readonly channels: ReadonlyMap<string, KnownChannel>;
	/** Keeps what an event says; others than those of guilds, roles, channels, threads and messages are left alone. */
	take(dispatch: GatewayDispatchPayload): void;
	/** Keeps what Discord was asked for. */
	keep(channel: KnownChannel): void;
}

/** Whether it is a thread, a forum's post too. Pure. */
export function isThread({ type }: Pick<KnownChannel, 'type'>): boolean {
	return [ChannelType.PublicThread, ChannelType.PrivateThread, ChannelType.AnnouncementThread].includes(type);
}

/** Whether a thread can be begun on a message there. Pure. */
export function takesThreads({ type }: Pick<KnownChannel, 'type'>): boolean {
	return type === ChannelType.GuildText || type === ChannelType.GuildAnnouncement;
}

export function createPlaces(): Places {
	const guilds = new Map<string, KnownGuild>();
	const channels = new Map<string, KnownChannel>();

	const forget = (guild: string) => {
		guilds.delete(guild);
		for (const [id, channel] of channels) if (channel.guild === guild) channels.delete(id);
	};
	const keep = (known: KnownChannel) => {
		channels.set(known.id, { ...known, last: newer(known.last, channels.get(known.id)?.last) });
	};
	const keepGuild = (guild: GatewayGuildCreateDispatchData) => {
		forget(guild.id);
		guilds.set(guild.id, knownGuild(guild));
		for (const channel of [...guild.channels, ...guild.threads]) keep(knownChannel(channel, guild.id));
	};

	const takeGuild = (dispatch: GatewayDispatchPayload) => {
		switch (dispatch.t) {
			case GatewayDispatchEvents.GuildCreate:
				if (!dispatch.d.unavailable) keepGuild(dispatch.d);
				break;
			case GatewayDispatchEvents.GuildUpdate:
				guilds.set(dispatch.d.id, knownGuild(dispatch.d));
				break;
			case GatewayDispatchEvents.GuildDelete:
				if (!dispatch.d.unavailable) forget(dispatch.d.id);
				break;
			case GatewayDispatchEvents.GuildRoleCreate:
			case GatewayDispatchEvents.GuildRoleUpdate:
				guilds.get(dispatch.d.guild_id)?.roles.set(dispatch.d.role.id, knownRole(dispatch.d.role));
				break;
			case GatewayDispatchEvents.GuildRoleDelete:
				guilds.get(dispatch.d.guild_id)?.roles.delete(dispatch.d.role_id);
				break;
		}
	};
	const takeChannel = (dispatch: GatewayDispatchPayload) => {
		switch (dispatch.t) {
			case GatewayDispatchEvents.ChannelCreate:
			case GatewayDispatchEvents.ChannelUpdate:
			case GatewayDispatchEvents.ThreadCreate:
			case GatewayDispatchEvents.ThreadUpdate:
				keep(knownChannel(dispatch.d));
				break;
			case GatewayDispatchEvents.ThreadListSync:
				for (const thread of dispatch.d.threads) keep(knownChannel(thread, dispatch.d.guild_id));
				break;
			case GatewayDispatchEvents.ChannelDelete:
			case GatewayDispatchEvents.ThreadDelete:
				channels.delete(dispatch.d.id);
				break;
		}
	};
	const noteMessage = ({ id: last, channel_id: id, guild_id: guild }: GatewayMessageCreateDispatchData) => {
		const known = channels.get(id);
		if (known) known.last = newer(last, known.last);
		// Of direct conversations the gateway tells nothing but what is said in them.
		else if (guild === undefined)
			keep({ id, type: ChannelType.DM, name: '', guild, parent: undefined, isOpen: false, last });
	};

	return {
		take(dispatch) {
			if (dispatch.t === GatewayDispatchEvents.MessageCreate) return noteMessage(dispatch.d);
			takeGuild(dispatch);
			takeChannel(dispatch);
		},
		keep,
		guilds,
		channels,
	};
}

/** What a channel of the API is; `guild` where it does not say itself. Pure. */
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

function knownGuild({ id, name, owner_id, premium_tier, roles }: APIGuild): KnownGuild {
	const byId = new Map(roles.map((role) => [role.id, knownRole(role)]));
	return { id, name, owner: owner_id, premiumTier: premium_tier, roles: byId };
}

function knownRole({ name, permissions, tags }: APIRole): KnownRole {
	return { name, permissions: BigInt(permissions), bot: tags?.bot_id };
}

/** The later of two ids. */
function newer(one: string | undefined, other: string | undefined): string | undefined {
	if (one === undefined || other === undefined) return one ?? other;
	return isAfter(one, other) ? one : other;
}

/** Whether an id was made after another. Pure. */
export function isAfter(one: string, other: string): boolean {
	return one.length === other.length ? one > other : one.length > other.length;
}
