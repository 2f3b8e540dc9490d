import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../../src/chat/events.ts';
import { startFakeDiscord } from '../../../support/fake-discord/fake-discord.ts';
import { createMemoryOutbox } from '../../memory-outbox.ts';
import { answer, done, notice, play, remark, started, taken, toolFinished, toolStarted, words } from './events.ts';
import { createFeed, openShow, type Root } from './open-show.ts';

interface Story {
	/** What comes live, and after that of each process. */
	readonly live: readonly AgentEvent[];
	readonly rest: readonly AgentEvent[];
	/** What is there in the end, each once and in this order. */
	readonly told: readonly string[];
}

const withTools: Story = {
	live: [words('I look. ')],
	rest: [
		remark('I look.'),
		toolStarted('c1'),
		toolFinished('c1'),
		toolStarted('c2'),
		toolFinished('c2', false),
		answer('The sum is 42.', 2),
		notice('Not handed over: "d.csv" is too large', 4),
		done,
	],
	told: ['I look.', 'ls c1', 'ls c2', 'The sum is 42.', 'd.csv'],
};
const streamed: Story = {
	live: [words('Once upon a time. ')],
	rest: [answer('Once upon a time.'), done],
	told: ['Once upon a time.'],
};

/** Shows the story in a process that dies at its `n`th call of the outbox, and then in another one; undefined: it made fewer calls. */
async function dieAt(n: number, { live, rest, told }: Story): Promise<string | undefined> {
	await using discord = await startFakeDiscord();
	let calls = 0;
	let died: string | undefined;
	const outbox = createMemoryOutbox((call, key) => {
		calls += 1;
		if (died === undefined && calls < n) return;
		if (died === undefined) died = `${call} ${key}`;
		if (calls < Number.POSITIVE_INFINITY) throw new Error(`crash at ${died}`);
	});
	let at: Root;
	{
		await using first = await openShow({ discord, outbox });
		at = await first.root();
		const feed = createFeed();
		const showing = first.show(at.thread, feed).then(
			() => {},
			() => {},
		);
		feed.push(started, taken(at.key), ...live);
		await first.pass(1000);
		await first.see(() => died !== undefined || first.shown(at.thread).length > 0, 'the live message');
		feed.push(...rest);
		feed.end();
		await first.until(showing);
	}
	if (died === undefined) return undefined;
	calls = Number.POSITIVE_INFINITY;
	await using second = await openShow({ discord, outbox });
	const rows = outbox.all.map((row) => ({ ...row }));
	await second.until(second.show(at.thread, play(started, taken(at.key), ...rest), rows));
	const all = second.texts(at.thread).join('\n');
	const seen = `${n}: ${died}\n${all}`;
	expect(
		told.map((one) => all.split(one).length - 1),
		seen,
	).toEqual(told.map(() => 1));
	const places = told.map((one) => all.indexOf(one));
	expect(places, seen).toEqual(places.toSorted((a, b) => a - b));
	expect(all, seen).not.toMatch(/Stop|⋯/);
	expect(
		outbox.all.filter(({ id }) => id === undefined),
		seen,
	).toEqual([]);
	return died;
}

async function dieEverywhere(story: Story): Promise<readonly string[]> {
	const points: string[] = [];
	for (let n = 1; ; n += 1) {
		const point = await dieAt(n, story);
		if (point === undefined) return points;
		points.push(point);
	}
}

describe('a turn in Discord whose process dies', () => {
	it('is told once and in order, at whatever call of the outbox that was', async () => {
		const points = await dieEverywhere(withTools);
		expect(points).toEqual(
			expect.arrayContaining(['intended t1-x/live-1', 'sent t1-x/live-1', 'intend t1-x/live-1/settled']),
		);
		expect(points.length).toBeGreaterThan(25);
	}, 120_000);

	it('has its streamed answer once, at whatever call of the outbox that was', async () => {
		const points = await dieEverywhere(streamed);
		expect(points).toEqual(expect.arrayContaining(['intended t1-x/1/message', 'sent t1-x/1/message']));
	}, 60_000);
});
