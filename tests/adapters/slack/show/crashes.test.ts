import { describe, expect, it } from 'vitest';
import { keysIn } from '../../../../src/adapters/slack/api/post-metadata.ts';
import type { AgentEvent } from '../../../../src/chat/events.ts';
import { startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import { createMemoryOutbox } from '../../memory-outbox.ts';
import {
	answer,
	createFeed,
	done,
	notice,
	openShow,
	play,
	remark,
	started,
	taken,
	toolFinished,
	toolStarted,
	words,
} from './open-show.ts';
import { beginning, textsOf } from './streaming-turn.ts';

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
	told: ['I look.', '`ls c1`', '`ls c2`', 'The sum is 42.', 'd.csv'],
};
const streamed: Story = { live: [words(beginning)], rest: [answer(beginning), done], told: [beginning.trim()] };

/** Shows the story in a process that dies at its `n`th call of the outbox, and then in another one; undefined: it made fewer calls. */
async function dieAt(n: number, { live, rest, told }: Story): Promise<string | undefined> {
	await using slack = await startFakeSlack();
	let calls = 0;
	let died: string | undefined;
	const outbox = createMemoryOutbox((call, key) => {
		calls += 1;
		if (died === undefined && calls < n) return;
		if (died === undefined) died = `${call} ${key}`;
		if (calls < Number.POSITIVE_INFINITY) throw new Error(`crash at ${died}`);
	});
	let at: ReturnType<Awaited<ReturnType<typeof openShow>>['root']>;
	{
		await using first = await openShow({ slack, outbox });
		at = first.root();
		const feed = createFeed();
		const showing = first.show(at.thread, feed).then(
			() => {},
			() => {},
		);
		feed.push(started, taken(at.key), ...live);
		await first.pass(1000);
		feed.push(...rest);
		feed.end();
		await first.until(showing);
	}
	if (died === undefined) return undefined;
	calls = Number.POSITIVE_INFINITY;
	await using second = await openShow({ slack, outbox });
	const rows = outbox.all.map((row) => ({ ...row }));
	await second.until(second.show(at.thread, play(started, taken(at.key), ...rest), rows));
	const all = textsOf(second, at.thread).join('\n');
	expect(all, `${n}: ${died}`).not.toContain('⋯');
	expect(
		told.map((words) => all.split(words).length - 1),
		`${n}: ${died}\n${all}`,
	).toEqual(told.map(() => 1));
	const places = told.map((words) => all.indexOf(words));
	expect(places, `${n}: ${died}\n${all}`).toEqual(places.toSorted((a, b) => a - b));
	expect(second.shown(at.thread).filter(({ stream }) => stream === 'streaming')).toEqual([]);
	expect(
		outbox.all.filter(({ id }) => id === undefined),
		`${n}: ${died}`,
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

/**
 * Shows the story in a process that dies once its first call is seen, in another one that dies at its `n`th call of the outbox, and in a third
 * one. Answers what is told then; undefined: the second made fewer calls.
 */
async function dieTwice(n: number, { rest }: Story): Promise<{ keys: string[]; texts: string } | undefined> {
	await using slack = await startFakeSlack();
	let left = Number.POSITIVE_INFINITY;
	const outbox = createMemoryOutbox(() => {
		left -= 1;
		if (left < 0) throw new Error('crash');
	});
	const rows = () => outbox.all.map((row) => ({ ...row }));
	const first = await openShow({ slack, outbox });
	const at = first.root();
	const begun = [started, taken(at.key, [{ name: 'sales.csv', size: 2048 }])];
	const feed = createFeed();
	first.show(at.thread, feed).catch(() => {});
	feed.push(...begun, ...rest.slice(0, 3));
	await first.see(() => textsOf(first, at.thread).join('').includes('ls c1'), 'the first call');
	await first[Symbol.asyncDispose]();
	{
		await using second = await openShow({ slack, outbox });
		left = n;
		await second.until(second.show(at.thread, play(...begun, ...rest), rows()).catch(() => {}));
		if (left >= 0) return undefined;
	}
	left = Number.POSITIVE_INFINITY;
	await using third = await openShow({ slack, outbox });
	await third.until(third.show(at.thread, play(...begun, ...rest), rows()));
	const keys = third.shown(at.thread).flatMap(({ metadata }) => keysIn(metadata) ?? []);
	return { keys, texts: textsOf(third, at.thread).join('\n') };
}

describe('a turn in Slack whose process dies', () => {
	it('is told once where the next process dies as well, at whatever call of the outbox that was', async () => {
		const told = ['sales.csv', ...withTools.told];
		let n = 0;
		for (let end = await dieTwice(n, withTools); end; n += 4, end = await dieTwice(n, withTools)) {
			const { keys, texts } = end;
			expect(new Set(keys).size, `${n}: ${keys.join(' ')}`).toBe(keys.length);
			expect(texts, `${n}`).not.toContain('⋯');
			expect(
				told.map((words) => texts.split(words).length - 1),
				`${n}\n${texts}`,
			).toEqual(told.map(() => 1));
		}
		expect(n).toBeGreaterThan(12);
	});

	it('is told once and in order, at whatever call of the outbox that was', async () => {
		const points = await dieEverywhere(withTools);
		expect(points).toEqual(expect.arrayContaining(['sent t1-x/live-1/stream', 'intend t1-x/live-1/settled']));
		expect(points.length).toBeGreaterThan(25);
	});

	it('has its streamed answer once, at whatever call of the outbox that was', async () => {
		const points = await dieEverywhere(streamed);
		expect(points).toEqual(expect.arrayContaining(['intended t1-x/1/message', 'sent t1-x/1/message']));
	});

	it('has its answer once where the next process is given it in words before it has found what was begun', async () => {
		await using slack = await startFakeSlack();
		let hasDied = false;
		const outbox = createMemoryOutbox((call, key) => {
			hasDied ||= call === 'sent' && key === 't1-x/live-1/stream';
			if (hasDied) throw new Error('crash');
		});
		const first = await openShow({ slack, outbox });
		const at = first.root();
		const feed = createFeed();
		first.show(at.thread, feed).catch(() => {});
		feed.push(started, taken(at.key), words(beginning));
		await first.see(() => hasDied, 'its death');
		await first[Symbol.asyncDispose]();
		const next = createMemoryOutbox();
		for (const row of outbox.all) await next.intend(row);
		await using second = await openShow({ slack, outbox: next });
		const again = createFeed();
		const showing = second.show(at.thread, again, [...next.all]);
		again.push(started, taken(at.key), words(beginning));
		await second.pass(1000);
		await second.see(() => second.shown(at.thread).length === 1, 'the stream that was begun, and no other');
		again.push(answer(beginning), done);
		again.end();
		await second.until(showing);
		expect(textsOf(second, at.thread).join('\n').split(beginning.trim())).toHaveLength(2);
		expect(second.shown(at.thread).filter(({ stream }) => stream === 'streaming')).toEqual([]);
	});
});
