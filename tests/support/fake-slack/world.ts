import type { Clock } from './clock.ts';
import type { Emit } from './deliver/deliveries.ts';
import type { FakeSlackOptions } from './options.ts';
import type { Group, ResponseUrl, Session, StoredFile, StoredView, Token, Trigger } from './records.ts';

/** A workspace, and the app's bot in it. */
export interface Team {
	readonly id: string;
	readonly name: string;
	readonly botUser: string;
	readonly botId: string;
	/** Bots' tokens are granted these. */
	scopes: ReadonlySet<string>;
	installed: boolean;
}

export interface User {
	readonly id: string;
	readonly team: string;
	readonly name: string;
	readonly realName: string;
	readonly displayName: string;
	readonly traits: UserTraits;
}

export interface UserTraits {
	readonly admin?: boolean;
	readonly owner?: boolean;
	readonly restricted?: boolean;
	readonly ultraRestricted?: boolean;
	readonly bot?: boolean;
	readonly deleted?: boolean;
}

export type ChannelKind = 'channel' | 'group' | 'im' | 'mpim';

export interface Channel {
	readonly id: string;
	readonly team: string;
	readonly name: string;
	readonly kind: ChannelKind;
	/** Users' ids, bots' users among them. */
	readonly members: Set<string>;
	readonly extShared: boolean;
	/** The other one, in a DM with the bot. */
	readonly partner: string | undefined;
	archived: boolean;
}

export type Json = Readonly<Record<string, unknown>>;

/** A task card of a stream. */
export interface Task {
	readonly id: string;
	title: string;
	status: string;
	details: string;
	output: string;
	sources: readonly unknown[];
}

export type StreamPart =
	| { readonly kind: 'text'; text: string }
	| { readonly kind: 'task'; readonly task: Task }
	| { readonly kind: 'blocks'; readonly blocks: readonly Json[] };

export type StreamState = 'streaming' | 'stopped' | 'timed-out' | 'stopped-by-user';

export interface Stream {
	readonly startedAt: number;
	readonly mode: 'timeline' | 'plan' | 'dense';
	readonly parts: StreamPart[];
	/** The kind of arguments that it was begun with. */
	kind: 'text' | 'chunks' | undefined;
	planTitle: string | undefined;
	state: StreamState;
}

export interface StoredMessage {
	readonly ts: string;
	readonly channel: string;
	readonly threadTs: string | undefined;
	readonly user: string;
	/** The bot that wrote it. */
	readonly botId: string | undefined;
	readonly clientMsgId: string | undefined;
	/** The only one who sees it. */
	readonly ephemeralTo: string | undefined;
	readonly reactions: Map<string, string[]>;
	readonly fileIds: readonly string[];
	readonly stream: Stream | undefined;
	subtype: string | undefined;
	text: string;
	blocks: readonly Json[] | undefined;
	/** What hangs below its text: messages handed on, previews, apps' reports, pasted tables. */
	readonly attachments: readonly Json[];
	/** The name under which an app without a user wrote it. */
	readonly username: string | undefined;
	metadata: Json | undefined;
	edited: { readonly user: string; readonly ts: string } | undefined;
	edits: number;
	/** `parse: 'full'` or `link_names`: bare `@channel` is alive. */
	linksNames: boolean;
}

/** All that this Slack knows. Plain data: what may be done with it stands elsewhere. */
export interface World {
	readonly options: Required<FakeSlackOptions>;
	readonly clock: Clock;
	/** `http://127.0.0.1:PORT`, once it listens. */
	url: string;
	readonly teams: Map<string, Team>;
	readonly users: Map<string, User>;
	readonly channels: Map<string, Channel>;
	/** By ts. */
	readonly messages: Map<string, StoredMessage>;
	/** The answers in a thread, by the root's ts. */
	readonly replies: Map<string, StoredMessage[]>;
	readonly files: Map<string, StoredFile>;
	readonly groups: Map<string, Group>;
	/** By channel and thread. */
	readonly sessions: Map<string, Session>;
	readonly views: Map<string, StoredView>;
	/** By user. */
	readonly homes: Map<string, StoredView>;
	/** By channel. */
	readonly prompts: Map<string, readonly unknown[]>;
	readonly tokens: Map<string, Token>;
	readonly refreshTokens: Map<string, { readonly team: string; readonly token: string }>;
	/** The codes that approved installations are redeemed with. */
	readonly codes: Map<string, { readonly team: string; readonly user: string; readonly redirectUri: string }>;
	readonly triggers: Map<string, Trigger>;
	readonly responseUrls: Map<string, ResponseUrl>;
	/** Hands an event to the app. */
	emit: Emit;
	/** A number that was not given before. */
	next(): number;
}

export function teamOf(world: World, id: string): Team {
	const team = world.teams.get(id);
	if (!team) throw new Error(`The fake Slack knows no team "${id}"`);
	return team;
}

export function userOf(world: World, id: string): User {
	const user = world.users.get(id);
	if (!user) throw new Error(`The fake Slack knows no user "${id}"`);
	return user;
}

export function channelOf(world: World, id: string): Channel {
	const channel = world.channels.get(id);
	if (!channel) throw new Error(`The fake Slack knows no channel "${id}"`);
	return channel;
}

export function messageOf(world: World, ts: string): StoredMessage {
	const message = world.messages.get(ts);
	if (!message) throw new Error(`The fake Slack knows no message "${ts}"`);
	return message;
}

/** An id such as Slack gives, unique in this world. */
export function newId(world: World, prefix: string): string {
	return `${prefix}0${String(world.next()).padStart(5, '0')}`;
}

/** The root of the thread that a message is in. */
export function rootOf(message: Pick<StoredMessage, 'threadTs' | 'ts'>): string {
	return message.threadTs ?? message.ts;
}

export function repliesTo(world: World, ts: string): readonly StoredMessage[] {
	return world.replies.get(ts) ?? [];
}
