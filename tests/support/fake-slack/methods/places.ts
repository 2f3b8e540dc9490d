import { ApiError, type Call, requireScope } from '../api/method.ts';
import type { Channel, ChannelKind, StoredMessage, World } from '../world.ts';

const historyScope: Readonly<Record<ChannelKind, string>> = {
	channel: 'channels:history',
	group: 'groups:history',
	im: 'im:history',
	mpim: 'mpim:history',
};
const readScope: Readonly<Record<ChannelKind, string>> = {
	channel: 'channels:read',
	group: 'groups:read',
	im: 'im:read',
	mpim: 'mpim:read',
};

/** A channel that the bot can see: public ones, and those where it is a member. Throws `channel_not_found`. */
export function visibleChannel({ world, team }: Call, id: string): Channel {
	const channel = world.channels.get(id);
	const seen = channel && channel.team === team.id && (channel.kind === 'channel' || channel.members.has(team.botUser));
	if (!channel || !seen) throw new ApiError('channel_not_found');
	return channel;
}

/** A channel that the bot may post to; a user's id stands for the DM with that person. */
export function postableChannel(call: Call, id: string): Channel {
	const { world, team } = call;
	const channel = visibleChannel(call, /^[UW]/.test(id) ? openDm(world, team.id, id).id : id);
	if (channel.archived) throw new ApiError('is_archived');
	if (!channel.members.has(team.botUser)) throw new ApiError('not_in_channel');
	return channel;
}

/** A channel whose messages the bot may read. */
export function readableChannel(call: Call, id: string): Channel {
	const channel = visibleChannel(call, id);
	requireScope(call, historyScope[channel.kind]);
	if (!channel.members.has(call.team.botUser)) throw new ApiError('not_in_channel');
	return channel;
}

/** A channel whose facts the bot may read. */
export function describableChannel(call: Call, id: string): Channel {
	const channel = visibleChannel(call, id);
	requireScope(call, readScope[channel.kind]);
	return channel;
}

/** The DM of the bot and a person; made when there is none. Throws `user_not_found`. */
export function openDm(world: World, team: string, user: string): Channel {
	const known = [...world.channels.values()].find((channel) => channel.team === team && channel.partner === user);
	if (known) return known;
	const bot = world.teams.get(team)?.botUser;
	if (!bot || !world.users.has(user)) throw new ApiError('user_not_found');
	const channel: Channel = {
		id: `D0${user}${team === 'T1' ? '' : team}`,
		team,
		name: '',
		kind: 'im',
		members: new Set([user, bot]),
		extShared: false,
		partner: user,
		archived: false,
	};
	world.channels.set(channel.id, channel);
	return channel;
}

/** The root of the thread to post into. Throws `thread_not_found`, and `cannot_reply_to_message` for an answer's ts. */
export function checkThread(world: World, channel: string, threadTs: string | undefined): void {
	if (threadTs === undefined) return;
	const root = world.messages.get(threadTs);
	if (!root || root.channel !== channel || root.ephemeralTo) throw new ApiError('thread_not_found');
	if (root.threadTs !== undefined) throw new ApiError('cannot_reply_to_message');
}

/**
 * The thread that a post goes into. Slack refuses no post into one whose first message was deleted: it stands in the channel then, for all to
 * see (https://github.com/slack-go/slack/issues/1571). Throws `cannot_reply_to_message` for an answer's ts.
 */
export function threadFor(world: World, channel: string, threadTs: string | undefined): string | undefined {
	const root = threadTs === undefined ? undefined : world.messages.get(threadTs);
	if (!root || root.channel !== channel || root.ephemeralTo) return undefined;
	checkThread(world, channel, threadTs);
	return threadTs;
}

/** A message that all can see. Throws `message_not_found`. */
export function existingMessage(world: World, channel: string, ts: string): StoredMessage {
	const message = world.messages.get(ts);
	const seen = message && message.channel === channel && !message.ephemeralTo && message.subtype !== 'tombstone';
	if (!message || !seen) throw new ApiError('message_not_found');
	return message;
}
