/**
 * Measures how the installed bot keeps to Discord's limits while twenty turns stream at once, with those limits in force: the most edits
 * in any five seconds of one channel, of which Discord takes five. `discord-edits-refused`: calls that were refused for their rate.
 * `discord-edits-lost`: characters of what the model said that the answers lack. `discord-answer-wait`: from the model's last event to
 * the answer's post while no edit is taken in its thread; control: the same with edits that are taken.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { MessageFlags } from 'discord-api-types/v10';
import type { FakeDiscord } from '../../tests/support/fake-discord/fake-discord.ts';
import type { SeenMessage } from '../../tests/support/fake-discord/seen.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { compare, spread } from '../interleave.ts';
import { startDiscordBot } from '../parts/discord-bot.ts';
import { limitRates } from '../parts/discord-rates.ts';
import { watchModel, watchPosts } from '../parts/discord-signs.ts';
import { charactersLost, streamOf } from '../parts/streams-script.ts';
import { type Row, toRow } from '../row.ts';
import { summarise } from '../summary.ts';

const turns = 20;
/** Over a quarter of a minute; two messages long. */
const words = 130;
const wordMs = 120;
const patienceMs = 120_000;
const editRoute = '/channels/:id/messages/:id';
const windowMs = 5000;
const lookMs = 100;

export const discordEdits: Bench = {
	name: 'discord-edits',
	async run(context) {
		return [...(await manyTurns(this.name, context)), await answerWait(context)];
	},
};

async function manyTurns(name: string, { signal, say }: BenchContext): Promise<Row[]> {
	await using bot = await startDiscordBot(streamOf(words, wordMs));
	const { discord } = bot;
	limitRates(discord);
	const threads = await Promise.all(Array.from({ length: turns }, () => ask(discord)));
	const within = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
	await Promise.all(threads.map((thread) => answered(discord, thread, within)));
	const edits = discord.calls('PATCH', editRoute).filter(({ path }) => threads.includes(channelIn(path)));
	const most = Math.max(
		0,
		...threads.map((thread) => mostAtOnce(edits.filter(({ path }) => channelIn(path) === thread))),
	);
	const refused = discord.calls().filter(({ status }) => status === 429).length;
	const lost = threads.map((thread) => charactersLost(answerIn(discord, thread), words));
	say(`  ${edits.length} edits of ${turns} turns, ${refused} of ${discord.calls().length} calls refused`);
	const rows = [
		{ name, unit: 'edits', value: most, most: 5 },
		{ name: 'discord-edits-refused', unit: 'calls', value: refused, most: 0 },
		{ name: 'discord-edits-lost', unit: 'characters', value: lost.reduce((sum, one) => sum + one, 0), most: 0 },
	];
	return rows.map(({ most: goal, value, ...row }) =>
		toRow({ ...row, value: summarise([value]), goal: { of: 'value', most: goal } }),
	);
}

/** Five seconds: the live message is edited before the answer comes. */
const answerWords = 50;
const answerWordMs = 100;

/** Of one stream at a time. */
async function answerWait(context: BenchContext): Promise<Row> {
	await using bot = await startDiscordBot(streamOf(answerWords, answerWordMs));
	const { discord } = bot;
	const waited = (limit: number | undefined) => () => {
		discord.rateLimit(`PATCH ${editRoute}`, limit === undefined ? undefined : { limit, perMs: 60_000 });
		return waitOf(discord, context.signal);
	};
	const { value, control } = await compare(
		{ subject: waited(1), control: waited(undefined) },
		{ runs: 8, warmUps: 1 },
		context,
	);
	context.say(`  answers beside edits that are not taken ${spread(value)}; that are ${spread(control)}`);
	return toRow({ name: 'discord-answer-wait', unit: 'ms', value, control, goal: { of: 'ratio', most: 1.5 } });
}

async function waitOf(discord: FakeDiscord, signal: AbortSignal): Promise<number> {
	using model = watchModel();
	const thread = await ask(discord);
	using posts = watchPosts(discord, thread);
	while (!hasAnswer(discord, thread)) await delay(lookMs, undefined, { signal });
	const said = model.lastWord() ?? Number.POSITIVE_INFINITY;
	const posted = posts.times().find((at) => at > said);
	if (posted === undefined) throw new Error('The answer was posted before the model had said it');
	return posted - said;
}

/** Resolves with the thread that the bot will make. */
function ask(discord: FakeDiscord): Promise<string> {
	return discord.as(discord.ada).say(discord.channel, 'tell me', { mention: true });
}

/** Resolves when the answer stands there and nothing is under way any more. */
async function answered(discord: FakeDiscord, thread: string, signal: AbortSignal): Promise<void> {
	const isDone = () => {
		const own = ownIn(discord, thread);
		return (
			own.some(isAnswer) && !own.some(({ components }) => JSON.stringify(components).includes('"custom_id":"stop"'))
		);
	};
	while (!isDone()) await delay(lookMs, undefined, { signal });
}

function ownIn(discord: FakeDiscord, thread: string): readonly SeenMessage[] {
	const isThere = discord.threads(discord.channel).some(({ id }) => id === thread);
	return isThere ? discord.messages(thread).filter(({ author }) => author === discord.botUser) : [];
}

function hasAnswer(discord: FakeDiscord, thread: string): boolean {
	return ownIn(discord, thread).some(isAnswer);
}

/** Feedback is asked for below answers alone. */
function isAnswer({ components }: SeenMessage): boolean {
	return JSON.stringify(components).includes('"custom_id":"feedback');
}

/** Answers are plain messages; what is under way is shown in components. */
function answerIn(discord: FakeDiscord, thread: string): string {
	const plain = ownIn(discord, thread).filter(({ flags }) => (flags & MessageFlags.IsComponentsV2) === 0);
	return plain.map(({ content }) => content).join('\n');
}

function channelIn(path: string): string {
	return path.split('/')[2] ?? '';
}

/** Of calls in the order of time, the most within any five seconds. Pure. */
export function mostAtOnce(calls: readonly { readonly at: number }[]): number {
	const counts = calls.map(({ at: from }) => calls.filter(({ at }) => at >= from && at < from + windowMs).length);
	return Math.max(0, ...counts);
}
