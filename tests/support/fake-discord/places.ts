import { ChannelType, OverwriteType } from 'discord-api-types/v10';
import { timeOf } from './clock.ts';
import { allPermissions, botPermissions, everyonePermissions } from './permissions.ts';
import { tell } from './tell.ts';
import { wireChannel } from './wire/wire-channel.ts';
import { wireGuildCreate } from './wire/wire-guild.ts';
import { memberOf, wireMember, wireRole } from './wire/wire-people.ts';
import {
	type Channel,
	channelOf,
	type Guild,
	guildOf,
	type Member,
	messagesIn,
	type Role,
	type World,
} from './world.ts';

export interface NewUser {
	readonly id?: string;
	/** Default `someone`. */
	readonly name?: string;
	readonly globalName?: string;
	readonly bot?: boolean;
}

export function addUser(world: World, { id, name = 'someone', globalName, bot = false }: NewUser): string {
	const made = id ?? world.clock.newId();
	world.users.set(made, { id: made, name, globalName, bot, dms: 'open' });
	return made;
}

export interface NewGuild {
	readonly name?: string;
	/** Default: the app's owner. */
	readonly owner?: string;
	/** Default true: the app is in it. */
	readonly withBot?: boolean;
	/** Its id is one that this shard of so many gets. */
	readonly onShard?: readonly [shard: number, of: number];
	readonly premiumTier?: 0 | 1 | 2 | 3;
}

/** With a channel "general". */
export function addGuild(world: World, given: NewGuild): Guild {
	const { name = 'Guild', owner = world.application.owner, withBot = true, premiumTier = 0 } = given;
	const id = idOn(world, given.onShard);
	const guild: Guild = { id, name, owner, premiumTier, roles: new Map(), members: new Map() };
	world.guilds.set(id, guild);
	const role: Role = { id, name: '@everyone', position: 0, bot: undefined, permissions: everyonePermissions };
	guild.roles.set(id, role);
	enter(world, guild, owner, []);
	if (withBot) enterBot(world, guild);
	addChannel(world, { guild: id, name: 'general' });
	if (withBot) world.emit(id, 'GUILD_CREATE', wireGuildCreate(world, guild));
	return guild;
}

/** Which shard gets a guild's events: https://docs.discord.com/developers/events/gateway#sharding */
export function shardOf(guild: string | undefined, count: number): number {
	return guild === undefined ? 0 : Number((BigInt(guild) >> 22n) % BigInt(count));
}

function idOn(world: World, onShard: NewGuild['onShard']): string {
	const id = world.clock.newId();
	if (!onShard) return id;
	const [shard, count] = onShard;
	const missing = (shard - shardOf(id, count) + count) % count;
	return String(BigInt(id) + (BigInt(missing) << 22n));
}

function enterBot(world: World, guild: Guild): void {
	const role = addRole(world, guild, { name: world.application.name, permissions: botPermissions, bot: world.bot });
	enter(world, guild, world.bot, [role.id]);
}

function enter(world: World, guild: Guild, user: string, roles: readonly string[]): Member {
	const joinedAt = Math.max(world.clock.now(), timeOf(guild.id));
	const member: Member = { user, roles: new Set(roles), nick: undefined, joinedAt, pending: false };
	guild.members.set(user, member);
	return member;
}

export function removeGuild(world: World, id: string): void {
	const guild = guildOf(world, id);
	guild.members.delete(world.bot);
	world.emit(id, 'GUILD_DELETE', { id });
}

export interface NewRole {
	readonly name: string;
	readonly permissions?: bigint;
	readonly bot?: string;
}

export function addRole(world: World, guild: Guild, { name, permissions = 0n, bot }: NewRole): Role {
	const role: Role = { id: world.clock.newId(), name, position: guild.roles.size, bot, permissions };
	guild.roles.set(role.id, role);
	if (guild.members.has(world.bot)) {
		world.emit(guild.id, 'GUILD_ROLE_CREATE', { guild_id: guild.id, role: wireRole(role) });
	}
	return role;
}

