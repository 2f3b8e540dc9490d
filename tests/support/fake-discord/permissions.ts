import { ChannelType, OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';
import { type Channel, channelOf, type Guild, guildOf, type Overwrite, type World } from './world.ts';

/** Every permission there is. */
export const allPermissions: bigint = Object.values(PermissionFlagsBits).reduce((all, bit) => all | bit, 0n);

/** The rights of an app with our invite link. */
export const botPermissions: bigint = bits(
	'ViewChannel',
	'SendMessages',
	'SendMessagesInThreads',
	'CreatePublicThreads',
	'ReadMessageHistory',
	'AttachFiles',
	'EmbedLinks',
	'AddReactions',
	'UseApplicationCommands',
);

/** The rights of everyone. */
export const everyonePermissions: bigint = bits(
	'ViewChannel',
	'SendMessages',
	'SendMessagesInThreads',
	'CreatePublicThreads',
	'ReadMessageHistory',
	'AttachFiles',
	'EmbedLinks',
	'AddReactions',
	'UseApplicationCommands',
	'UseExternalApps',
);

/** In direct conversations there are no roles. */
const dmPermissions = botPermissions;

export function bits(...names: readonly (keyof typeof PermissionFlagsBits)[]): bigint {
	return names.reduce((all, name) => all | PermissionFlagsBits[name], 0n);
}

/** A person's rights in a channel or thread: https://docs.discord.com/developers/topics/permissions#permission-overwrites */
export function permissionsIn(world: World, channelId: string, user: string): bigint {
	const channel = channelOf(world, channelId);
	if (!channel.guild) return channel.recipient === user || user === world.bot ? dmPermissions : 0n;
	const guild = guildOf(world, channel.guild);
	const basic = basicPermissions(guild, user);
	if (basic === undefined) return 0n;
	if (basic & PermissionFlagsBits.Administrator) return allPermissions;
	const permissions = withOverwrites(basic, placeOfOverwrites(world, channel).overwrites, guild, user);
	// Who may not see a channel may do nothing there.
	const sees = (permissions & PermissionFlagsBits.ViewChannel) !== 0n && isLetInto(channel, user, permissions);
	return sees ? permissions : 0n;
}

/** A private thread is for those in it, and for whoever manages threads: https://docs.discord.com/developers/topics/threads#private-threads */
function isLetInto({ type, thread }: Channel, user: string, permissions: bigint): boolean {
	if (type !== ChannelType.PrivateThread) return true;
	return thread?.members.has(user) === true || (permissions & PermissionFlagsBits.ManageThreads) !== 0n;
}

export function may(world: World, channel: string, user: string, name: keyof typeof PermissionFlagsBits): boolean {
	return (permissionsIn(world, channel, user) & PermissionFlagsBits[name]) !== 0n;
}

/** By roles alone; undefined for somebody who is no member. */
export function basicPermissions(guild: Guild, user: string): bigint | undefined {
	const member = guild.members.get(user);
	if (!member) return undefined;
	if (guild.owner === user) return allPermissions;
	const roles = [guild.id, ...member.roles].map((id) => guild.roles.get(id)?.permissions ?? 0n);
	return roles.reduce((all, one) => all | one, 0n);
}

export function isThread({ type }: Pick<Channel, 'type'>): boolean {
	return [ChannelType.PublicThread, ChannelType.PrivateThread, ChannelType.AnnouncementThread].includes(type);
}

function placeOfOverwrites(world: World, channel: Channel): Channel {
	return isThread(channel) && channel.parent ? channelOf(world, channel.parent) : channel;
}

function withOverwrites(basic: bigint, overwrites: readonly Overwrite[], guild: Guild, user: string): bigint {
	const roles = guild.members.get(user)?.roles ?? new Set();
	const everyone = overwrites.filter(({ id }) => id === guild.id);
	const ofRoles = overwrites.filter(({ id, type }) => type === OverwriteType.Role && roles.has(id));
	const ofMember = overwrites.filter(({ id, type }) => type === OverwriteType.Member && id === user);
	return [everyone, ofRoles, ofMember].reduce((permissions, layer) => {
		const deny = layer.reduce((all, one) => all | one.deny, 0n);
		const allow = layer.reduce((all, one) => all | one.allow, 0n);
		return (permissions & ~deny) | allow;
	}, basic);
}
