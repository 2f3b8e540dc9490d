import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { questionSchema } from '../../../src/chat/question.ts';
import type { Person, Thread } from '../../../src/chat/thread.ts';
import { said } from '../../support/commands.ts';
import type { FakeTool } from '../../support/fake-sandboxes.ts';
import { budgetsOn, leastOfPaid, paidModel, type TestBudgets } from '../../support/paid-model.ts';
import { recordingPlatform } from '../../support/recording-platform.ts';
import { type ScriptedReply, scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { inbound, message, openWorkbench, sessionId, type Workbench } from '../../support/workbench.ts';
import type { WorkbenchOptions } from '../../support/workbench-options.ts';
import { bo, elsewhere, grace, hers, postsIn, withGrace } from '../dispatch/open-with-admins.ts';

const channel: Thread = { platform: 'slack', id: 'T1-C1-1.1' };
const inChannel = 'slack-T1-C1-1__1';

interface Stage extends Partial<Omit<WorkbenchOptions, 'budgets' | 'brain'>> {
	readonly home: string;
	readonly replies: readonly ScriptedReply[];
	readonly budgets: TestBudgets;
	/** Tokens of each call; default: 15. */
	readonly each?: number;
}

function open({ replies, budgets, each, ...rest }: Stage) {
	const brain = scriptedModel(replies);
	const tokens = each === undefined ? undefined : { inputTokens: each, outputTokens: 0 };
	const bench = openWorkbench({
		...rest,
		brain: paidModel(brain, tokens),
		budgets: (store) => budgetsOn(store, budgets),
	});
	return { brain, bench, [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose]() };
}

/** Room for so many calls of 15 tokens, and for no more. */
const roomFor = (calls: number) => leastOfPaid + 15 * (calls - 1);
const stopping = (kind: 'session' | 'person' | 'channel' | 'place', tokens: number): TestBudgets => ({
	limits: { stops: { [kind]: { tokens } } },
});
const ok = Array.from({ length: 9 }, () => ({ text: 'ok' }));

async function questionIn({ store }: Workbench, session = sessionId) {
	return (await store.records.list('question', session, questionSchema)).at(-1);
}

async function answer(
	bench: Workbench,
	value: string,
	by: { readonly person: Person; readonly thread: Thread },
	of?: string,
) {
	const question = await questionIn(bench, of);
	await bench.say({ ...inbound('answer', { question: question?.id ?? '', value }), ...by });
}

describe('a budget that is used up', () => {
	it('ends the turn with its files handed over, and a sentence that names it, how much, and until when', async () => {
		await using dir = await tempDir();
		const bash: FakeTool = (_args, { files }) => {
			files.set('/outputs/chart.txt', Buffer.from('a chart'));
			return { ok: true, text: 'made' };
		};
		const calls = [{ name: 'bash', args: { command: 'make' } }];
		await using stage = open({
			...{ home: dir.path, replies: [{ calls }, ...ok], budgets: stopping('session', roomFor(1)), tools: { bash } },
		});
		await stage.bench.say(message('go'));
		const { events } = stage.bench.platform;
		const end = events.findLast(({ type }) => type === 'turn-ended');
		expect(end).toMatchObject({
			outcome: 'failed',
			reason:
				"This session's budget for today is used up: 15 tokens of 266 tokens are spent, and the next call takes at least 266 tokens. It holds until midnight (UTC)",
		});
		expect(stage.brain.requests).toHaveLength(1);
		expect(events.filter(({ type }) => type === 'artifact')).toMatchObject([{ name: 'chart.txt' }]);
	});

	it('is raised for today by an admin in the thread, once, and the next turn runs', async () => {
		await using dir = await tempDir();
		await using stage = open({ home: dir.path, replies: ok, budgets: stopping('place', roomFor(1)) });
		const { bench } = stage;
		await bench.say(message('one'), message('two'));
		const asked = bench.platform.posts.filter((post) => post.startsWith('question: '));
		expect(asked).toEqual([
			expect.stringContaining('The budget of the whole place for today, 266 tokens, is used up. Raise it for today?'),
		]);
		// Another turn that meets it asks nobody again.
		await bench.say(message('three'));
		expect(bench.platform.posts.filter((post) => post.startsWith('question: '))).toHaveLength(1);
		await answer(bench, 'Raise it to 532 tokens', { person: { id: 'local', name: 'Ada' }, thread: message('').thread });
		expect(bench.platform.posts.at(-1)).toBe(
			'Ada has raised the budget for today to 532 tokens. Say “go on”, or /retry.',
		);
		await bench.say(message('four'));
		expect(stage.brain.requests).toHaveLength(2);
		expect(bench.platform.posts.slice(-2)).toEqual(['ok', 'ended done']);
	});

	it('is asked about by a message of their own where admins may not read, without what was said', async () => {
		await using dir = await tempDir();
		const platform = withGrace();
		const direct: Thread = { platform: 'slack', id: 'T1-D2-1.1' };
		await using stage = open({ home: dir.path, replies: ok, budgets: stopping('person', roomFor(1)), platform });
		const { bench } = stage;
		const secret = () => said('our secret', { person: bo, thread: direct });
		await bench.say(secret(), secret());
		const [question] = postsIn(platform, hers);
		expect(question).toContain('The budget of the person who asked for today');
		expect(question).toContain('Bo (slack:T1/U2)');
		expect(postsIn(platform, hers).join()).not.toContain('secret');
		await answer(bench, 'Leave it', { person: grace, thread: hers }, 'slack-T1-D2-1__1');
		expect(postsIn(platform, direct).join()).toContain('Grace leaves the budget as it is.');
		await bench.say(secret());
		expect(stage.brain.requests).toHaveLength(1);
	});

	it('is raised by nobody of another place, and by no member', async () => {
		await using dir = await tempDir();
		const platform = withGrace();
		await using stage = open({ home: dir.path, replies: ok, budgets: stopping('channel', roomFor(1)), platform });
		const { bench } = stage;
		await bench.say(said('one', { person: bo, thread: channel }), said('two', { person: bo, thread: channel }));
		for (const person of [bo, elsewhere]) {
			await answer(bench, 'Raise it to 532 tokens', { person, thread: channel }, inChannel);
			expect((await questionIn(bench, inChannel))?.state).toBe('open');
		}
		await bench.say(said('three', { person: bo, thread: channel }));
		expect(stage.brain.requests).toHaveLength(1);
		await answer(bench, 'Raise it to 532 tokens', { person: grace, thread: channel }, inChannel);
		await bench.say(said('four', { person: bo, thread: channel }));
		expect(stage.brain.requests).toHaveLength(2);
	});

	it('of another channel, person or place stops nothing here', async () => {
		for (const kind of ['channel', 'person', 'place'] as const) {
			await using dir = await tempDir();
			await using stage = open({ home: dir.path, replies: ok, budgets: stopping(kind, roomFor(1)) });
			await stage.bench.say(said('one', { person: bo, thread: channel }), said('two', { person: bo, thread: channel }));
			expect(stage.brain.requests).toHaveLength(1);
			const there = { platform: 'slack', id: `T2-C1-${kind}.1` };
			await stage.bench.say(said('three', { person: { id: 'slack:T2/U2', name: 'Di' }, thread: there }));
			expect(stage.brain.requests).toHaveLength(2);
		}
	});

	it('is open again the next day, and an answer that comes then raises nothing', async () => {
		await using dir = await tempDir();
		let now = Date.UTC(2026, 10, 29, 23);
		const budgets = { ...stopping('session', roomFor(1)), now: () => now };
		await using stage = open({ home: dir.path, replies: ok, budgets });
		const { bench } = stage;
		await bench.say(message('one'), message('two'));
		now += 3_600_000;
		await answer(bench, 'Raise it to 532 tokens', { person: { id: 'local', name: 'Ada' }, thread: message('').thread });
		expect(bench.platform.posts.at(-1)).toBe('Not raised: that day is over, and the budget is open again.');
		await bench.say(message('three'), message('four'));
		expect(stage.brain.requests).toHaveLength(2);
	});

	it('is asked about over a restart before it was, and stays raised over another', async () => {
		await using dir = await tempDir();
		const platform = recordingPlatform();
		const budgets = stopping('session', roomFor(1));
		{
			await using stage = open({ home: dir.path, replies: ok, budgets, platform });
			await stage.bench.say(message('one'), message('two'));
			await answer(stage.bench, 'Raise it to 1.3k tokens', {
				person: { id: 'local', name: 'Ada' },
				thread: message('').thread,
			});
		}
		await using stage = open({ home: dir.path, replies: ok, budgets, platform });
		await stage.bench.say(message('three'), message('four'));
		expect(stage.brain.requests).toHaveLength(2);
		expect(platform.posts.filter((post) => post.startsWith('question: '))).toHaveLength(1);
	});
});

describe('a budget that is nearly used up', () => {
	it('is told the thread, once a day', async () => {
		await using dir = await tempDir();
		let now = Date.UTC(2026, 10, 29, 12);
		const budgets = { limits: { stops: { place: { tokens: 3_000 } } }, now: () => now };
		await using stage = open({ home: dir.path, replies: ok, budgets, each: 1_250 });
		const near = () => stage.bench.platform.posts.filter((post) => post.startsWith("The whole place's budget"));
		const text =
			"The whole place's budget for today is at 83 % of its limit (2.5k tokens of 3k tokens). Where it is used up turns end, until midnight (UTC).";
		await stage.bench.say(message('one'));
		expect(near()).toEqual([]);
		await stage.bench.say(message('two'));
		expect(near()).toEqual([text]);
		await stage.bench.say(message('three'));
		expect(near()).toEqual([text]);
		now += 86_400_000;
		await stage.bench.say(message('four'), message('five'));
		expect(near()).toEqual([text, text]);
	});

	it('is told its person alone where it is theirs', async () => {
		await using dir = await tempDir();
		const budgets = { limits: { stops: { person: { tokens: 1_500 } } } };
		await using stage = open({ home: dir.path, replies: ok, budgets, each: 1_210 });
		await stage.bench.say(said('go', { person: bo, thread: channel }));
		const notices = stage.bench.platform.events.filter((event) => event.type === 'notice');
		expect(notices).toEqual([
			expect.objectContaining({ to: bo, text: expect.stringContaining('Your budget for today') }),
		]);
	});

	it('of a place is told at the amount from which it is to be told, and nothing is stopped', async () => {
		await using dir = await tempDir();
		const budgets = { limits: { warns: { tokens: 40 } } };
		await using stage = open({ home: dir.path, replies: ok, budgets });
		const told = () => stage.bench.platform.posts.filter((post) => post.startsWith('This place has used'));
		await stage.bench.say(message('one'), message('two'));
		expect(told()).toEqual([]);
		await stage.bench.say(message('three'), message('four'), message('five'));
		expect(told()).toEqual([
			'This place has used 45 tokens today (UTC), more than the 40 tokens from which whoever runs this wants it told (BUDGET_PLACE_WARNING). Nothing is stopped.',
		]);
		expect(stage.brain.requests).toHaveLength(5);
		expect(await stage.bench.store.records.list('held', 'held', z.unknown())).toEqual([]);
	});
});
