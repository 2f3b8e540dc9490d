import { ChannelType } from 'discord-api-types/v10';
import { may } from './permissions.ts';
import type { Channel, World } from './world.ts';

/** Hands the app an event of a channel, if it sees the channel. */
export function tell(world: World, channel: Channel, event: string, data: object): void {
	if (channel.guild !== undefined && !may(world, channel.id, world.bot, 'ViewChannel')) return;
	if (channel.type === ChannelType.GroupDM) return;
	world.emit(channel.guild, event, data);
}

export function guildField({ guild }: Pick<Channel, 'guild'>): { readonly guild_id?: string } {
	return guild === undefined ? {} : { guild_id: guild };
}
