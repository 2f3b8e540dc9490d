/**
 * Measures how soon Discord knows that a slash command was heard, which it must within 3 s: from the interaction's leaving the fake Discord
 * over the gateway to the installed bot's deferred answer arriving there. Each `/smith ask` begins a thread, and is stored before. Control:
 * an app of discord.js alone, also in a process of its own, which defers and does nothing else.
 */

import type { FakeDiscord } from '../../tests/support/fake-discord/fake-discord.ts';
import type { Bench } from '../bench.ts';
import { compare, spread } from '../interleave.ts';
import { startDiscordBare } from '../parts/discord-bare.ts';
import { startDiscordBot } from '../parts/discord-bot.ts';
import { quiet, type SignWatch, watchDeferrals } from '../parts/discord-signs.ts';
import { echoScript } from '../parts/echo-script.ts';
import { toRow } from '../row.ts';

const quietMs = 150;

export const discordDeferred: Bench = {
	name: 'discord-deferred',
	async run(context) {
		await using bot = await startDiscordBot(echoScript);
		await using bare = await startDiscordBare(context.signal);
		using deferrals = watchDeferrals();
		let asks = 0;
		const ask = async (discord: FakeDiscord): Promise<number> => {
			asks += 1;
			await quiet(discord, quietMs, context.signal);
			return timeToDeferral(discord, deferrals, `hi ${asks}`);
		};
		const { value, control } = await compare(
			{ subject: () => ask(bot.discord), control: () => ask(bare.discord) },
			{ runs: 30, warmUps: 5 },
			context,
		);
		context.say(`  bot ${spread(value)}; discord.js alone ${spread(control)}`);
		return [toRow({ name: this.name, unit: 'ms', value, control, goal: { of: 'value', most: 20 } })];
	},
};

async function timeToDeferral(discord: FakeDiscord, deferrals: SignWatch, prompt: string): Promise<number> {
	const deferred = deferrals.next(discord);
	const start = performance.now();
	const asked = discord.as(discord.ada).slash('smith', 'ask', { options: { prompt } }, discord.channel);
	const took = (await deferred) - start;
	await asked;
	return took;
}
