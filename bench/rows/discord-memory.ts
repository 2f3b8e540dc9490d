/**
 * Measures, in MB of a million bytes, the resident memory of an installed bot that is connected to Discord, has answered one "hi" there and
 * is idle. Control: the same bot in a terminal. `both-platforms-memory`: of one that is connected to Slack as well and has answered in both.
 * `discord-thread-memory`: what one more thread of one turn holds, without a sandbox: the growth of what is in use after garbage collection
 * over a hundred threads, fifty at once, which follow fifty others.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { startModelServer } from '../../src/demo/model-server/model-server.ts';
import { type FakeDiscord, startFakeDiscord } from '../../tests/support/fake-discord/fake-discord.ts';
import type { SeenMessage } from '../../tests/support/fake-discord/seen.ts';
import { type FakeSlack, startFakeSlack } from '../../tests/support/fake-slack/fake-slack.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { compare, spread } from '../interleave.ts';
import { startDiscordBot } from '../parts/discord-bot.ts';
import { discordSettings } from '../parts/discord-settings.ts';
import { echoScript } from '../parts/echo-script.ts';
import { settledBytes, startInstalledBot } from '../parts/installed-bot.ts';
import { startMeasuredBot } from '../parts/measured-bot.ts';
import { slackSettings } from '../parts/slack-settings.ts';
import { type Row, round, toRow } from '../row.ts';
import { summarise } from '../summary.ts';

const megabyte = 1e6;

export const discordMemory: Bench = {
	name: 'discord-memory',
	async run(context) {
		const { signal, say } = context;
		const wishes = { runs: 4, warmUps: 1 };
		const inTerminal = () => idleInTerminal(signal);
		const one = await compare({ subject: () => idleOnDiscord(signal), control: inTerminal }, wishes, context);
		const two = await compare({ subject: () => idleOnBoth(signal), control: inTerminal }, wishes, context);
		say(`  on Discord ${spread(one.value)}; on both ${spread(two.value)}; in a terminal ${spread(one.control)}`);
		return [
			toRow({ ...one, name: this.name, unit: 'MB' }),
			toRow({ ...two, name: 'both-platforms-memory', unit: 'MB', goal: { of: 'value', most: 180 } }),
			await threadMemory(context),
		];
	},
};

async function idleOnDiscord(signal: AbortSignal): Promise<number> {
	await using bot = await startDiscordBot(echoScript);
	await talkIn(bot.discord, 1, signal);
	return (await settledBytes(bot.processes.bot, signal)) / megabyte;
}

async function idleOnBoth(signal: AbortSignal): Promise<number> {
	await using slack = await startFakeSlack();
	await using bot = await startDiscordBot(echoScript, slackSettings(slack));
	await talkIn(bot.discord, 1, signal);
	await sayOn(slack, signal);
	return (await settledBytes(bot.processes.bot, signal)) / megabyte;
}

async function idleInTerminal(signal: AbortSignal): Promise<number> {
	await using server = await startModelServer({ brain: echoScript });
	await using bot = await startInstalledBot(server.url, 'hi');
	await bot.printed('answer to hi');
	return (await settledBytes(await bot.pid(), signal)) / megabyte;
}

async function threadMemory({ signal, runs, say }: BenchContext): Promise<Row> {
	await using discord = await startFakeDiscord();
	await using bot = await startMeasuredBot(discordSettings(discord), signal);
	const count = runs(50);
	// The memory of things loaded and set up once, and of so many turns at once, is not a thread's
	await talkIn(discord, count, signal);
	const before = await bot.heldBytes();
	for (let wave = 0; wave < 2; wave += 1) await talkIn(discord, count, signal);
	const after = await bot.heldBytes();
	say(`  ${round(before / megabyte)} MB held after ${count} threads, ${round(after / megabyte)} MB after ${3 * count}`);
	const each = (after - before) / (2 * count) / megabyte;
	return toRow({ name: 'discord-thread-memory', unit: 'MB', value: summarise([each]) });
}

/** Begins so many threads; resolves when all are answered. */
async function talkIn(discord: FakeDiscord, count: number, signal: AbortSignal): Promise<void> {
	const { ada, channel, botUser } = discord;
	const isAnswer = ({ author, content }: SeenMessage) => author === botUser && content.includes('answer to ');
	const say = () => discord.as(ada).say(channel, 'hi', { mention: true });
	for (const thread of await Promise.all(Array.from({ length: count }, say))) {
		const isThere = () => discord.threads(channel).some(({ id }) => id === thread);
		const isAnswered = () => isThere() && discord.messages(thread).some(isAnswer);
		while (!isAnswered()) await delay(50, undefined, { signal });
	}
}

async function sayOn(slack: FakeSlack, signal: AbortSignal): Promise<void> {
	const { ts } = await slack.as('U1').mention('C1', 'hi');
	while (!slack.messages('C1', ts).some(({ botId }) => botId)) await delay(50, undefined, { signal });
}
