import { MessageFlags } from 'discord-api-types/v10';
import { markersIn } from '../../src/adapters/discord/marker.ts';
import { threadAt } from '../../src/adapters/discord/thread-keys.ts';
import type { Thread } from '../../src/chat/thread.ts';
import { timeOf } from '../../tests/support/fake-discord/clock.ts';
import type { FakeDiscord } from '../../tests/support/fake-discord/fake-discord.ts';
import type { SeenMessage } from '../../tests/support/fake-discord/seen.ts';
import { type Answer, answersIn } from './conversation.ts';
import type { DiscordSpot } from './discord-guilds.ts';
import type { SeenState, SeenThread } from './soak-platform.ts';
import { unaskedPings } from './unasked-pings.ts';

/** A thread that somebody has begun. */
export interface BegunThread extends DiscordSpot {
	/** The channel of the thread, which may not be there yet, or of the direct conversation. */
	readonly thread: string;
}

export const notBegun: SeenThread = {
	thread: undefined,
	answers: [],
	files: [],
	state: { repeated: [], unfinished: [], marks: [], underWay: undefined, pings: [] },
};

export function lookAt(discord: FakeDiscord, begun: BegunThread): SeenThread {
	const all = messagesOf(discord, begun).toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));
	const own = all.filter(({ author, ephemeralTo }) => author === discord.botUser && ephemeralTo === undefined);
	return {
		thread: threadOf(begun),
		answers: own.flatMap((message) => answersIn(discord.plainText(message))),
		files: own.flatMap(({ attachments }) => attachments),
		state: stateOf(discord, { begun, all, own }),
	};
}

/** None where the bot has not made the thread yet. */
function messagesOf(discord: FakeDiscord, { begins, channel, thread }: BegunThread): readonly SeenMessage[] {
	const isThere = begins === 'dm' || discord.threads(channel).some(({ id }) => id === thread);
	return isThere ? discord.messages(thread) : [];
}

/** Answers that stand in these channels, or in threads there which nobody knows of: of a command whose asker was told that it failed. */
export function strayAnswers(
	discord: FakeDiscord,
	channels: ReadonlySet<string>,
	known: ReadonlySet<string | undefined>,
): Answer[] {
	const places = [...channels].flatMap((channel) => [channel, ...discord.threads(channel).map(({ id }) => id)]);
	const strays = places.filter((place) => !known.has(place)).flatMap((place) => discord.messages(place));
	const own = strays.filter(({ author }) => author === discord.botUser);
	return own.flatMap((message) => answersIn(discord.plainText(message)));
}

function threadOf({ begins, guild, channel, thread }: BegunThread): Thread {
	return threadAt(
		begins === 'dm' ? { kind: 'dm', channel: thread } : { kind: 'thread', guild, parent: channel, channel: thread },
	);
}

interface Shown {
	readonly begun: BegunThread;
	readonly all: readonly SeenMessage[];
	readonly own: readonly SeenMessage[];
}

function stateOf(discord: FakeDiscord, { begun, all, own }: Shown): SeenState {
	const root = discord.message(begun.thread);
	// The bot's words on a thread that is not there stand in the channel above it.
	const shown = root && !all.some(({ id }) => id === root.id) ? [root, ...all] : all;
	const speakers = speakersOf(begun, shown);
	speakers.delete(discord.botUser);
	return {
		repeated: repeatedIn(own),
		unfinished: own.flatMap((message) => {
			const why = whyUnfinished(discord, message);
			return why === undefined ? [] : [`${message.id} ${why}: ${discord.plainText(message).slice(0, 80)}`];
		}),
		marks: [...shown.flatMap((message) => marksOn(discord, message)), ...own.flatMap(waitingReply)],
		underWay: isTyping(discord, begun.thread, own) ? 'is typing' : undefined,
		pings: own.flatMap((message) => {
			const notifying = { text: discord.plainText(message), pings: discord.pings(message), speakers };
			return unaskedPings(notifying).map((who) => `${who} by ${message.id}`);
		}),
	};
}

/** Who asks by a command has spoken, and has written no message. */
function speakersOf({ begins, person }: BegunThread, shown: readonly SeenMessage[]): Set<string> {
	return new Set([...shown.map(({ author }) => author), ...(begins === 'slash' ? [person] : [])]);
}

/** A nonce or the marker of a key that more than one message has. Pure. */
export function repeatedIn(own: readonly Pick<SeenMessage, 'nonce' | 'content' | 'components' | 'embeds'>[]): string[] {
	const marks = own.flatMap(({ nonce, content, components, embeds }) => {
		const markers = new Set(markersIn(JSON.stringify([content, components, embeds])));
		return [...(nonce === undefined ? [] : [`nonce "${nonce}"`]), ...[...markers].map(codesOf)];
	});
	return [...new Set(marks.filter((mark, at) => marks.indexOf(mark) !== at))];
}

/** A marker of characters that show nothing, as readable codes. */
function codesOf(marker: string): string {
	return `marker ${[...marker].map((char) => (char.codePointAt(0) ?? 0).toString(16)).join(' ')}`;
}

/** The reason why a message of the bot's looks as if more was to come. */
function whyUnfinished(discord: FakeDiscord, message: SeenMessage): string | undefined {
	if ((message.flags & MessageFlags.Loading) !== 0) return 'is thinking';
	if (hasButton(message, 'stop')) return 'can be stopped';
	return /^⋯|Working …/m.test(discord.plainText(message)) ? 'shows something running' : undefined;
}

function marksOn({ botUser }: FakeDiscord, { id, reactions }: SeenMessage): string[] {
	return Object.entries(reactions).flatMap(([emoji, users]) => (users.includes(botUser) ? [`${emoji} on ${id}`] : []));
}

function waitingReply(message: SeenMessage): string[] {
	return hasButton(message, 'use-now') ? [`${message.id} says that something waits`] : [];
}

function hasButton({ components }: SeenMessage, does: string): boolean {
	return new RegExp(`"custom_id":"${does}[" ]`).test(JSON.stringify(components));
}

/** So long Discord shows it, unless something is said: https://docs.discord.com/developers/resources/channel#trigger-typing-indicator */
const typingMs = 10_000;

function isTyping(discord: FakeDiscord, channel: string, own: readonly SeenMessage[]): boolean {
	const typed = discord.typing(channel).at(-1) ?? 0;
	return typed > Math.max(timeOf(own.at(-1)?.id ?? '0'), discord.now() - typingMs);
}
