import {
	type APIChannel,
	ChannelType,
	GatewayDispatchEvents,
	type GatewayDispatchPayload,
	type GatewayGuildCreateDispatchData,
	type GatewayMessageCreateDispatchData,
	Routes,
} from 'discord-api-types/v10';
import type { Calls } from '../api/calls.ts';
import { discordCode } from '../api/problems/discord-sentence.ts';
import {
	type Around,
	type KnownChannel,
	type KnownGuild,
	knownChannel,
	knownGuild,
	knownRole,
} from '../decode/channel.ts';
import { later } from '../ids.ts';

/** Guilds and channels, as the gateway tells of them: archived threads, and those that we may not see, are not among them. */
export interface Places extends Around {
	/** Remembers what an event says; others than those of guilds, roles, channels, threads and messages are left alone. */
	note(dispatch: GatewayDispatchPayload): void;
	/** Remembers what Discord was asked for. */
	keep(channel: KnownChannel): void;
}

interface Known {
	readonly guilds: Map<string, KnownGuild>;
	readonly channels: Map<string, KnownChannel>;
}

export function createPlaces(): Places {
	const known: Known = { guilds: new Map(), channels: new Map() };
	return {
		...known,
		note(dispatch) {
			if (dispatch.t === GatewayDispatchEvents.MessageCreate) return noteMessage(dispatch.d, known);
			noteGuild(dispatch, known);
			noteChannel(dispatch, known);
		},
		keep: (channel) => keep(channel, known),
	};
}

function noteGuild(dispatch: GatewayDispatchPayload, known: Known): void {
	const { guilds } = known;
	switch (dispatch.t) {
		case GatewayDispatchEvents.GuildCreate:
			if (!dispatch.d.unavailable) keepGuild(dispatch.d, known);
			break;
		case GatewayDispatchEvents.GuildUpdate:
			guilds.set(dispatch.d.id, knownGuild(dispatch.d));
			break;
		case GatewayDispatchEvents.GuildDelete:
			if (!dispatch.d.unavailable) forgetGuild(dispatch.d.id, known);
			break;
		case GatewayDispatchEvents.GuildRoleCreate:
		case GatewayDispatchEvents.GuildRoleUpdate:
			guilds.get(dispatch.d.guild_id)?.roles.set(dispatch.d.role.id, knownRole(dispatch.d.role));
			break;
		case GatewayDispatchEvents.GuildRoleDelete:
			guilds.get(dispatch.d.guild_id)?.roles.delete(dispatch.d.role_id);
			break;
	}
}

function noteChannel(dispatch: GatewayDispatchPayload, known: Known): void {
	switch (dispatch.t) {
		case GatewayDispatchEvents.ChannelCreate:
		case GatewayDispatchEvents.ChannelUpdate:
		case GatewayDispatchEvents.ThreadCreate:
		case GatewayDispatchEvents.ThreadUpdate:
			keep(knownChannel(dispatch.d), known);
			break;
		case GatewayDispatchEvents.ThreadListSync:
			for (const thread of dispatch.d.threads) keep(knownChannel(thread, dispatch.d.guild_id), known);
			break;
		case GatewayDispatchEvents.ChannelDelete:
		case GatewayDispatchEvents.ThreadDelete:
			known.channels.delete(dispatch.d.id);
			break;
	}
}

function noteMessage(
	{ id: last, channel_id: id, guild_id: guild }: GatewayMessageCreateDispatchData,
	known: Known,
): void {
	const channel = known.channels.get(id);
	if (channel) channel.last = later(last, channel.last);
	// Of direct conversations the gateway tells nothing but what is said in them.
	else if (guild === undefined)
		keep({ id, type: ChannelType.DM, name: '', guild, parent: undefined, isOpen: false, last }, known);
}

function keep(channel: KnownChannel, { channels }: Known): void {
	channels.set(channel.id, { ...channel, last: later(channel.last, channels.get(channel.id)?.last) });
}

function keepGuild(guild: GatewayGuildCreateDispatchData, known: Known): void {
	forgetGuild(guild.id, known);
	known.guilds.set(guild.id, knownGuild(guild));
	for (const channel of [...guild.channels, ...guild.threads]) keep(knownChannel(channel, guild.id), known);
}

function forgetGuild(guild: string, { guilds, channels }: Known): void {
	guilds.delete(guild);
	for (const [id, channel] of channels) if (channel.guild === guild) channels.delete(id);
}

export interface ChannelDeps {
	readonly places: Places;
	readonly calls: Calls;
	readonly signal: AbortSignal;
}

/** Not there, or not for us: https://docs.discord.com/developers/topics/opcodes-and-status-codes */
const hidden = [10003, 50001, 50013];

/**
 * A channel, a thread or a direct conversation; Discord is asked for those that the gateway has not told of, archived threads among them.
 * Undefined where it is not there, or not for us to see. Rejects as `Calls` do.
 */
export async function channelOf(id: string, { places, calls, signal }: ChannelDeps): Promise<KnownChannel | undefined> {
	const known = places.channels.get(id);
	if (known) return known;
	try {
		const channel = await calls.run<APIChannel>({ method: 'GET', route: Routes.channel(id) }, signal);
		const asked = knownChannel(channel);
		places.keep(asked);
		return asked;
	} catch (error) {
		if (hidden.includes(discordCode(error) ?? 0)) return undefined;
		throw error;
	}
}
