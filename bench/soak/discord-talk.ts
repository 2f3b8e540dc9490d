import { setTimeout as delay } from 'node:timers/promises';
import type { Disconnect, FakeDiscord } from '../../tests/support/fake-discord/fake-discord.ts';
import type { NewFile } from '../../tests/support/fake-discord/person/person.ts';
import { shardOf } from '../../tests/support/fake-discord/places.ts';
import { fileGivenWith, wordsOf } from './conversation.ts';
import { type DiscordSpot, shards } from './discord-guilds.ts';
import type { PlannedMessage } from './plan.ts';
import type { Count } from './soak-platform.ts';

/** The people's side of a soak in Discord. */
export interface Talk {
	/** Resolves when it stands there; a slash command, when it was answered. Rejects when that could not be done. */
	say(message: PlannedMessage): Promise<void>;
	/** The channel of a thread that was begun, by the thread's number. */
	threadOf(thread: number): string | undefined;
	/** In which thread, by its number, a message was said. */
	placeOf(message: number): number | undefined;
	/** Counts of the other things that were done to the bot. */
	counts(): readonly Count[];
}

export function createTalk(discord: FakeDiscord, spots: readonly DiscordSpot[]): Talk {
	const threads = new Map<number, string>();
	const places = new Map<number, number>();
	const done = { disconnects: 0, duplicates: 0, 'asks-repeated': 0 };
	const trouble = (spot: DiscordSpot, message: PlannedMessage, event: string) => {
		if (message.disconnect) {
			done.disconnects += 1;
			discord.disconnect(
				endings[message.number % endings.length],
				spot.begins === 'dm' ? 0 : shardOf(spot.guild, shards),
			);
		}
		if (!message.duplicate) return;
		done.duplicates += 1;
		discord.duplicateNext(event);
	};
	return {
		async say(message) {
			const spot = spots[message.thread];
			if (!spot) throw new Error(`There is no thread ${message.thread}`);
			places.set(message.number, message.thread);
			const said = { discord, spot, message, trouble: (event: string) => trouble(spot, message, event) };
			const onRepeat = () => {
				done['asks-repeated'] += 1;
			};
			const thread = threads.get(message.thread);
			if (thread === undefined) threads.set(message.thread, await begin(said, onRepeat));
			else await goOn(said, thread, onRepeat);
		},
		threadOf: (thread) => threads.get(thread),
		placeOf: (message) => places.get(message),
		counts: () => Object.entries(done).map(([name, value]) => ({ name, value, unit: 'times' })),
	};
}

/** A session that is lost for good leaves what is said meanwhile to be fetched; those that can be resumed are far more frequent. */
const endings: readonly Disconnect[] = ['cut', 'reconnect', 'cut', 'invalid-session', 'reconnect'];

interface Said {
	readonly discord: FakeDiscord;
	readonly spot: DiscordSpot;
	readonly message: PlannedMessage;
	/** Does to the bot what is planned with this message, right before it is sent as an event of this name. */
	readonly trouble: (event: string) => void;
}

/** Resolves with the thread's channel. */
async function begin(said: Said, onRepeat: () => void): Promise<string> {
	const { discord, spot, message, trouble } = said;
	const person = discord.as(spot.person);
	const [text, options] = [wordsOf(message), { files: filesOf(message) }];
	switch (spot.begins) {
		case 'slash':
			return await askUntilHeard(said, spot.channel, onRepeat);
		case 'dm':
			trouble('MESSAGE_CREATE');
			return (await person.dm(text, options)).channel;
		case 'forum':
			trouble('MESSAGE_CREATE');
			return await person.forumPost(spot.channel, `About ${message.number}`, text, { ...options, mention: true });
		case 'mention':
			trouble('MESSAGE_CREATE');
			return await person.say(spot.channel, text, { ...options, mention: true });
	}
}

/** A message, with a mention now and then, or another slash command. */
async function goOn(said: Said, thread: string, onRepeat: () => void): Promise<void> {
	const { discord, spot, message, trouble } = said;
	await threadIsThere(discord, spot, thread);
	if (message.chance < 0.05) {
		await askUntilHeard(said, thread, onRepeat);
		return;
	}
	trouble('MESSAGE_CREATE');
	const mention = spot.begins !== 'dm' && message.chance < 0.2;
	await discord.as(spot.person).say(thread, wordsOf(message), { files: filesOf(message), mention });
}

const lookMs = 50;
/** A bot that is started again is away for some seconds, and then has more to do than Discord's limits let it do at once. */
const patienceMs = 120_000;

/** People cannot write in a thread that the bot has not made yet. */
async function threadIsThere(discord: FakeDiscord, { begins, channel }: DiscordSpot, thread: string): Promise<void> {
	if (begins === 'dm') return;
	const end = performance.now() + patienceMs;
	while (!discord.threads(channel).some(({ id }) => id === thread)) {
		if (performance.now() > end) throw new Error(`The thread on ${thread} was never made`);
		await delay(lookMs);
	}
}

/** Who reads "The application did not respond" sends it once more. Resolves with the id of what was answered. */
async function askUntilHeard(said: Said, channel: string, onRepeat: () => void): Promise<string> {
	const { discord, spot, message, trouble } = said;
	const [file] = filesOf(message);
	const options = { prompt: wordsOf(message), ...(file && { file1: file }) };
	trouble('INTERACTION_CREATE');
	for (const end = performance.now() + patienceMs; ; onRepeat()) {
		const { id, answeredAt } = await discord.as(spot.person).slash('smith', 'ask', { options }, channel);
		const answer = discord.interactions().find((interaction) => interaction.id === id)?.original;
		if (answeredAt !== undefined) return answer ?? '';
		if (performance.now() > end) throw new Error(`no ${message.number}: "The application did not respond"`);
	}
}

function filesOf({ kind, number }: PlannedMessage): NewFile[] {
	return kind === 'file' || kind === 'tool' ? [fileGivenWith(number)] : [];
}
