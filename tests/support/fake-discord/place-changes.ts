import type { FakeDiscord, FakeDiscordChanges, FakeDiscordPlaces } from './fake-discord.ts';
import { permissionsIn } from './permissions.ts';
import {
	addChannel,
	addGuild,
	addMember,
	addRole,
	addUser,
	changeChannel,
	removeChannel,
	removeGuild,
	setOverwrite,
} from './places.ts';
import { changeThread, leaveThread, removeThread } from './thread-changes.ts';
import { wireGuild } from './wire/wire-guild.ts';
import { channelOf, guildOf, userOf, type World } from './world.ts';

export function placesOf(world: World, first: string): Omit<FakeDiscordPlaces, 'as'> {
	return {
		addGuild: (guild = {}) => addGuild(world, guild).id,
		addChannel: (channel = {}) => addChannel(world, { guild: first, ...channel }).id,
		addUser: (user = {}) => addUser(world, user),
		addMember: (member) => addMember(world, guildOf(world, member.guild ?? first), member),
		addRole: ({ guild = first, ...role }) => addRole(world, guildOf(world, guild), role).id,
		channelsOf: (guild) =>
			[...world.channels.values()]
				.filter((channel) => channel.guild === guild && channel.thread === undefined)
				.map(({ id }) => id),
		installFor: (user) => void world.userInstalls.add(userOf(world, user).id),
	};
}

export function changesOf(world: World): Pick<FakeDiscord, keyof FakeDiscordChanges> {
	const channel = (id: string) => channelOf(world, id);
	return {
		setPermissions: (id, permissions) => setOverwrite(world, id, world.bot, permissions),
		setEveryonePermissions(id, permissions) {
			// A right denied to everyone is denied to the bot as well, unless the bot is allowed it by name.
			setOverwrite(world, id, world.bot, permissionsIn(world, id, world.bot));
			setOverwrite(world, id, channel(id).guild ?? id, permissions);
		},
		archive: (id, archived = true) => changeThread(world, channel(id), { archived }),
		lock: (id, locked = true) => changeThread(world, channel(id), { locked }),
		removeFromThread: (id, user) => leaveThread(world, channel(id), user),
		deleteThread: (id) => removeThread(world, channel(id)),
		deleteChannel: (id) => removeChannel(world, channel(id)),
		slowmode(id, seconds) {
			if (channel(id).thread) changeThread(world, channel(id), { slowmode: seconds });
			else changeChannel(world, channel(id), { slowmode: seconds });
		},
		setPremiumTier(id, tier) {
			const guild = guildOf(world, id);
			guild.premiumTier = tier;
			world.emit(id, 'GUILD_UPDATE', wireGuild(guild));
		},
		setDms(user, dms) {
			userOf(world, user).dms = dms;
		},
		removeGuild: (id) => removeGuild(world, id),
	};
}
