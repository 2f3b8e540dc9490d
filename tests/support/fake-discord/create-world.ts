import { randomBytes } from 'node:crypto';
import { ChannelType } from 'discord-api-types/v10';
import { createClock } from './clock.ts';
import { createFaults } from './faults.ts';
import { type FakeDiscordOptions, withDefaults } from './options.ts';
import { addChannel, addGuild, addMember, addRole, addUser } from './places.ts';
import type { World } from './world.ts';

/** Who and what is there from the beginning. */
export interface FirstPlaces {
	readonly guild: string;
	readonly channel: string;
	readonly forum: string;
	readonly ada: string;
	readonly grace: string;
	readonly visitor: string;
	readonly makers: string;
}

export function createWorld(given: FakeDiscordOptions): { readonly world: World; readonly places: FirstPlaces } {
	const options = withDefaults(given);
	const clock = createClock(options.timePasses);
	const bot = clock.newId();
	const ada = clock.newId();
	const world: World = {
		...{ options, clock, url: '', token: newToken(bot), bot, startsLeft: options.startLimit.remaining },
		application: { id: clock.newId(), name: 'Smith', owner: ada },
		...{ guilds: new Map(), channels: new Map(), users: new Map(), messages: new Map(), attachments: new Map() },
		...{ interactions: new Map(), userInstalls: new Set(), typing: new Map(), calls: [] },
		commands: { global: new Map(), guilds: new Map() },
		faults: createFaults(clock.now),
		limits: { routes: new Map(), global: undefined },
		emit: () => undefined,
	};
	addUser(world, { id: bot, name: 'smith', globalName: 'Smith', bot: true });
	addUser(world, { id: ada, name: 'ada', globalName: 'Ada' });
	return { world, places: settle(world, ada) };
}

/** As Discord's: the bot's id in Base64, then what nobody can guess. */
function newToken(bot: string): string {
	return `${Buffer.from(bot).toString('base64url')}.fake.${randomBytes(20).toString('base64url')}`;
}

function settle(world: World, ada: string): FirstPlaces {
	const grace = addUser(world, { name: 'grace', globalName: 'Grace' });
	const visitor = addUser(world, { name: 'visitor', globalName: 'Visitor' });
	const guild = addGuild(world, { name: 'Workshop', owner: ada });
	const makers = addRole(world, guild, { name: 'makers' }).id;
	addMember(world, guild, { user: ada, roles: [makers] });
	addMember(world, guild, { user: grace, roles: [makers] });
	addMember(world, guild, { user: visitor });
	const forum = addChannel(world, { guild: guild.id, name: 'questions', type: ChannelType.GuildForum }).id;
	const channel = [...world.channels.values()].find(({ guild: of }) => of === guild.id)?.id ?? '';
	return { guild: guild.id, channel, forum, ada, grace, visitor, makers };
}
