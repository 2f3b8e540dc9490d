import { attachmentsOf } from './api/content/message-files.ts';
import { linkOf } from './attachments.ts';
import type { FakeDiscordView } from './fake-discord.ts';
import { pingsOf } from './mentions.ts';
import { isThread } from './permissions.ts';
import { dmWith } from './places.ts';
import { plainText } from './plain-text.ts';
import type { StoredAttachment, StoredMessage } from './records.ts';
import type { SeenAttachment, SeenMessage, SeenThread } from './seen.ts';
import { type Channel, channelOf, messageOf, messagesIn, type World } from './world.ts';

export function createView(world: World): FakeDiscordView {
	return {
		messages: (channel) => messagesIn(world, channelOf(world, channel).id).map((message) => see(world, message)),
		message(id) {
			const message = world.messages.get(id);
			return message && see(world, message);
		},
		plainText: (message) => plainText(world, message),
		pings({ id }) {
			const { users, roles, everyone, here } = pingsOf(world, messageOf(world, id));
			return [...users, ...roles, ...(everyone ? ['@everyone'] : []), ...(here ? ['@here'] : [])];
		},
		threads: (channel) =>
			[...world.channels.values()].filter((one) => isThread(one) && one.parent === channel).map(seePlace),
		channelOf: (id) => seePlace(channelOf(world, id)),
		dmOf: (user) => dmWith(world, user)?.id,
		typing: (channel) => (world.typing.get(channel) ?? []).map(({ at }) => at),
	};
}

/** A message as it stands now. */
export function see(world: World, message: StoredMessage): SeenMessage {
	const { id, channel, author, content, components, embeds, flags, nonce, edits, ephemeralTo, interaction } = message;
	return {
		...{ id, channel, author, content, components, embeds, flags, nonce, edits, ephemeralTo, interaction },
		attachments: attachmentsOf(world, message).map((one) => show(world, one)),
		reference: message.reference?.message,
		reactions: Object.fromEntries([...message.reactions].map(([emoji, users]) => [emoji, [...users]])),
	};
}

function show(world: World, attachment: StoredAttachment): SeenAttachment {
	const { id, name, bytes, contentType } = attachment;
	return { id, name, bytes, contentType, url: linkOf(world, attachment) };
}

function seePlace({ id, name, type, guild, parent, thread, slowmode }: Channel): SeenThread {
	return {
		...{ id, name, type, guild, parent, slowmode },
		...{ owner: thread?.owner, archived: thread?.archived ?? false, locked: thread?.locked ?? false },
	};
}
