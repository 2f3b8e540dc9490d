/**
 * Measures how soon people see in Discord that they were heard: from a mention's leaving the fake Discord over the gateway to the installed
 * bot's typing arriving there. Each mention begins a thread. Control: an app of discord.js alone, also in a process of its own, which types
 * and does nothing else.
 */

import type { FakeDiscord } from '../../tests/support/fake-discord/fake-discord.ts';
import type { Bench } from '../bench.ts';
import { compare, spread } from '../interleave.ts';
import { startDiscordBare } from '../parts/discord-bare.ts';
import { startDiscordBot } from '../parts/discord-bot.ts';
import { quiet, type SignWatch, watchTyping } from '../parts/discord-signs.ts';
import { echoScript } from '../parts/echo-script.ts';
import { toRow } from '../row.ts';

/** Discord takes five typings in five seconds in one channel, and the bot keeps to that. */
const quietMs = 1200;

export const discordFirstSign: Bench = {
	name: 'discord-first-sign',
	async run(context) {
		await using bot = await startDiscordBot(echoScript);
		await using bare = await startDiscordBare(context.signal);
		using typing = watchTyping();
		let mentions = 0;
		const sign = async (discord: FakeDiscord): Promise<number> => {
			mentions += 1;
			await quiet(discord, quietMs, context.signal);
			return firstSign(discord, typing, `hi ${mentions}`);
		};
		const { value, control } = await compare(
			{ subject: () => sign(bot.discord), control: () => sign(bare.discord) },
			{ runs: 30, warmUps: 5 },
			context,
		);
		context.say(`  bot ${spread(value)}; discord.js alone ${spread(control)}`);
		return [toRow({ name: this.name, unit: 'ms', value, control, goal: { of: 'value', most: 10 } })];
	},
};

async function firstSign(discord: FakeDiscord, typing: SignWatch, text: string): Promise<number> {
	const seen = typing.next(discord);
	const start = performance.now();
	const said = discord.as(discord.ada).say(discord.channel, text, { mention: true });
	const took = (await seen) - start;
	await said;
	return took;
}
