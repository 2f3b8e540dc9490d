import { ChannelType, MessageType } from 'discord-api-types/v10';
import { z } from 'zod';
import { addMessage } from '../../messages.ts';
import { isThread } from '../../permissions.ts';
import { joinThread, threadOf } from '../../thread-changes.ts';
import { addThread } from '../../threads.ts';
import { wireChannel, wireThreadMember } from '../../wire/wire-channel.ts';
import { wireMessage } from '../../wire/wire-message.ts';
import { type Channel, fileLimitOf, type World } from '../../world.ts';
import { invalidField, refusal } from '../api-error.ts';
import { activeThreads, requireRoom } from '../content/active-threads.ts';
import { draft } from '../content/draft.ts';
import { can, existingMessage, joinedGuild, need, visibleChannel } from '../content/places.ts';
import { archiveMinutes } from '../form/archive-minutes.ts';
import { flag, int, list, snowflake, text } from '../form/fields.ts';
import { postBody } from '../form/message-body.ts';
import { readForm } from '../form/read-form.ts';
import { type Call, queryInt, queryOf, route, Status } from '../route.ts';
import { needFor } from './messages.ts';

const mostMembers = 1000;

const common = {
	name: text(1, 100),
	auto_archive_duration: archiveMinutes.optional(),
	rate_limit_per_user: int(0, 21_600).nullish(),
};

type CommonForm = z.output<z.ZodObject<typeof common>>;

function optionsOf({ name, auto_archive_duration: minutes, rate_limit_per_user: slowmode }: CommonForm) {
	return {
		name,
		...(minutes === undefined ? {} : { autoArchiveMinutes: minutes }),
		...(slowmode ? { slowmode } : {}),
	};
}

/** The type and `invitable` are passed over here; discord.js sends them all the same. */
const onMessageBody = z.strictObject({ ...common, type: z.int().optional(), invitable: flag.optional() });

const onMessage = route('POST /channels/:channel/messages/:message/threads', (call) => {
	const { world } = call;
	const parent = visibleChannel(call);
	if (![ChannelType.GuildText, ChannelType.GuildAnnouncement].includes(parent.type)) throw refusal(50024);
	const message = existingMessage(call, parent);
	const form = readForm(onMessageBody, call.body ?? {});
	need(world, parent, 'CreatePublicThreads', 'ReadMessageHistory');
	if (world.channels.has(message.id)) throw refusal(160004);
	if (message.type !== MessageType.Default && message.type !== MessageType.Reply && !message.interaction) {
		throw refusal(50021);
	}
	requireRoom(world, parent);
	const type = parent.type === ChannelType.GuildText ? ChannelType.PublicThread : ChannelType.AnnouncementThread;
	const thread = addThread(world, { parent, owner: world.bot, on: message, type, ...optionsOf(form) });
	return new Status(201, wireChannel(world, thread));
});

const plainBody = z.strictObject({
	...common,
	type: z.union([z.literal(ChannelType.PublicThread), z.literal(ChannelType.PrivateThread)]).optional(),
	invitable: flag.optional(),
});

const forumBody = z.strictObject({ ...common, applied_tags: list(snowflake, 0, 5).optional(), message: postBody });

const withoutMessage = route('POST /channels/:channel/threads', (call) => {
	const parent = visibleChannel(call);
	if (parent.type === ChannelType.GuildForum || parent.type === ChannelType.GuildMedia) return startPost(call, parent);
	if (![ChannelType.GuildText, ChannelType.GuildAnnouncement].includes(parent.type)) throw refusal(50024);
	const { type = ChannelType.PrivateThread, ...form } = readForm(plainBody, call.body ?? {});
	const isPublic = type === ChannelType.PublicThread;
	need(call.world, parent, isPublic ? 'CreatePublicThreads' : 'CreatePrivateThreads');
	requireRoom(call.world, parent);
	const thread = addThread(call.world, { parent, owner: call.world.bot, type, ...optionsOf(form) });
	return new Status(201, wireChannel(call.world, thread));
});

