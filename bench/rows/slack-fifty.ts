/**
 * Measures how long fifty people wait who ask at once in one channel of Slack, each in a thread of their own, with all limits in force: from
 * the first mention to the last answer. The channel takes 25 posts at once, then one a second, as it was found once by trying:
 * https://github.com/RamblingCookieMonster/PSSlack/issues/52. Control: the same answers through a gate that lets three go at once and then
 * keeps to one a second whatever Slack takes. `slack-fifty-refused`: posts that Slack refused for its limit; none of them may come again
 * before its time.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { createGate } from '../../src/adapters/slack/api/gate.ts';
import { createBucket } from '../../src/adapters/slack/api/rates.ts';
import type { FakeSlack } from '../../tests/support/fake-slack/fake-slack.ts';
import { createJumpingClock } from '../../tests/support/jumping-clock.ts';
import type { Bench } from '../bench.ts';
import { echoScript } from '../parts/echo-script.ts';
import { startSlackBot } from '../parts/slack-bot.ts';
import { round, toRow } from '../row.ts';
import { summarise } from '../summary.ts';

const threads = 50;
const burst = 25;
const patienceMs = 120_000;

export const slackFifty: Bench = {
	name: 'slack-fifty',
	async run({ signal, say }) {
		await using bot = await startSlackBot(echoScript, { tiers: true, burst });
		const { slack } = bot;
		const start = performance.now();
		const asking = Array.from({ length: threads }, (_, at) => slack.as('U1').mention('C1', `hi ${at}`));
		const places = await Promise.all(asking);
		const until = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
		while (!places.every(({ ts }) => isAnswered(slack, ts))) await delay(20, undefined, { signal: until });
		const seconds = (performance.now() - start) / 1000;
		const refused = slack.calls('chat.postMessage').filter(({ outcome }) => outcome === 'ratelimited').length;
		const early = slack.impatient().length;
		say(`  ${threads} answers in ${round(seconds)} s, ${refused} refused, ${early} too early`);
		const control = summarise([await steadily()]);
		return [
			toRow({ name: this.name, unit: 's', value: summarise([seconds]), control, goal: { of: 'ratio', most: 0.65 } }),
			toRow({
				name: 'slack-fifty-refused',
				unit: 'posts',
				value: summarise([refused + threads * early]),
				goal: { of: 'value', most: 5 },
			}),
		];
	},
};

function isAnswered(slack: FakeSlack, thread: string): boolean {
	return slack.messages('C1', thread).some(({ text, botId }) => botId !== undefined && text.includes('answer to'));
}

/** Seconds, on a clock on which nobody waits. */
async function steadily(): Promise<number> {
	const clock = createJumpingClock();
	const gate = createGate(createBucket({ burst: 3, perMinute: 60 }), clock);
	const { signal } = new AbortController();
	const start = clock.now();
	await Promise.all(Array.from({ length: threads }, (_, ticket) => gate.pass({ ticket }, signal)));
	return (clock.now() - start) / 1000;
}
