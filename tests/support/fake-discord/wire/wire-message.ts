import {
	type APIAttachment,
	type APIMessage,
	type APIMessageInteractionMetadata,
	type APIReaction,
	type MessageFlags,
	type MessageReferenceType,
	MessageType,
} from 'discord-api-types/v10';
import { linkOf } from '../attachments.ts';
import { timestamp, timestampOf } from '../clock.ts';
import { pingsOf } from '../mentions.ts';
import type { StoredAttachment, StoredMessage } from '../records.ts';
import type { World } from '../world.ts';
import { wireChannel } from './wire-channel.ts';
import { wireUser } from './wire-people.ts';

/** As the API answers it. What the app may not read is left empty, where the portal's switch for message content is off. */
export function wireMessage(world: World, message: StoredMessage): APIMessage {
	const full = wireFullMessage(world, message);
	return world.options.messageContent || mayRead(world, message) ? full : withoutContent(full);
}

/** A message as an app sees it without the right to read content. */
export function withoutContent<T extends object>(message: T): T {
	return { ...message, content: '', attachments: [], embeds: [], components: [], poll: undefined };
}

/** Whether its content is seen without the intent: own, direct, mentioning the app; a reply with a ping is a mention. */
export function mayRead(world: World, message: StoredMessage): boolean {
	if (message.author === world.bot || world.channels.get(message.channel)?.guild === undefined) return true;
	return pingsOf(world, message).users.includes(world.bot);
}

/** With all its content, for those who may read it. */
export function wireFullMessage(world: World, message: StoredMessage): APIMessage {
	const { id, channel, author, type, content, embeds, components, pinned, editedAt, interaction } = message;
	const pings = pingsOf(world, message);
	const byInteraction = interaction === undefined ? {} : answerFields(world, interaction);
	const started = message.reference === undefined || type === MessageType.Reply ? world.channels.get(id) : undefined;
	return {
		...{ id, channel_id: channel, author: wireUser(world, author), type, content, pinned, tts: false },
		...{ timestamp: timestampOf(id), edited_timestamp: editedAt === undefined ? null : timestamp(editedAt) },
		...{ mention_everyone: pings.everyone || pings.here, mention_roles: [...pings.roles] },
		mentions: pings.users.map((user) => wireUser(world, user)),
		attachments: message.attachments.flatMap((one) => wireStored(world, one)),
		...{ embeds: [...embeds], components: [...components], flags: flagsOf(message, started !== undefined) },
		...(message.reactions.size > 0 ? { reactions: wireReactions(world, message) } : {}),
		...(message.position === undefined ? {} : { position: message.position }),
		...referenceFields(world, message),
		...(started?.thread && started.id !== channel ? { thread: wireChannel(world, started) } : {}),
		...byInteraction,
		...message.shown,
	};
}

/** Ephemeral is a bit of the flags as well. */
function flagsOf({ flags, ephemeralTo }: StoredMessage, hasThread: boolean): MessageFlags {
	return flags | (ephemeralTo === undefined ? 0 : 64) | (hasThread ? 32 : 0);
}

function wireStored(world: World, id: string): APIAttachment[] {
	const attachment = world.attachments.get(id);
	return attachment ? [wireAttachment(world, attachment)] : [];
}

export function wireAttachment(world: World, attachment: StoredAttachment): APIAttachment {
	const { id, name, title, bytes, contentType, description, ephemeral } = attachment;
	const url = linkOf(world, attachment);
	return {
		...{ id, filename: name, size: bytes.length, url, proxy_url: url },
		...(title === undefined ? {} : { title }),
		...(contentType === undefined ? {} : { content_type: contentType }),
		...(description === undefined ? {} : { description }),
		...(ephemeral ? { ephemeral } : {}),
	};
}

function wireReactions(world: World, { reactions }: StoredMessage): APIReaction[] {
	return [...reactions].map(([emoji, users]) => {
		const [name = '', id] = emoji.split(':');
		return {
			...{ emoji: { id: id ?? null, name }, count: users.length, me: users.includes(world.bot) },
			...{ count_details: { burst: 0, normal: users.length }, me_burst: false, burst_colors: [] },
		};
	});
}

function referenceFields(world: World, { reference, type }: StoredMessage): Partial<APIMessage> {
	if (!reference) return {};
	const target = world.messages.get(reference.message);
	const shown = type === MessageType.Reply || type === MessageType.ThreadStarterMessage;
	const { reference: _deeper, ...flat } = target ?? {};
	return {
		message_reference: {
			...{ type: 0 as MessageReferenceType, channel_id: reference.channel, message_id: reference.message },
			...(reference.guild ? { guild_id: reference.guild } : {}),
		},
		// One level deep, as Discord's.
		...(shown
			? { referenced_message: target ? wireMessage(world, { ...flat, reference: undefined } as StoredMessage) : null }
			: {}),
	};
}

function answerFields(world: World, id: string): Partial<APIMessage> {
	const interaction = world.interactions.get(id);
	if (!interaction) return {};
	const metadata = {
		...{ id, type: interaction.type, user: wireUser(world, interaction.user) },
		authorizing_integration_owners: interaction.payload.authorizing_integration_owners,
	} as APIMessageInteractionMetadata;
	return {
		webhook_id: world.application.id,
		application_id: world.application.id,
		interaction_metadata: metadata,
	};
}
