import { MessageFlags, MessageType } from 'discord-api-types/v10';
import { timestamp } from './clock.ts';
import type { StoredMessage } from './records.ts';
import { guildField, tell } from './tell.ts';
import { changeThread } from './thread-changes.ts';
import { wireFullMessage } from './wire/wire-message.ts';
import { wireBareMember, wireMember } from './wire/wire-people.ts';
import { type Channel, channelOf, guildOf, messagesIn, type World } from './world.ts';

export type NewMessage = Pick<StoredMessage, 'channel' | 'author'> &
	Partial<Omit<StoredMessage, 'reactions' | 'edits' | 'editedAt' | 'oldEdits' | 'position'>>;

/** Posts a message and tells the app. A thread that was archived is so no more. */
export function addMessage(world: World, fields: NewMessage): StoredMessage {
	const message: StoredMessage = {
		...{ id: world.clock.newId(), type: MessageType.Default, nonce: undefined, reference: undefined },
		...{ ephemeralTo: undefined, interaction: undefined, content: '', embeds: [], components: [] },
		...{ attachments: [], flags: 0, allowedMentions: undefined, pinned: false, shown: {} },
		...fields,
		position: channelOf(world, fields.channel).thread && messagesIn(world, fields.channel).length,
		...{ reactions: new Map<string, string[]>(), edits: 0, editedAt: undefined, oldEdits: 0 },
	};
	world.messages.set(message.id, message);
	if (message.ephemeralTo === undefined) announce(world, message);
	return message;
}

function announce(world: World, message: StoredMessage): void {
	const channel = channelOf(world, message.channel);
	const { thread } = channel;
	channel.lastMessage = message.id;
	if (thread) {
		if (message.id !== channel.id && message.type !== MessageType.ThreadStarterMessage) thread.messageCount += 1;
		if (thread.archived) changeThread(world, channel, { archived: false });
		// That a thread begins on somebody's message does not make them a member.
		if (message.type !== MessageType.ThreadStarterMessage && !thread.members.has(message.author))
			thread.members.set(message.author, { joinedAt: world.clock.now() });
	}
	tell(world, channel, 'MESSAGE_CREATE', createData(world, message));
}

/** As MESSAGE_CREATE and MESSAGE_UPDATE carry it. */
function createData(world: World, message: StoredMessage): object {
	const { guild, type } = channelOf(world, message.channel);
	const member = guild === undefined ? undefined : guildOf(world, guild).members.get(message.author);
	return {
		...wireFullMessage(world, message),
		...(message.nonce === undefined ? {} : { nonce: message.nonce }),
		channel_type: type,
		...(guild === undefined ? {} : { guild_id: guild }),
		// Answers to interactions are webhook messages: no member wrote them.
		...(member && message.interaction === undefined ? { member: wireBareMember(member) } : {}),
	};
}

export type MessageChanges = Partial<
	Pick<StoredMessage, 'content' | 'embeds' | 'components' | 'attachments' | 'flags' | 'allowedMentions'>
>;

/** Counts as an edit; `allowedMentions` counts as not given when it is not. `partly`: the app is told of the changed fields alone. */
export function changeMessage(
	world: World,
	message: StoredMessage,
	changes: MessageChanges,
	telling: 'whole' | 'partly' = 'whole',
): void {
	const now = world.clock.now();
	Object.assign(message, { allowedMentions: undefined, ...changes, editedAt: now, edits: message.edits + 1 });
	message.flags &= ~MessageFlags.Loading;
	if (telling === 'whole') retell(world, message);
	else retellPart(world, message, now);
}

function retellPart(world: World, message: StoredMessage, now: number): void {
	const channel = channelOf(world, message.channel);
	const { id, content } = message;
	const data = { id, channel_id: channel.id, ...guildField(channel), content, edited_timestamp: timestamp(now) };
	tell(world, channel, 'MESSAGE_UPDATE', data);
}

/** Tells the app of a message that has changed without being edited. */
export function retell(world: World, message: StoredMessage): void {
	if (message.ephemeralTo !== undefined) return;
	tell(world, channelOf(world, message.channel), 'MESSAGE_UPDATE', createData(world, message));
}

export function removeMessage(world: World, message: StoredMessage): void {
	world.messages.delete(message.id);
	if (message.ephemeralTo !== undefined) return;
	const channel = channelOf(world, message.channel);
	if (channel.thread && message.id !== channel.id) channel.thread.messageCount -= 1;
	tell(world, channel, 'MESSAGE_DELETE', { id: message.id, channel_id: channel.id, ...guildField(channel) });
}

/** `emoji`: as `👍` or `name:id`. False when it was there already. */
export function addReaction(world: World, message: StoredMessage, emoji: string, user: string): boolean {
	const users = message.reactions.get(emoji) ?? [];
	if (users.includes(user)) return false;
	message.reactions.set(emoji, [...users, user]);
	const channel = channelOf(world, message.channel);
	const member = channel.guild === undefined ? undefined : guildOf(world, channel.guild).members.get(user);
	const data = {
		...reactionData(message, channel, emoji, user),
		...(member ? { member: wireMember(world, member) } : {}),
		message_author_id: message.author,
	};
	tell(world, channel, 'MESSAGE_REACTION_ADD', data);
	return true;
}

/** False when there was none. */
export function removeReaction(world: World, message: StoredMessage, emoji: string, user: string): boolean {
	const users = message.reactions.get(emoji) ?? [];
	if (!users.includes(user)) return false;
	const left = users.filter((one) => one !== user);
	if (left.length === 0) message.reactions.delete(emoji);
	else message.reactions.set(emoji, left);
	const channel = channelOf(world, message.channel);
	tell(world, channel, 'MESSAGE_REACTION_REMOVE', reactionData(message, channel, emoji, user));
	return true;
}

function reactionData(message: StoredMessage, channel: Channel, emoji: string, user: string): object {
	const [name = '', id] = emoji.split(':');
	return {
		...{ user_id: user, channel_id: channel.id, message_id: message.id, ...guildField(channel) },
		...{ emoji: { id: id ?? null, name }, burst: false, type: 0 },
	};
}