function startPost({ world, body, files }: Call, parent: Channel): Status {
	const form = readForm(forumBody, body ?? {});
	need(world, parent, 'SendMessages');
	needFor(world, parent, form.message, files.length > 0);
	requireRoom(world, parent);
	const fileLimit = fileLimitOf(world, parent.guild);
	// Attachments stand under the thread; checked before there is one.
	const parts = draft({ world, channel: parent.id, form: form.message, files, fileLimit });
	const appliedTags = form.applied_tags ?? [];
	const thread = addThread(world, { parent, owner: world.bot, ...optionsOf(form), appliedTags });
	const first = addMessage(world, { id: thread.id, channel: thread.id, author: world.bot, ...parts });
	return new Status(201, { ...wireChannel(world, thread), message: wireMessage(world, first) });
}

/** A thread of the path. Throws 50024. */
function visibleThread(call: Call): Channel {
	const channel = visibleChannel(call);
	if (!isThread(channel)) throw refusal(50024);
	return channel;
}

const join = route('PUT /channels/:channel/thread-members/:user', (call) => {
	const thread = visibleThread(call);
	const { world } = call;
	const user = call.params['user'] === '@me' ? world.bot : (call.params['user'] ?? '');
	if (!world.users.has(user)) throw refusal(10013);
	if (thread.thread?.archived) throw refusal(50083);
	if (user !== world.bot) need(world, thread, 'SendMessagesInThreads');
	if (threadOf(thread).members.size >= mostMembers) throw refusal(30033);
	joinThread(world, thread, user);
	return undefined;
});

const leave = route('DELETE /channels/:channel/thread-members/@me', (call) => {
	threadOf(visibleThread(call)).members.delete(call.world.bot);
	return undefined;
});

const members = route('GET /channels/:channel/thread-members', (call) => {
	const thread = visibleThread(call);
	return [...threadOf(thread).members].map(([user, { joinedAt }]) => wireThreadMember(thread.id, user, joinedAt));
});

function listed(world: World, threads: readonly Channel[]): object {
	const joined = threads.filter((thread) => threadOf(thread).members.has(world.bot));
	return {
		threads: threads.map((thread) => wireChannel(world, thread)),
		members: joined.map((thread) => {
			const joinedAt = threadOf(thread).members.get(world.bot)?.joinedAt ?? 0;
			return wireThreadMember(thread.id, world.bot, joinedAt);
		}),
	};
}

const active = route('GET /guilds/:guild/threads/active', (call) => {
	const { world } = call;
	const { id } = joinedGuild(call);
	const threads = activeThreads(world, id).filter((thread) => can(world, thread, 'ViewChannel'));
	return listed(
		world,
		threads.toSorted((one, other) => Number(BigInt(other.id) - BigInt(one.id))),
	);
});

const archivedQuery = z.strictObject({
	before: z.iso.datetime({ offset: true }).optional(),
	limit: queryInt.optional(),
});

/** Those that were archived last come first. */
const archived = route('GET /channels/:channel/threads/archived/public', (call) => {
	const { world } = call;
	const channel = visibleChannel(call);
	need(world, channel, 'ReadMessageHistory');
	const { before, limit = 50 } = queryOf(call, archivedQuery);
	if (limit < 2 || limit > 100) {
		throw invalidField(['limit'], 'NUMBER_TYPE_MAX', 'int value should be less than or equal to 100.');
	}
	const until = before === undefined ? Number.POSITIVE_INFINITY : Date.parse(before);
	const found = [...world.channels.values()]
		.filter(({ parent, thread }) => parent === channel.id && thread?.archived === true)
		.filter((thread) => threadOf(thread).archiveChangedAt < until)
		.toSorted((one, other) => threadOf(other).archiveChangedAt - threadOf(one).archiveChangedAt);
	return { ...listed(world, found.slice(0, limit)), has_more: found.length > limit };
});

export const threadRoutes = [onMessage, withoutMessage, leave, join, members, active, archived];
