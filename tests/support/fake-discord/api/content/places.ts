import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';
import { isThread, permissionsIn } from '../../permissions.ts';
import type { StoredMessage } from '../../records.ts';
import type { Channel, Guild, World } from '../../world.ts';
import { refusal } from '../api-error.ts';
import { type Call, param } from '../route.ts';

export type Permission = keyof typeof PermissionFlagsBits;

/** The channel of the path, seen by the bot. Throws 10003 and 50001. */
export function visibleChannel(call: Call, name = 'channel'): Channel {
	return seenChannel(call.world, param(call, name));
}

export function seenChannel(world: World, id: string): Channel {
	const channel = world.channels.get(id);
	if (!channel) throw refusal(10003);
	if (channel.guild !== undefined && !world.guilds.get(channel.guild)?.members.has(world.bot)) throw refusal(50001);
	if (channel.guild === undefined && channel.recipient === undefined) throw refusal(50001);
	if (!can(world, channel, 'ViewChannel')) throw refusal(50001);
	return channel;
}

/** Whether the bot may. */
export function can(world: World, channel: Channel, permission: Permission): boolean {
	return (permissionsIn(world, channel.id, world.bot) & PermissionFlagsBits[permission]) !== 0n;
}

/** Throws 50013 unless the bot may do all of these. */
export function need(world: World, channel: Channel, ...permissions: readonly Permission[]): void {
	if (!permissions.every((permission) => can(world, channel, permission))) throw refusal(50013);
}

/** Throws 50001 where the bot may not read what was written before. */
export function requireHistory(world: World, channel: Channel): void {
	if (!can(world, channel, 'ReadMessageHistory')) throw refusal(50001);
}

/** A message of the path that the API shows: ephemeral ones are not. Throws 10008. */
export function existingMessage(call: Call, channel: Channel, id = param(call, 'message')): StoredMessage {
	const message = call.world.messages.get(id);
	if (message?.channel !== channel.id || message.ephemeralTo !== undefined) throw refusal(10008);
	return message;
}

/** The guild of the path, which the bot is in. Throws 10004. */
export function joinedGuild(call: Call): Guild {
	const guild = call.world.guilds.get(param(call, 'guild'));
	if (!guild) throw refusal(10004);
	if (!guild.members.has(call.world.bot)) throw refusal(50001);
	return guild;
}

const messageless: readonly ChannelType[] = [ChannelType.GuildCategory, ChannelType.GuildForum, ChannelType.GuildMedia];

/** Throws 50008 where no messages can be. */
export function requireTextChannel({ type }: Channel): void {
	if (messageless.includes(type)) throw refusal(50008);
}

/** Throws what stands against writing in this channel: kind, direct messages closed, permissions, a locked thread. */
export function requireWritable(world: World, channel: Channel): void {
	requireTextChannel(channel);
	requireOpenDms(world, channel.recipient);
	need(world, channel, isThread(channel) ? 'SendMessagesInThreads' : 'SendMessages');
	if (channel.thread?.locked && !can(world, channel, 'ManageThreads')) throw refusal(160005);
}

/** Throws 50007 and 50278. */
export function requireOpenDms(world: World, user: string | undefined): void {
	const dms = world.users.get(user ?? '')?.dms;
	if (dms === 'closed') throw refusal(50007);
	if (dms === 'no-mutual-guild') throw refusal(50278);
}
