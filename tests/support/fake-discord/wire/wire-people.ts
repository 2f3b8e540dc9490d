import type { APIGuildMember, APIInteractionGuildMember, APIRole, APIUser } from 'discord-api-types/v10';
import { timestamp } from '../clock.ts';
import { permissionsIn } from '../permissions.ts';
import { guildOf, type Member, type Role, userOf, type World } from '../world.ts';
import { noFlags } from './no-flags.ts';

export function wireUser(world: World, id: string): APIUser {
	const { name, globalName, bot } = userOf(world, id);
	return {
		...{ id, username: name, discriminator: '0', global_name: globalName ?? null, avatar: null },
		...{ public_flags: noFlags, flags: noFlags, ...(bot ? { bot } : {}) },
	};
}

/** As messages have it: without the user. */
export function wireBareMember({ roles, nick, joinedAt, pending }: Member): Omit<APIGuildMember, 'user'> {
	return {
		...{ roles: [...roles], nick: nick ?? null, joined_at: timestamp(joinedAt), pending },
		...{
			deaf: false,
			mute: false,
			flags: noFlags,
			avatar: null,
			premium_since: null,
			communication_disabled_until: null,
		},
	};
}

export function wireMember(world: World, member: Member): APIGuildMember {
	return { ...wireBareMember(member), user: wireUser(world, member.user) };
}

/** With what they may do in a channel. */
export function wireInteractionMember(world: World, member: Member, channel: string): APIInteractionGuildMember {
	return { ...wireMember(world, member), permissions: String(permissionsIn(world, channel, member.user)) };
}

/** Throws for somebody who is no member. */
export function memberOf(world: World, guild: string, user: string): Member {
	const member = guildOf(world, guild).members.get(user);
	if (!member) throw new Error(`"${user}" is no member of guild "${guild}"`);
	return member;
}

export function wireRole(role: Role): APIRole {
	const { id, name, position, permissions, bot } = role;
	return {
		...{ id, name, position, permissions: String(permissions), managed: bot !== undefined, mentionable: false },
		...{ color: 0, colors: { primary_color: 0, secondary_color: null, tertiary_color: null } },
		...{ hoist: false, icon: null, unicode_emoji: null, flags: noFlags, ...(bot ? { tags: { bot_id: bot } } : {}) },
	};
}
