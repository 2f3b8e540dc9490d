import { setTimeout as delay } from 'node:timers/promises';
import { type FakeDiscord, startFakeDiscord } from '../../tests/support/fake-discord/fake-discord.ts';
import { limitRates } from '../parts/discord-rates.ts';
import { addSpots, type DiscordSpot, shards } from './discord-guilds.ts';
import { refuseSome } from './discord-limits.ts';
import { lookAt, notBegun, strayAnswers } from './discord-look.ts';
import { createTalk, type Talk } from './discord-talk.ts';
import type { Count, FicklePlatform, SeenThread } from './soak-platform.ts';

const lookMs = 50;

/** A fake Discord for so many threads, with its limits in force: guilds on two shards, channels, forums, direct conversations. */
export async function openDiscord(threads: number): Promise<FicklePlatform> {
	await using building = new AsyncDisposableStack();
	const discord = building.use(await startFakeDiscord({ shards }));
	limitRates(discord);
	const spots = addSpots(discord, threads);
	const talk = createTalk(discord, spots);
	const parts = building.move();
	return {
		settings: { DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl },
		async begin(signal) {
			// Registered beside all else, once it listens.
			while (discord.commands().length === 0) await delay(lookMs, undefined, { signal });
			await greet(discord, spots, signal);
			parts.use(refuseSome(discord));
		},
		say: talk.say,
		look: () => lookAll(discord, spots, talk),
		counts: () => [...countsOf(discord), ...talk.counts()],
		away: discord.away,
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

/** Discord tells no bot which direct conversations there are: what is said while it is away can be fetched from those that it has met. */
async function greet(discord: FakeDiscord, spots: readonly DiscordSpot[], signal: AbortSignal): Promise<void> {
	const direct = spots.filter(({ begins }) => begins === 'dm');
	const greeted = await Promise.all(direct.map(({ person }) => discord.as(person).dm('Hello')));
	for (const { channel } of greeted) {
		const isAnswered = () => discord.messages(channel).some(({ author }) => author === discord.botUser);
		while (!isAnswered()) await delay(lookMs, undefined, { signal });
	}
}

function lookAll(discord: FakeDiscord, spots: readonly DiscordSpot[], talk: Talk): readonly SeenThread[] {
	const threads = spots.map((_spot, at) => talk.threadOf(at));
	const strays = strayAnswers(discord, new Set(spots.map(({ channel }) => channel)), new Set(threads));
	return spots.map((spot, at) => {
		const thread = threads[at];
		if (thread === undefined) return notBegun;
		const seen = lookAt(discord, { ...spot, thread });
		return { ...seen, answers: [...seen.answers, ...strays.filter(({ number }) => talk.placeOf(number) === at)] };
	});
}

function countsOf(discord: FakeDiscord): Count[] {
	const calls = discord.calls();
	const { identified, resumed } = discord.starts();
	return [
		{ name: 'events', value: discord.events().length, unit: 'events' },
		{ name: 'sessions-begun', value: identified, unit: 'times' },
		{ name: 'sessions-resumed', value: resumed, unit: 'times' },
		{ name: 'calls', value: calls.length, unit: 'calls' },
		{ name: 'calls-refused', value: calls.filter(({ status }) => status === 429).length, unit: 'calls' },
	];
}
