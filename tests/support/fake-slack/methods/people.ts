import { ApiError, type Call, flag, type Method, method, text, ts } from '../api/method.ts';
import { appId } from '../deliver/deliveries.ts';
import { changeReaction } from '../messages.ts';
import { wireUser } from '../wire/wire-user.ts';
import { channelArg } from './content.ts';
import { existingMessage, visibleChannel } from './places.ts';

const bot = { token: 'bot' } as const;

const authTest = method({ ...bot, tier: 'free' }, {}, (_args, { team }) => ({
	url: `https://${team.id.toLowerCase()}.slack.com/`,
	team: team.name,
	user: 'smith',
	team_id: team.id,
	user_id: team.botUser,
	bot_id: team.botId,
	is_enterprise_install: false,
}));

const authRevoke = method({ ...bot, tier: 3 }, { test: flag.optional() }, (args, { token }) => {
	if (token && !args.test) token.dead = 'token_revoked';
	return { revoked: !args.test };
});

const userInfo = method(
	{ ...bot, scopes: ['users:read'], tier: 4 },
	{ user: text, include_locale: flag.optional() },
	(args, { world, team }) => {
		const user = world.users.get(args.user);
		if (!user) throw new ApiError('user_not_found');
		return { user: wireUser(user, team) };
	},
);

const botInfo = method({ ...bot, scopes: ['users:read'], tier: 3 }, { bot: text }, (args, call) => {
	const team = [...call.world.teams.values()].find(({ botId }) => botId === args.bot);
	if (!team) throw new ApiError('bot_not_found');
	return { bot: { id: args.bot, app_id: appId, user_id: team.botUser, name: 'smith', deleted: false } };
});

const teamInfo = method({ ...bot, scopes: ['team:read'], tier: 3 }, { team: text.optional() }, (args, call) => {
	const team = args.team ? call.world.teams.get(args.team) : call.team;
	if (!team) throw new ApiError('team_not_found');
	return { team: { id: team.id, name: team.name, domain: team.id.toLowerCase() } };
});

const groupUsers = method(
	{ ...bot, scopes: ['usergroups:read'], tier: 2 },
	{ usergroup: text, include_disabled: flag.optional() },
	(args, { world, team }) => {
		const group = world.groups.get(args.usergroup);
		if (!group || group.team !== team.id) throw new ApiError('no_such_subteam');
		return { users: group.users };
	},
);

const reaction = { ...channelArg, timestamp: ts, name: text };

function react(call: Call, args: { channel: string; timestamp: string; name: string }, added: boolean): object {
	const { id, members } = visibleChannel(call, args.channel);
	if (!members.has(call.team.botUser)) throw new ApiError('not_in_channel');
	const message = existingMessage(call.world, id, args.timestamp);
	if (!/^[a-z0-9_+-]+(::[a-z0-9-]+)?$/.test(args.name)) throw new ApiError('invalid_name');
	const change = { ts: message.ts, name: args.name, user: call.team.botUser, added };
	if (!changeReaction(call.world, change).changed) throw new ApiError(added ? 'already_reacted' : 'no_reaction');
	return {};
}

const reactions = { ...bot, scopes: ['reactions:write'] } as const;

export const peopleMethods: Readonly<Record<string, Method>> = {
	'auth.test': authTest,
	'auth.revoke': authRevoke,
	'bots.info': botInfo,
	'users.info': userInfo,
	'team.info': teamInfo,
	'usergroups.users.list': groupUsers,
	'reactions.add': method({ ...reactions, tier: 3 }, reaction, (args, call) => react(call, args, true)),
	'reactions.remove': method({ ...reactions, tier: 2 }, reaction, (args, call) => react(call, args, false)),
};
