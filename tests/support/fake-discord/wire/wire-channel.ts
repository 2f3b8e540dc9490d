import {
	type APIChannel,
	type APIDMChannel,
	type APIOverwrite,
	type APIThreadChannel,
	type APIThreadMember,
	ChannelType,
	type ThreadAutoArchiveDuration,
	type ThreadChannelType,
} from 'discord-api-types/v10';
import { timestamp, timestampOf } from '../clock.ts';
import type { Channel, Overwrite, ThreadState, World } from '../world.ts';
import { noFlags } from './no-flags.ts';
import { wireUser } from './wire-people.ts';

export function wireChannel(world: World, channel: Channel): APIChannel {
	if (channel.thread) return wireThread(world, channel, channel.thread);
	return channel.guild === undefined ? wireDm(world, channel) : wireGuildChannel(channel, channel.guild);
}

function wireDm(world: World, { id, recipient, lastMessage }: Channel): APIDMChannel {
	const recipients = recipient === undefined ? [] : [wireUser(world, recipient)];
	return {
		...{ id, type: ChannelType.DM, recipients, last_message_id: lastMessage ?? null, flags: 0 },
	} as unknown as APIDMChannel;
}

function wireGuildChannel(channel: Channel, guild: string): APIChannel {
	const { id, type, name, topic, parent, overwrites, slowmode, lastMessage } = channel;
	const forum = type === ChannelType.GuildForum || type === ChannelType.GuildMedia;
	return {
		...{ id, type, name, guild_id: guild, position: 0, flags: 0, nsfw: false, topic: topic ?? null },
		...{ parent_id: parent ?? null, permission_overwrites: overwrites.map(wireOverwrite) },
		...{ rate_limit_per_user: slowmode, last_message_id: lastMessage ?? null },
		...(forum
			? { available_tags: [], default_reaction_emoji: null, default_sort_order: null, default_forum_layout: 0 }
			: {}),
	} as unknown as APIChannel;
}

function wireOverwrite({ id, type, allow, deny }: Overwrite): APIOverwrite {
	return { id, type, allow: String(allow), deny: String(deny) };
}

function wireThread(world: World, channel: Channel, thread: ThreadState): APIThreadChannel {
	const { id, type, name, guild, parent, slowmode, lastMessage } = channel;
	const member = thread.members.get(world.bot);
	return {
		...{ id, type: type as ThreadChannelType, name, rate_limit_per_user: slowmode, flags: noFlags },
		...(guild === undefined ? {} : { guild_id: guild }),
		...(parent === undefined ? {} : { parent_id: parent }),
		...{ last_message_id: lastMessage ?? null, owner_id: thread.owner, applied_tags: [...thread.appliedTags] },
		...{
			message_count: thread.messageCount,
			total_message_sent: thread.messageCount,
			member_count: thread.members.size,
		},
		thread_metadata: {
			...{ archived: thread.archived, locked: thread.locked, create_timestamp: timestampOf(id) },
			auto_archive_duration: thread.autoArchiveMinutes as ThreadAutoArchiveDuration,
			archive_timestamp: timestamp(thread.archiveChangedAt),
		},
		...(member ? { member: wireThreadMember(id, world.bot, member.joinedAt) } : {}),
	};
}

export function wireThreadMember(thread: string, user: string, joinedAt: number): APIThreadMember {
	return { id: thread, user_id: user, join_timestamp: timestamp(joinedAt), flags: 1 };
}
