import {
	type APIMessage,
	type APIMessageSnapshotFields,
	ChannelType,
	MessageReferenceType,
	MessageType,
} from 'discord-api-types/v10';
import { storeAttachment } from '../attachments.ts';
import { addMessage, addReaction, changeMessage, removeMessage } from '../messages.ts';
import { isThread, may } from '../permissions.ts';
import { openDm } from '../places.ts';
import type { StoredMessage } from '../records.ts';
import { joinThread } from '../thread-changes.ts';
import { addThread } from '../threads.ts';
import { wireFullMessage } from '../wire/wire-message.ts';
import { type Channel, channelOf, fileLimitOf, messageOf, type World } from '../world.ts';
import type { NewFile, SayOptions, Writing } from './person.ts';

export function createWriting(world: World, user: string): Writing {
	const own = (id: string): StoredMessage => {
		const message = messageOf(world, id);
		if (message.author !== user) throw new Error(`Message "${id}" is not of "${user}"`);
		return message;
	};
	return {
		async say(channel, text, options = {}) {
			return write(world, user, channelOf(world, channel), text, options).id;
		},
		async dm(text, options = {}) {
			const channel = openDm(world, user);
			return { id: write(world, user, channel, text, options).id, channel: channel.id };
		},
		async edit(id, text, telling) {
			const message = own(id);
			checkLength(text);
			if (text === '' && message.attachments.length === 0) throw new Error('Nobody can empty a message');
			if (message.shown.message_snapshots) throw new Error('Nobody can change what they forwarded');
			changeMessage(world, message, { content: text }, telling);
		},
		async remove(id) {
			removeMessage(world, own(id));
		},
		async react(id, emoji) {
			const message = messageOf(world, id);
			checkRight(world, user, message.channel, 'AddReactions');
			if (message.ephemeralTo !== undefined) throw new Error(`Nobody can react to "${id}": it is ephemeral`);
			addReaction(world, message, emoji, user);
		},
		async forumPost(forum, title, text, options = {}) {
			const parent = channelOf(world, forum);
			if (parent.type !== ChannelType.GuildForum) throw new Error(`"${parent.name}" is no forum`);
			checkRight(world, user, forum, 'SendMessages');
			const thread = addThread(world, { parent, name: title, owner: user });
			return write(world, user, thread, text, options, thread.id).id;
		},
		async startThread(id, name) {
			const on = messageOf(world, id);
			const parent = channelOf(world, on.channel);
			checkRight(world, user, parent.id, 'CreatePublicThreads');
			if (world.channels.has(id) || isThread(parent)) throw new Error(`No thread can begin on message "${id}"`);
			return addThread(world, { parent, name, owner: user, on }).id;
		},
		async startPrivateThread(id, name) {
			const parent = channelOf(world, id);
			checkRight(world, user, id, 'CreatePrivateThreads');
			return addThread(world, { parent, name, owner: user, type: ChannelType.PrivateThread, members: [world.bot] }).id;
		},
	};
}

function write(
	world: World,
	user: string,
	channel: Channel,
	text: string,
	options: SayOptions,
	id?: string,
): StoredMessage {
	checkWritable(world, user, channel, id !== undefined);
	const { files = [], replyTo, nonce, mention, ping = true, forwards, shown = {} } = options;
	const content = mention ? `<@${world.bot}> ${text}`.trimEnd() : text;
	const hasMore = forwards !== undefined || Object.keys(shown).length > 0;
	if (content === '' && files.length === 0 && !hasMore) throw new Error('Nobody can send an empty message');
	if (forwards !== undefined && (content !== '' || files.length > 0 || replyTo !== undefined))
		throw new Error('Nobody can say anything with what they forward');
	checkLength(content);
	if (channel.thread) joinThread(world, channel, user);
	return addMessage(world, {
		...{ channel: channel.id, author: user, content, nonce },
		...(id === undefined ? {} : { id }),
		attachments: files.map((file) => attach(world, channel, file)),
		shown: { ...shown, ...(forwards === undefined ? {} : forwardFields(world, forwards)) },
		...(replyTo === undefined ? {} : replyFields(world, replyTo, channel)),
		...(ping ? {} : { allowedMentions: withoutReply }),
	});
}

function checkLength(content: string): void {
	if (content.length > 4000) throw new Error('Nobody can send more than 4,000 characters');
}

/** A reply without a ping: all else is parsed. */
const withoutReply = { parse: ['users', 'roles', 'everyone'] as never[], replied_user: false };

function replyFields(world: World, replyTo: string, channel: Channel): Pick<StoredMessage, 'type' | 'reference'> {
	const target = messageOf(world, replyTo);
	if (target.channel !== channel.id) throw new Error(`Message "${replyTo}" is not in "${channel.name}"`);
	const guild = channel.guild === undefined ? {} : { guild: channel.guild };
	return { type: MessageType.Reply, reference: { channel: channel.id, message: replyTo, ...guild } };
}

/** As Discord: without who wrote it, and what it replied to. */
function forwardFields(world: World, id: string): Partial<APIMessage> {
	const target = messageOf(world, id);
	const whole = wireFullMessage(world, target);
	const fields = ['attachments', 'components', 'content', 'edited_timestamp', 'embeds', 'flags'] as const;
	const more = ['mention_roles', 'mentions', 'sticker_items', 'timestamp', 'type'] as const;
	const kept = [...fields, ...more].filter((name) => whole[name] !== undefined).map((name) => [name, whole[name]]);
	const { guild } = channelOf(world, target.channel);
	return {
		message_reference: {
			...{ type: MessageReferenceType.Forward, channel_id: target.channel, message_id: id },
			...(guild === undefined ? {} : { guild_id: guild }),
		},
		message_snapshots: [{ message: Object.fromEntries(kept) as APIMessageSnapshotFields }],
	};
}

function attach(world: World, { id: channel, guild }: Channel, file: NewFile): string {
	if (file.bytes.length > fileLimitOf(world, guild)) throw new Error(`Nobody can attach "${file.name}": too large`);
	return storeAttachment(world, { channel, ...file, ...nameFor(world, file.name) }).id;
}

/** As Discord: a name of other scripts becomes one that nobody knows, and is kept as its title without the ending. */
function nameFor(world: World, name: string): { readonly name: string; readonly title?: string } {
	if (/^[\w .-]*$/.test(name)) return { name };
	const ending = /\.\w+$/.exec(name)?.[0] ?? '';
	return {
		name: `${BigInt(world.clock.newId()).toString(16)}${ending}`,
		title: name.slice(0, name.length - ending.length),
	};
}

function checkWritable(world: World, user: string, channel: Channel, opening: boolean): void {
	const { thread, name, type } = channel;
	if (channel.guild === undefined) {
		if (channel.recipient !== user) throw new Error(`"${user}" is not in this conversation`);
		return;
	}
	if (type === ChannelType.GuildForum) throw new Error(`Nobody can write into the forum "${name}": it holds posts`);
	if (!opening) checkRight(world, user, channel.id, thread ? 'SendMessagesInThreads' : 'SendMessages');
	if (thread?.locked && !may(world, channel.id, user, 'ManageThreads')) throw new Error(`"${name}" is locked`);
}

/** Throws when somebody may not do this there. */
export function checkRight(world: World, user: string, channel: string, right: Parameters<typeof may>[3]): void {
	if (channelOf(world, channel).guild === undefined) return;
	if (may(world, channel, user, 'ViewChannel') && may(world, channel, user, right)) return;
	throw new Error(`"${user}" has not the right "${right}" in channel "${channel}"`);
}
