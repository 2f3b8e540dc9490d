import type { APIApplicationCommand, ChannelType, OverwriteType } from 'discord-api-types/v10';
import type { Clock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { Settings } from './options.ts';
import type { Limits, RecordedCall, StoredAttachment, StoredInteraction, StoredMessage } from './records.ts';

export interface User {
	readonly id: string;
	readonly name: string;
	/** The display name. */
	readonly globalName: string | undefined;
	readonly bot: boolean;
	/** Whether the bot can write to them: 50007 for `closed`, 50278 for `no-mutual-guild`. */
	dms: 'open' | 'closed' | 'no-mutual-guild';
}

export interface Role {
	readonly id: string;
	readonly name: string;
	readonly position: number;
	/** Of an app's own role. */
	readonly bot: string | undefined;
	permissions: bigint;
}

export interface Member {
	readonly user: string;
	readonly roles: Set<string>;
	readonly nick: string | undefined;
	/** By the fake's clock. */
	readonly joinedAt: number;
	pending: boolean;
}

export interface Guild {
	readonly id: string;
	readonly name: string;
	readonly owner: string;
	/** `@everyone` has the guild's id. */
	readonly roles: Map<string, Role>;
	/** By user. */
	readonly members: Map<string, Member>;
	/** 0 to 3: 10, 10, 50 and 100 MiB a file. */
	premiumTier: 0 | 1 | 2 | 3;
}

export interface Overwrite {
	/** A role's or a user's id. */
	readonly id: string;
	readonly type: OverwriteType;
	readonly allow: bigint;
	readonly deny: bigint;
}

export interface ThreadState {
	readonly owner: string;
	/** Users. */
	readonly members: Map<string, { readonly joinedAt: number }>;
	archived: boolean;
	locked: boolean;
	autoArchiveMinutes: number;
	/** When `archived` last changed. */
	archiveChangedAt: number;
	/** Messages but the one it began on. */
	messageCount: number;
	appliedTags: readonly string[];
}

/** A channel, a thread, or a direct conversation. */
export interface Channel {
	readonly id: string;
	readonly guild: string | undefined;
	readonly type: ChannelType;
	/** Of a thread: the channel it is in; of a channel: its category. */
	readonly parent: string | undefined;
	/** The other one, in a direct conversation with the bot. */
	readonly recipient: string | undefined;
	readonly thread: ThreadState | undefined;
	/** Threads have none: their parent's hold. */
	overwrites: readonly Overwrite[];
	name: string;
	topic: string | undefined;
	/** Seconds of slow-mode; 0: none. */
	slowmode: number;
	lastMessage: string | undefined;
}

export interface Application {
	readonly id: string;
	readonly name: string;
	/** A user's id. */
	readonly owner: string;
}

export interface CommandSet {
	/** Global ones, by id. */
	readonly global: Map<string, APIApplicationCommand>;
	/** By guild. */
	readonly guilds: Map<string, Map<string, APIApplicationCommand>>;
}

/** Hands an event to the shard of this guild; undefined: to shard 0. */
export type Emit = (guild: string | undefined, event: string, data: object) => void;

/** All that this Discord knows. Plain data: what may be done with it stands elsewhere. */
export interface World {
	readonly options: Settings;
	readonly clock: Clock;
	/** `http://127.0.0.1:PORT`, once it listens. */
	url: string;
	/** The bot's; `resetToken` makes another. */
	token: string;
	readonly application: Application;
	/** The bot's user; not the application's id. */
	readonly bot: string;
	/** The starts that are left today. */
	startsLeft: number;
	readonly guilds: Map<string, Guild>;
	/** Threads and direct conversations too. */
	readonly channels: Map<string, Channel>;
	readonly users: Map<string, User>;
	/** By id; in the order they were made. */
	readonly messages: Map<string, StoredMessage>;
	readonly attachments: Map<string, StoredAttachment>;
	/** By id. */
	readonly interactions: Map<string, StoredInteraction>;
	readonly commands: CommandSet;
	/** Users who have installed the app for themselves. */
	readonly userInstalls: Set<string>;
	/** When somebody was shown as typing: by channel. */
	readonly typing: Map<string, { readonly user: string; readonly at: number }[]>;
	readonly calls: RecordedCall[];
	readonly faults: Faults;
	readonly limits: Limits;
	emit: Emit;
}

export function guildOf(world: World, id: string): Guild {
	const guild = world.guilds.get(id);
	if (!guild) throw new Error(`The fake Discord knows no guild "${id}"`);
	return guild;
}

export function channelOf(world: World, id: string): Channel {
	const channel = world.channels.get(id);
	if (!channel) throw new Error(`The fake Discord knows no channel "${id}"`);
	return channel;
}

export function userOf(world: World, id: string): User {
	const user = world.users.get(id);
	if (!user) throw new Error(`The fake Discord knows no user "${id}"`);
	return user;
}

export function messageOf(world: World, id: string): StoredMessage {
	const message = world.messages.get(id);
	if (!message) throw new Error(`The fake Discord knows no message "${id}"`);
	return message;
}

export function interactionOf(world: World, id: string): StoredInteraction {
	const interaction = world.interactions.get(id);
	if (!interaction) throw new Error(`The fake Discord knows no interaction "${id}"`);
	return interaction;
}

/** Oldest first; ephemeral ones are among them. */
export function messagesIn(world: World, channel: string): StoredMessage[] {
	return [...world.messages.values()].filter((message) => message.channel === channel);
}

/** Bytes of one file: https://docs.discord.com/developers/reference#uploading-files; without a guild the least. */
export function fileLimitOf(world: World, guild: string | undefined): number {
	const tier = (guild && world.guilds.get(guild)?.premiumTier) || 0;
	return ([10, 10, 50, 100][tier] ?? 10) * 1024 * 1024;
}
