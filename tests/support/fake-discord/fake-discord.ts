import type { APIApplicationCommand } from 'discord-api-types/v10';
import type { Absence } from '../absence.ts';
import type { Fault } from './faults.ts';
import type { FakeDiscordOptions } from './options.ts';
import type { Person } from './person/person.ts';
import type { NewChannel, NewGuild, NewMember, NewUser } from './places.ts';
import type { RateLimit, RecordedCall, StoredInteraction } from './records.ts';
import type { SeenMessage, SeenThread } from './seen.ts';
import { start } from './start.ts';

/** An app's configuration, and the people who are there. */
export interface FakeDiscordFacts {
	/** `http://127.0.0.1:PORT/api`. */
	readonly apiUrl: string;
	/** `http://127.0.0.1:PORT`: attachments are here too. */
	readonly url: string;
	readonly token: string;
	readonly applicationId: string;
	/** The bot's user. */
	readonly botUser: string;
	/** "Workshop", where the app is installed. */
	readonly guild: string;
	/** "general", a text channel. */
	readonly channel: string;
	/** "questions", a forum. */
	readonly forum: string;
	/** "Ada": owns the guild and the app, has the role "makers". */
	readonly ada: string;
	/** "Grace": has the role "makers". */
	readonly grace: string;
	/** "Visitor": a member without roles. */
	readonly visitor: string;
	/** The role "makers". */
	readonly makers: string;
}

/** Who and what is there. */
export interface FakeDiscordPlaces {
	/** The actions in Discord of the person with this id. */
	as(user: string): Person;
	/** The app is in it, unless `withBot` is false. Resolves with its id; it has a channel "general", which `channelsOf` gives. */
	addGuild(guild?: NewGuild): string;
	/** Default: a text channel of the first guild. */
	addChannel(channel?: NewChannel): string;
	addUser(user?: NewUser): string;
	addMember(member: NewMember): void;
	addRole(role: { readonly guild?: string; readonly name: string; readonly permissions?: bigint }): string;
	/** Ids of a guild's channels, threads left out. */
	channelsOf(guild: string): readonly string[];
	/** Somebody installs the app for themselves: it comes along into every guild and conversation. */
	installFor(user: string): void;
}

/** Changes around the app. */
export interface FakeDiscordChanges {
	/** Gives the bot these rights in a channel from now on, and no others: `bits('ViewChannel', …)`. */
	setPermissions(channel: string, permissions: bigint): void;
	/** Gives everyone but the bot these rights there, and no others. */
	setEveryonePermissions(channel: string, permissions: bigint): void;
	archive(thread: string, archived?: boolean): void;
	lock(thread: string, locked?: boolean): void;
	deleteThread(thread: string): void;
	/** Somebody, or the bot, is in a thread no more. */
	removeFromThread(thread: string, user: string): void;
	deleteChannel(channel: string): void;
	/** Seconds; 0: none. */
	slowmode(channel: string, seconds: number): void;
	setPremiumTier(guild: string, tier: 0 | 1 | 2 | 3): void;
	/** Whether the bot may write to somebody. */
	setDms(user: string, dms: 'open' | 'closed' | 'no-mutual-guild'): void;
	/** The app is thrown out. */
	removeGuild(guild: string): void;
}

/** Looking at this Discord. */
export interface FakeDiscordView {
	/** Oldest first; ephemeral ones are among them. */
	messages(channel: string): readonly SeenMessage[];
	message(id: string): SeenMessage | undefined;
	/** All the words that a person sees: content, components, embeds, buttons' labels, names of attachments; mentions by name. */
	plainText(message: SeenMessage): string;
	/** Who a message notifies: ids of users and roles, `@everyone`, `@here`; after an edit, under what the edit allowed. */
	pings(message: SeenMessage): readonly string[];
	/** Threads of a channel or forum, oldest first. */
	threads(channel: string): readonly SeenThread[];
	/** A channel's or thread's name and state. */
	channelOf(id: string): SeenThread;
	/** The direct conversation between somebody and the bot; undefined before it was opened. */
	dmOf(user: string): string | undefined;
	/** When the bot was shown as typing there, by the fake's clock. */
	typing(channel: string): readonly number[];
}

/** The app's requests, and the answers that it got. */
export interface FakeDiscordRecords {
	/** Registered globally, or in a guild. */
	commands(guild?: string): readonly APIApplicationCommand[];
	interactions(): readonly StoredInteraction[];
	/** Requests, oldest first: `calls('POST', '/channels/:id/messages')`. */
	calls(method?: string, pattern?: string): readonly RecordedCall[];
	/** Events that were dispatched, by name; with the shard that got each one. */
	events(name?: string): readonly SentEvent[];
	/** Sessions of the gateway that are connected: shard ids. */
	connections(): readonly number[];
	/** How often a client identified and resumed. */
	starts(): { readonly identified: number; readonly resumed: number };
}

export interface SentEvent {
	readonly name: string;
	readonly shard: number;
	readonly data: unknown;
}

/** `cut` drops the connection; `reconnect` is op 7, `invalid-session` op 9 (not resumable); a number closes with that code. */
export type Disconnect = 'cut' | 'reconnect' | 'invalid-session' | 'invalid-session-resumable' | number;

export interface FakeDiscordTroubles {
	/** Ends the connections, or one shard's. */
	disconnect(how?: Disconnect, shard?: number): void;
	/** New connections to the gateway are turned away. */
	refuseConnections(refused: boolean): void;
	/** The next `times` events of this name, default `MESSAGE_CREATE`, are dispatched twice. */
	duplicateNext(name?: string, times?: number): void;
	/** Heartbeats are not acknowledged any more. */
	zombie(on: boolean): void;
	/** An event that nothing here makes by itself. */
	send(event: string, data: object, guild?: string): void;
	failNext(pattern: string, fault: Fault, times?: number): void;
	/** Every request fails for `ms`; the gateway stays. */
	outage(fault: Fault, ms: number): void;
	/** undefined: no limit any more. */
	rateLimit(pattern: string, limit: RateLimit | undefined): void;
	globalLimit(limit: RateLimit | undefined): void;
	now(): number;
	/** Moves the fake's clock: interactions, links, nonces, slow-mode, rate windows. */
	advance(ms: number): void;
}

/**
 * A strict Discord on 127.0.0.1: REST, gateway, attachments, and the people who use it. It refuses what Discord refuses, with Discord's
 * codes. Disposing it ends all connections.
 */
export interface FakeDiscord
	extends FakeDiscordFacts,
		FakeDiscordPlaces,
		FakeDiscordChanges,
		FakeDiscordView,
		FakeDiscordRecords,
		FakeDiscordTroubles,
		Absence,
		AsyncDisposable {}

/** Rejects when the port is taken. */
export function startFakeDiscord(options: FakeDiscordOptions = {}): Promise<FakeDiscord> {
	return start(options);
}
