import type { Delivery } from './deliver/deliveries.ts';
import { wireMessage } from './wire/wire-message.ts';
import {
	channelOf,
	type Json,
	messageOf,
	newId,
	repliesTo,
	type StoredMessage,
	teamOf,
	userOf,
	type World,
} from './world.ts';

/** The given parts of a new message; the rest is made. */
export interface NewMessage {
	readonly channel: string;
	readonly user: string;
	readonly text: string;
	readonly threadTs?: string | undefined;
	readonly botId?: string | undefined;
	readonly blocks?: readonly Json[] | undefined;
	readonly attachments?: readonly Json[];
	readonly username?: string;
	readonly metadata?: Json | undefined;
	readonly fileIds?: readonly string[];
	readonly subtype?: string | undefined;
	readonly ephemeralTo?: string;
	readonly stream?: StoredMessage['stream'];
	readonly linksNames?: boolean;
}

/** Puts a message into its channel; nobody is told yet. */
export function addMessage(world: World, fields: NewMessage): StoredMessage {
	const message: StoredMessage = {
		threadTs: undefined,
		botId: undefined,
		blocks: undefined,
		attachments: [],
		username: undefined,
		metadata: undefined,
		fileIds: [],
		subtype: undefined,
		ephemeralTo: undefined,
		stream: undefined,
		linksNames: false,
		...fields,
		ts: world.clock.newTs(),
		clientMsgId: fields.botId ? undefined : newId(world, 'client-'),
		reactions: new Map(),
		edited: undefined,
		edits: 0,
	};
	world.messages.set(message.ts, message);
	if (message.threadTs) world.replies.set(message.threadTs, [...repliesTo(world, message.threadTs), message]);
	for (const id of message.fileIds) {
		const { channel, ts, threadTs } = message;
		world.files.get(id)?.shares.push({ channel, ts, threadTs });
	}
	return message;
}

/** How the event of a message differs from the message. */
export interface EventTweaks {
	readonly withoutFiles?: boolean;
	/** Files as `check_file_info`. */
	readonly stub?: boolean;
}

const subscriptions = {
	channel: 'message.channels',
	group: 'message.groups',
	im: 'message.im',
	mpim: 'message.mpim',
} as const;

/** Tells the app of a new message. */
export function announce(
	world: World,
	message: StoredMessage,
	tweaks: EventTweaks = {},
): Promise<Delivery | undefined> {
	return tell(world, message, eventOf(world, message, tweaks));
}

/** The event of a message: the message, and where it is. */
export function eventOf(world: World, message: StoredMessage, tweaks: EventTweaks): Json {
	const { kind } = channelOf(world, message.channel);
	const { files, ...rest } = wireMessage(world, message, { stub: tweaks.stub === true });
	const shown = tweaks.withoutFiles || !files ? {} : { files };
	return { ...rest, ...shown, channel: message.channel, event_ts: message.ts, channel_type: kind };
}

/** Sends an event about a message, as its channel is subscribed to; only where the bot is a member. */
export function tell(world: World, message: StoredMessage, event: Json): Promise<Delivery | undefined> {
	const channel = channelOf(world, message.channel);
	const team = teamOf(world, channel.team);
	if (message.ephemeralTo || !channel.members.has(team.botUser)) return Promise.resolve(undefined);
	const mention = event['type'] === 'app_mention';
	return world.emit({
		subscription: mention ? 'app_mention' : subscriptions[channel.kind],
		event,
		team: team.id,
		fromTeam: userOf(world, message.user).team,
		extShared: channel.extShared,
	});
}

export type Changes = Partial<Pick<StoredMessage, 'text' | 'blocks' | 'metadata' | 'subtype' | 'linksNames'>>;

/** Changes a message and tells of it. */
export function changeMessage(
	world: World,
	message: StoredMessage,
	changes: Changes,
	by: string | undefined,
): Promise<Delivery | undefined> {
	return tellChanged(world, message, alterMessage(world, message, changes, by));
}

/** Changes a message; nobody is told yet. Answers the message as it was. */
export function alterMessage(world: World, message: StoredMessage, changes: Changes, by: string | undefined): Json {
	const previous = wireMessage(world, message, {});
	Object.assign(message, changes);
	message.edits += 1;
	if (by) message.edited = { user: by, ts: world.clock.newTs() };
	return previous;
}

/** Tells that a message is other than it was. */
export function tellChanged(world: World, message: StoredMessage, previous: Json): Promise<Delivery | undefined> {
	return tell(world, message, {
		type: 'message',
		subtype: 'message_changed',
		message: wireMessage(world, message, {}),
		previous_message: previous,
		...hidden(world, message),
	});
}

/** Removes a message and tells of it; the root of a thread that has replies leaves a tombstone. */
export function removeMessage(world: World, message: StoredMessage): Promise<Delivery | undefined> {
	if (repliesTo(world, message.ts).length > 0) {
		const changes = { text: 'This message was deleted.', subtype: 'tombstone', blocks: undefined, metadata: undefined };
		return changeMessage(world, message, changes, undefined);
	}
	const previous = wireMessage(world, message, {});
	world.messages.delete(message.ts);
	if (message.threadTs) {
		const left = repliesTo(world, message.threadTs).filter((reply) => reply !== message);
		world.replies.set(message.threadTs, left);
	}
	return tell(world, message, {
		type: 'message',
		subtype: 'message_deleted',
		previous_message: previous,
		deleted_ts: message.ts,
		...hidden(world, message),
	});
}

function hidden(world: World, { channel }: StoredMessage): Json {
	const ts = world.clock.newTs();
	return { channel, hidden: true, ts, event_ts: ts, channel_type: channelOf(world, channel).kind };
}

/** Adds or takes away a reaction and tells of it. Answers whether anything changed, and how the telling went. */
export function changeReaction(
	world: World,
	{ ts, name, user, added }: { ts: string; name: string; user: string; added: boolean },
): { readonly changed: boolean; readonly told: Promise<Delivery | undefined> } {
	const message = messageOf(world, ts);
	const users = message.reactions.get(name) ?? [];
	if (users.includes(user) === added) return { changed: false, told: Promise.resolve(undefined) };
	const left = added ? [...users, user] : users.filter((other) => other !== user);
	if (left.length > 0) message.reactions.set(name, left);
	else message.reactions.delete(name);
	const channel = channelOf(world, message.channel);
	const type = added ? 'reaction_added' : 'reaction_removed';
	const item = { type: 'message', channel: message.channel, ts };
	const event = { type, user, reaction: name, item, item_user: message.user, event_ts: world.clock.newTs() };
	const told = world.emit({
		subscription: type,
		event,
		team: channel.team,
		fromTeam: userOf(world, user).team,
		extShared: channel.extShared,
	});
	return { changed: true, told };
}
