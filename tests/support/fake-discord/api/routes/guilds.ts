import type { RESTAPIPartialCurrentUserGuild } from 'discord-api-types/v10';
import { basicPermissions } from '../../permissions.ts';
import { wireChannel } from '../../wire/wire-channel.ts';
import { wireGuild } from '../../wire/wire-guild.ts';
import { wireMember, wireRole } from '../../wire/wire-people.ts';
import { refusal } from '../api-error.ts';
import { joinedGuild } from '../content/places.ts';
import { param, route } from '../route.ts';

const get = route('GET /guilds/:guild', (call) => wireGuild(joinedGuild(call)));

const member = route('GET /guilds/:guild/members/:user', (call) => {
	const { members } = joinedGuild(call);
	const id = param(call, 'user');
	if (!call.world.users.has(id)) throw refusal(10013);
	const found = members.get(id);
	if (!found) throw refusal(10007);
	return wireMember(call.world, found);
});

const roles = route('GET /guilds/:guild/roles', (call) => [...joinedGuild(call).roles.values()].map(wireRole));

const channels = route('GET /guilds/:guild/channels', (call) => {
	const { id } = joinedGuild(call);
	const inside = [...call.world.channels.values()].filter(({ guild, thread }) => guild === id && !thread);
	return inside.map((channel) => wireChannel(call.world, channel));
});

/** https://docs.discord.com/developers/resources/user#get-current-user-guilds: what the bot may do by its roles, and no more of a guild than this. */
const mine = route('GET /users/@me/guilds', ({ world }) =>
	[...world.guilds.values()].flatMap((guild): RESTAPIPartialCurrentUserGuild[] => {
		const permissions = basicPermissions(guild, world.bot);
		if (permissions === undefined) return [];
		const { id, name, owner } = guild;
		const rights = { owner: owner === world.bot, permissions: String(permissions) };
		return [{ id, name, icon: null, banner: null, features: [], ...rights }];
	}),
);

export const guildRoutes = [get, member, roles, channels, mine];
