import { GatewayDispatchEvents, type GatewayDispatchPayload } from 'discord-api-types/v10';

/** The beginning of the ids of threads that may be spoken in again after this event, or begin to be so; undefined: of none. Pure. */
export function placeBack({ t, d }: GatewayDispatchPayload): string | undefined {
	switch (t) {
		case GatewayDispatchEvents.GuildCreate:
			return d.unavailable ? undefined : d.id;
		// Permissions that come back are seen here alone. Of members the gateway tells us none but ourselves:
		// https://docs.discord.com/developers/events/gateway#list-of-intents
		case GatewayDispatchEvents.GuildRoleUpdate:
		case GatewayDispatchEvents.GuildRoleDelete:
		case GatewayDispatchEvents.GuildMemberUpdate:
		// A channel that we have been let into is told by its threads.
		case GatewayDispatchEvents.ThreadListSync:
			return d.guild_id;
		case GatewayDispatchEvents.ChannelCreate:
		case GatewayDispatchEvents.ChannelUpdate:
			return `${d.guild_id}-${d.id}`;
		case GatewayDispatchEvents.ThreadCreate:
		case GatewayDispatchEvents.ThreadUpdate:
			return `${d.guild_id}-${d.parent_id}-${d.id}`;
		default:
			return undefined;
	}
}
