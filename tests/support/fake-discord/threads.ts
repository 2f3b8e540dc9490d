import { ChannelType, type MessageType } from 'discord-api-types/v10';
import { addMessage, retell } from './messages.ts';
import type { StoredMessage } from './records.ts';
import { tell } from './tell.ts';
import { wireChannel } from './wire/wire-channel.ts';
import type { Channel, World } from './world.ts';

export interface NewThread {
	readonly parent: Channel;
	readonly name: string;
	readonly owner: string;
	readonly type?: ChannelType;
	/** The message that it begins on; it gets that one's id. */
	readonly on?: StoredMessage;
	readonly autoArchiveMinutes?: number;
	readonly slowmode?: number;
	readonly appliedTags?: readonly string[];
	/** Who is in it besides the owner; a private one is seen by no others. */
	readonly members?: readonly string[];
}

/** The message in a thread that shows the one it began on. */
const starterType: MessageType.ThreadStarterMessage = 21;

/** Begins a thread and tells the app. One that begins on a message opens with a message that shows it. */
export function addThread(world: World, given: NewThread): Channel {
	const { parent, name, owner, on, type = ChannelType.PublicThread } = given;
	const now = world.clock.now();
	const channel: Channel = {
		...{ id: on?.id ?? world.clock.newId(), guild: parent.guild, type, parent: parent.id, recipient: undefined },
		...{ overwrites: [], name, topic: undefined, slowmode: given.slowmode ?? 0, lastMessage: undefined },
		thread: {
			...{
				owner,
				members: new Map([owner, ...(given.members ?? [])].map((user) => [user, { joinedAt: now }])),
				archived: false,
				locked: false,
			},
			...{ autoArchiveMinutes: given.autoArchiveMinutes ?? 4320, archiveChangedAt: now, messageCount: 0 },
			appliedTags: given.appliedTags ?? [],
		},
	};
	world.channels.set(channel.id, channel);
	tell(world, channel, 'THREAD_CREATE', { ...wireChannel(world, channel), newly_created: true });
	if (on) openOn(world, channel, on);
	return channel;
}

function openOn(world: World, thread: Channel, on: StoredMessage): void {
	retell(world, on);
	addMessage(world, {
		...{ channel: thread.id, author: on.author, type: starterType },
		reference: { channel: on.channel, message: on.id, ...(thread.guild ? { guild: thread.guild } : {}) },
	});
}
