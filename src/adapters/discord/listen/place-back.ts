import { GatewayDispatchEvents, type GatewayDispatchPayload } from 'discord-api-types/v10';

/** The beginning of the ids of threads that may be spoken in again after this event, or begin to be so; undefined: of none. Pure. */
export function placeBack({ t, d }: GatewayDispatchPayload): string | undefined {
	switch (t) {
		case GatewayDispatchEvents.GuildCreate:
			return d.unavailable ? undefined : d.id;
		// Whoever has given the role its permissions back is seen there alone.
		case GatewayDispatchEvents.GuildRoleUpdate:
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
