/**
 * Measures what is made of Slack's Tier 4 while twenty turns of one workspace stream at once for a minute: `chat.appendStream` calls a second
 * that Slack takes, with all limits in force. Control: the tier's own rate, 100 a minute. `slack-appends-lost`: characters of what the
 * model said that are missing or out of order, in what was streamed up to its end or in the answers.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { FakeSlack } from '../../tests/support/fake-slack/fake-slack.ts';
import type { Bench } from '../bench.ts';
import { startSlackBot } from '../parts/slack-bot.ts';
import { charactersLost, streamsScript, wordsEach, wordsIn } from '../parts/streams-script.ts';
import { round, toRow } from '../row.ts';
import { summarise } from '../summary.ts';

const turns = 20;
/** https://docs.slack.dev/apis/web-api/rate-limits */
const tierPerSecond = 100 / 60;
/** A minute of words, and what is posted after it. */
const patienceMs = 180_000;

export const slackAppends: Bench = {
	name: 'slack-appends',
	async run({ signal, say }) {
		await using bot = await startSlackBot(streamsScript, { tiers: true });
		const { slack } = bot;
		const places = await ask(slack);
		await answered(slack, places, AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]));
		const { made, refused, seconds } = appendsIn(slack);
		const streamed = places.map(({ channel }) => streamedIn(slack, channel));
		const answers = places.map((place) => answerIn(slack, place));
		const lost = sum(streamed.map((text) => charactersLost(text, wordsIn(text).at(-1) ?? 0)));
		const lostAtLast = sum(answers.map((text) => charactersLost(text, wordsEach)));
		const streams = streamed.filter((text) => text !== '').length;
		say(`  ${made} appends in ${round(seconds)} s to ${streams} streams of ${turns} turns, ${refused} refused`);
		return [
			toRow({
				name: this.name,
				unit: '1/s',
				value: summarise([made / seconds]),
				control: summarise([tierPerSecond]),
				goal: { of: 'ratio', most: 1 },
			}),
			toRow({
				name: 'slack-appends-lost',
				unit: 'characters',
				value: summarise([lost + lostAtLast]),
				goal: { of: 'value', most: 0 },
			}),
		];
	},
};

interface Place {
	readonly channel: string;
	readonly ts: string;
}

/** One thread a channel: Slack takes a post a second in each. */
async function ask(slack: FakeSlack): Promise<Place[]> {
	const channels = Array.from({ length: turns }, (_, at) => slack.addChannel({ id: `C10${at}`, members: ['U1'] }));
	return Promise.all(
		channels.map(async (channel) => {
			const { ts } = await slack.as('U1').mention(channel, 'tell me');
			return { channel, ts };
		}),
	);
}

/** Resolves when every thread has its answer. */
async function answered(slack: FakeSlack, places: readonly Place[], signal: AbortSignal): Promise<void> {
	const isDone = (place: Place) =>
		slack.status(place.channel, place.ts)?.status === 'active' && hasAnswer(slack, place);
	while (!places.every(isDone)) await delay(500, undefined, { signal });
}

function hasAnswer(slack: FakeSlack, place: Place): boolean {
	return answerIn(slack, place) !== '';
}

/** Feedback is asked for below answers alone. */
function answerIn(slack: FakeSlack, { channel, ts }: Place): string {
	const answers = slack
		.messages(channel, ts)
		.filter(({ blocks }) => blocks.some(({ type }) => type === 'context_actions'));
	return answers.map((message) => slack.plainText(message)).join('\n');
}

function appendsIn(slack: FakeSlack): { readonly made: number; readonly refused: number; readonly seconds: number } {
	const calls = slack.calls('chat.appendStream');
	const taken = calls.filter(({ outcome }) => outcome === 'ok');
	const [first, last] = [taken[0]?.at ?? 0, taken.at(-1)?.at ?? 0];
	const refused = calls.filter(({ outcome }) => outcome === 'ratelimited').length;
	return { made: taken.length, refused, seconds: (last - first) / 1000 };
}

/** All words that were handed to the channel's stream, in order. */
function streamedIn(slack: FakeSlack, channel: string): string {
	const calls = slack.calls().filter(({ method, args, outcome }) => {
		return /^chat\.(start|append)Stream$/.test(method) && args['channel'] === channel && outcome === 'ok';
	});
	return calls.flatMap(({ args }) => textsOf(args['chunks'])).join('');
}

function textsOf(chunks: unknown): string[] {
	const list = typeof chunks === 'string' ? (JSON.parse(chunks) as unknown) : chunks;
	return Array.isArray(list) ? list.flatMap(({ text }: { readonly text?: string }) => text ?? []) : [];
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
