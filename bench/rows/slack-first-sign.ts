/**
 * Measures how soon people see in Slack that they were heard: from a mention's leaving the fake Slack over the socket to the first call of
 * the installed bot that shows something (status, reaction or message) arriving there. Each mention begins a thread; whoever writes is known
 * from an earlier one. Control: an app of Bolt's alone, also in a process of its own, which answers with one `chat.postMessage`.
 */

import type { FakeSlack } from '../../tests/support/fake-slack/fake-slack.ts';
import type { Bench } from '../bench.ts';
import { compare, spread } from '../interleave.ts';
import { echoScript } from '../parts/echo-script.ts';
import { startSlackBare } from '../parts/slack-bare.ts';
import { startSlackBot } from '../parts/slack-bot.ts';
import { quiet, type SignWatch, watchSigns } from '../parts/slack-signs.ts';
import { toRow } from '../row.ts';

/** The bot keeps to Slack's limits: 50 statuses a minute, 13 of them at once. More would measure the waiting. */
const statusMs = 1800;
const quietMs = 150;

export const slackFirstSign: Bench = {
	name: 'slack-first-sign',
	async run(context) {
		await using bot = await startSlackBot(echoScript);
		await using bare = await startSlackBare(context.signal);
		using signs = watchSigns();
		let mentions = 0;
		const sign = async (slack: FakeSlack, restMs: number): Promise<number> => {
			mentions += 1;
			await quiet(slack, restMs, context.signal);
			return firstSign(slack, signs, `hi ${mentions}`);
		};
		const { value, control } = await compare(
			{ subject: () => sign(bot.slack, statusMs), control: () => sign(bare.slack, quietMs) },
			{ runs: 30, warmUps: 5 },
			context,
		);
		context.say(`  bot ${spread(value)}; Bolt alone ${spread(control)}`);
		return [toRow({ name: this.name, unit: 'ms', value, control, goal: { of: 'value', most: 10 } })];
	},
};

async function firstSign(slack: FakeSlack, signs: SignWatch, text: string): Promise<number> {
	const seen = signs.next(slack);
	const start = performance.now();
	const said = slack.as('U1').mention('C1', text);
	const took = (await seen) - start;
	await said;
	return took;
}
