import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { Audience } from '../../../chat/place.ts';
import { isThread, type KnownChannel, type Places } from '../connect/places.ts';

/**
 * Who may read in a channel or a thread: everyone of the guild, or some. Not known where the gateway has not told of the channel that a
 * thread is in. A channel that only a role opens to everyone counts as private. Pure.
 */
export function audienceOf(
	channel: Pick<KnownChannel, 'type' | 'guild' | 'parent' | 'isOpen'>,
	{ guilds, channels }: Pick<Places, 'guilds' | 'channels'>,
): Audience | undefined {
	if (channel.guild === undefined || channel.type === ChannelType.PrivateThread) return 'private';
	const guild = guilds.get(channel.guild);
	const seen = isThread(channel) ? channels.get(channel.parent ?? '') : channel;
	if (!guild || !seen) return undefined;
	const everyone = guild.roles.get(guild.id)?.permissions ?? 0n;
	return seen.isOpen && (everyone & PermissionFlagsBits.ViewChannel) !== 0n ? 'public' : 'private';
}