export interface NewMember {
	/** Default: the first guild. */
	readonly guild?: string;
	readonly user: string;
	readonly roles?: readonly string[];
}

/** Somebody who is there already gets these roles. */
export function addMember(world: World, guild: Guild, { user, roles = [] }: NewMember): void {
	const there = guild.members.has(user);
	enter(world, guild, user, roles);
	const data = { ...wireMember(world, memberOf(world, guild.id, user)), guild_id: guild.id };
	world.emit(guild.id, there ? 'GUILD_MEMBER_UPDATE' : 'GUILD_MEMBER_ADD', data);
}

export interface NewChannel {
	/** Default: the first guild. */
	readonly guild?: string;
	readonly name?: string;
	/** Default: a text channel. */
	readonly type?: ChannelType;
	/** The bot's rights there; default: its role's. */
	readonly permissions?: bigint;
	readonly topic?: string;
}

export function addChannel(world: World, given: NewChannel & { readonly guild: string }): Channel {
	const { guild, name = 'channel', type = ChannelType.GuildText, permissions, topic } = given;
	const channel: Channel = {
		...{ id: world.clock.newId(), guild, type, parent: undefined, recipient: undefined, thread: undefined },
		...{ name, topic, slowmode: 0, lastMessage: undefined },
		overwrites: permissions === undefined ? [] : [only(world.bot, OverwriteType.Member, permissions)],
	};
	world.channels.set(channel.id, channel);
	if (guildOf(world, guild).members.has(world.bot)) {
		world.emit(guild, 'CHANNEL_CREATE', wireChannel(world, channel));
	}
	return channel;
}

function only(id: string, type: OverwriteType, allow: bigint): Channel['overwrites'][number] {
	return { id, type, allow, deny: allPermissions & ~allow };
}

/** Gives somebody, or a role, these rights in a channel and no others. */
export function setOverwrite(world: World, channelId: string, id: string, permissions: bigint): void {
	const channel = channelOf(world, channelId);
	const type = world.users.has(id) ? OverwriteType.Member : OverwriteType.Role;
	const others = channel.overwrites.filter((overwrite) => overwrite.id !== id);
	changeChannel(world, channel, { overwrites: [...others, only(id, type, permissions)] });
}

export type ChannelChanges = Partial<Pick<Channel, 'name' | 'topic' | 'slowmode' | 'overwrites'>>;

/** Changes a channel that is no thread, and tells the app. */
export function changeChannel(world: World, channel: Channel, changes: ChannelChanges): void {
	Object.assign(channel, changes);
	if (channel.guild !== undefined) world.emit(channel.guild, 'CHANNEL_UPDATE', wireChannel(world, channel));
}

/** With its threads and messages. */
export function removeChannel(world: World, channel: Channel): void {
	tell(world, channel, 'CHANNEL_DELETE', wireChannel(world, channel));
	const inside = [...world.channels.values()].filter(({ parent }) => parent === channel.id);
	for (const { id } of [channel, ...inside]) {
		for (const message of messagesIn(world, id)) world.messages.delete(message.id);
		world.channels.delete(id);
	}
}

/** The direct conversation between somebody and the bot; opens it. Discord tells apps nothing of it. */
export function openDm(world: World, user: string): Channel {
	const there = dmWith(world, user);
	if (there) return there;
	const channel: Channel = {
		...{ id: world.clock.newId(), guild: undefined, type: ChannelType.DM, parent: undefined, recipient: user },
		...{ thread: undefined, overwrites: [], name: '', topic: undefined, slowmode: 0, lastMessage: undefined },
	};
	world.channels.set(channel.id, channel);
	return channel;
}

export function dmWith(world: World, user: string): Channel | undefined {
	return [...world.channels.values()].find((channel) => channel.recipient === user && channel.type === ChannelType.DM);
}
