/**
 * Measures, in MB of a million bytes, the resident memory of an installed bot that is connected to Slack, has answered one "hi" there and is
 * idle. Control: the same bot in a terminal. `root-process-memory`: of root's process beside such a bot, where there is one. `slack-thread-memory`: what one more thread of one turn holds, without a sandbox: the growth of
 * what is in use after garbage collection over a hundred threads, fifty at once, which follow fifty others.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { startModelServer } from '../../src/demo/model-server/model-server.ts';
import { type FakeSlack, startFakeSlack } from '../../tests/support/fake-slack/fake-slack.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { compare, spread } from '../interleave.ts';
import { echoScript } from '../parts/echo-script.ts';
import { settledBytes, startInstalledBot } from '../parts/installed-bot.ts';
import { startMeasuredBot } from '../parts/measured-bot.ts';
import { startSlackBot } from '../parts/slack-bot.ts';
import { slackSettings } from '../parts/slack-settings.ts';
import { type Row, round, toRow } from '../row.ts';
import { summarise } from '../summary.ts';

const megabyte = 1e6;

export const slackMemory: Bench = {
	name: 'slack-memory',
	async run(context) {
		const { signal, say } = context;
		const { value, control } = await compare(
			{ subject: () => idleOnSlack(signal), control: () => idleInTerminal(signal) },
			{ runs: 5, warmUps: 1 },
			context,
		);
		say(`  on Slack ${spread(value)}; in a terminal ${spread(control)}`);
		return [
			toRow({ name: this.name, unit: 'MB', value, control, goal: { of: 'value', most: 140 } }),
			...(await rootMemory(signal)),
			await threadMemory(context),
		];
	},
};

async function idleOnSlack(signal: AbortSignal): Promise<number> {
	await using bot = await startSlackBot(echoScript);
	await talkIn(bot.slack, 1, signal);
	return (await settledBytes(bot.processes.bot, signal)) / megabyte;
}

async function rootMemory(signal: AbortSignal): Promise<readonly Row[]> {
	await using bot = await startSlackBot(echoScript);
	await talkIn(bot.slack, 1, signal);
	const { helper } = bot.processes;
	if (helper === undefined) return [];
	const value = summarise([(await settledBytes(helper, signal)) / megabyte]);
	return [toRow({ name: 'root-process-memory', unit: 'MB', value })];
}

async function idleInTerminal(signal: AbortSignal): Promise<number> {
	await using server = await startModelServer({ brain: echoScript });
	await using bot = await startInstalledBot(server.url, 'hi');
	await bot.printed('answer to hi');
	return (await settledBytes(await bot.pid(), signal)) / megabyte;
}

async function threadMemory({ signal, runs, say }: BenchContext): Promise<Row> {
	await using slack = await startFakeSlack();
	await using bot = await startMeasuredBot(slackSettings(slack), signal);
	const count = runs(50);
	// The memory of things loaded and set up once, and of so many turns at once, is not a thread's
	await talkIn(slack, count, signal);
	const before = await bot.heldBytes();
	for (let wave = 0; wave < 2; wave += 1) await talkIn(slack, count, signal);
	const after = await bot.heldBytes();
	say(`  ${round(before / megabyte)} MB held after ${count} threads, ${round(after / megabyte)} MB after ${3 * count}`);
	const each = (after - before) / (2 * count) / megabyte;
	return toRow({ name: 'slack-thread-memory', unit: 'MB', value: summarise([each]) });
}

/** Begins so many threads, each in a channel of its own; resolves when all are answered. */
async function talkIn(slack: FakeSlack, count: number, signal: AbortSignal): Promise<void> {
	const begun = Array.from({ length: count }, async () => {
		const channel = slack.addChannel({ id: `C${performance.now().toFixed(6).replace('.', '')}`, members: ['U1'] });
		const { ts } = await slack.as('U1').mention(channel, 'hi');
		return { channel, ts };
	});
	for (const { channel, ts } of await Promise.all(begun)) {
		const isAnswered = () => slack.messages(channel, ts).some(({ botId }) => botId);
		while (!isAnswered()) await delay(50, undefined, { signal });
	}
}
