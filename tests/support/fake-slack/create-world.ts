import { createClock } from './clock.ts';
import { type FakeSlackOptions, withDefaults } from './options.ts';
import type { Channel, ChannelKind, Team, User, UserTraits, World } from './world.ts';

/** A workspace `T1` ("Acme") with `U1` (Ada, admin), `U2` (Bo), and the bot in channel `C1`. */
export function createWorld(given: FakeSlackOptions): World {
	let last = 0;
	const options = withDefaults(given);
	const world: World = {
		options,
		clock: createClock(options.timePasses),
		url: '',
		teams: new Map(),
		users: new Map(),
		channels: new Map(),
		messages: new Map(),
		replies: new Map(),
		files: new Map(),
		groups: new Map(),
		sessions: new Map(),
		views: new Map(),
		homes: new Map(),
		prompts: new Map(),
		tokens: new Map(),
		refreshTokens: new Map(),
		codes: new Map(),
		triggers: new Map(),
		responseUrls: new Map(),
		emit: () => Promise.resolve(undefined),
		next() {
			last += 1;
			return last;
		},
	};
	addTeam(world, { id: 'T1', name: 'Acme', installed: true });
	addUser(world, { id: 'U1', name: 'ada', realName: 'Ada A', admin: true, owner: true });
	addUser(world, { id: 'U2', name: 'bo', realName: 'Bo B' });
	addChannel(world, { id: 'C1', name: 'general', members: ['U1', 'U2'] });
	return world;
}

export interface NewTeam {
	readonly id: string;
	readonly name?: string;
	/** Default false: through OAuth. */
	readonly installed?: boolean;
}

export function addTeam(world: World, { id, name = id, installed = false }: NewTeam): Team {
	const suffix = id === 'T1' ? '' : id;
	const team: Team = {
		...{ id, name, installed },
		botUser: `U0BOT${suffix}`,
		botId: `B0BOT${suffix}`,
		scopes: new Set(world.options.scopes),
	};
	world.teams.set(id, team);
	addUser(world, { id: team.botUser, team: id, name: 'smith', realName: 'Smith', bot: true });
	return team;
}

export interface NewUser extends UserTraits {
	readonly id: string;
	/** Default `T1`; another one makes them a stranger there. */
	readonly team?: string;
	readonly name?: string;
	readonly realName?: string;
	readonly displayName?: string;
}

export function addUser(world: World, { id, team = 'T1', name, realName, displayName, ...traits }: NewUser): User {
	const called = realName ?? name ?? id;
	const user: User = {
		...{ id, team, traits },
		name: name ?? id.toLowerCase(),
		realName: called,
		displayName: displayName ?? called.split(' ')[0] ?? id,
	};
	world.users.set(id, user);
	return user;
}

export interface NewChannel {
	readonly id: string;
	readonly team?: string;
	readonly name?: string;
	/** Default `channel`. */
	readonly kind?: Exclude<ChannelKind, 'im'>;
	readonly members?: readonly string[];
	/** Default true: the bot is a member. */
	readonly withBot?: boolean;
	readonly extShared?: boolean;
	readonly archived?: boolean;
}

export function addChannel(world: World, fields: NewChannel): Channel {
	const { id, team = 'T1', name = id.toLowerCase(), kind = 'channel', members = [], withBot = true } = fields;
	const bot = world.teams.get(team)?.botUser;
	const channel: Channel = {
		...{ id, team, name, kind, partner: undefined },
		members: new Set([...members, ...(withBot && bot ? [bot] : [])]),
		extShared: fields.extShared ?? false,
		archived: fields.archived ?? false,
	};
	world.channels.set(id, channel);
	return channel;
}
