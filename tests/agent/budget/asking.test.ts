import { describe, expect, it } from 'vitest';
import { BudgetError } from '../../../src/agent/model/cost/purse.ts';
import { questionSchema } from '../../../src/chat/question.ts';
import type { Thread } from '../../../src/chat/thread.ts';
import { memoryRecords } from '../../adapters/memory-records.ts';
import { never } from '../../support/brain-at.ts';
import { bo, command, cy, said } from '../../support/commands.ts';
import { budgetsOn, leastOfPaid, paidModel } from '../../support/paid-model.ts';
import { type RecordingPlatform, recordingPlatform } from '../../support/recording-platform.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { message, openWorkbench } from '../../support/workbench.ts';

const here: Thread = { platform: 'slack', id: 'T1-C1-1.1' };
const there: Thread = { platform: 'slack', id: 'T1-C2-2.2' };
const limits = { stops: { place: { tokens: leastOfPaid } } };
const ok = Array.from({ length: 5 }, () => ({ text: 'ok' }));

function open(home: string, platform: RecordingPlatform, replies: Parameters<typeof scriptedModel>[0] = ok) {
	const brain = paidModel(scriptedModel(replies));
	return openWorkbench({ home, platform, brain, budgets: (store) => budgetsOn(store, { limits }) });
}

const say = (text: string, person = bo, thread = here) => ({
	...said(text, { person, thread }),
	audience: 'public' as const,
});
const questions = ({ posts }: RecordingPlatform) => posts.filter((post) => post.startsWith('question: '));

describe('an admin', () => {
	it('is asked once about a limit that several threads meet', async () => {
		await using dir = await tempDir();
		const platform = recordingPlatform();
		await using bench = open(dir.path, platform);
		await bench.say(say('one', bo, here));
		for (const thread of [here, there, here]) await bench.say(say('more', bo, thread));
		expect(questions(platform)).toHaveLength(1);
	});

	it('is asked after a crash that came before they were', async () => {
		await using dir = await tempDir();
		const platform = recordingPlatform();
		{
			await using bench = open(dir.path, platform);
			await bench.say(say('one', bo, here));
			platform.away = new Error('away');
			platform.failure = new Error('cannot be shown');
			await bench.dispatch.accept(say('two', bo, here));
		}
		delete platform.away;
		delete platform.failure;
		await using bench = open(dir.path, platform);
		await bench.dispatch.recover();
		await bench.dispatch.settled();
		expect(questions(platform)).toHaveLength(1);
		expect(platform.posts.join()).toContain("The whole place's budget for today is used up");
	});

	it('is asked where another session met the limit, when the one that met it first is gone', async () => {
		await using dir = await tempDir();
		const platform = recordingPlatform();
		await using bench = open(dir.path, platform);
		await bench.say(say('one', bo, here), say('two', bo, here));
		await bench.say(command('/forget-me yes', { person: bo, thread: here }));
		await bench.say(say('three', cy, there));
		expect(questions(platform)).toHaveLength(2);
		expect(await bench.store.records.list('question', 'slack-T1-C2-2__2', questionSchema)).toHaveLength(1);
	});

	it('is not asked over talk that was for others; that fails without a sign', async () => {
		await using dir = await tempDir();
		const platform = recordingPlatform();
		await using bench = open(dir.path, platform);
		await bench.say(say('one', bo, here), say('me too', cy, here));
		const before = platform.posts.length;
		expect(questions(platform)).toHaveLength(1);
		await bench.say({ ...message('thanks, Cy'), person: bo, thread: here, audience: 'public', aside: true });
		expect(platform.posts.slice(before)).toEqual([]);
	});

	it('is asked once where another session meets the limit while they are being asked', async () => {
		const tight = { limits: { stops: { place: { tokens: 1 } } } };
		const budgets = budgetsOn({ records: memoryRecords() }, tight);
		const call = { model: 'm', url: 'http://127.0.0.1/v1', promptTokens: 10, brings: 'words' } as const;
		const meet = (session: string, thread: Thread) =>
			expect(budgets.purseOf(() => ({ session, thread, person: bo }))(call, never)).rejects.toThrow(BudgetError);
		await meet('a', here);
		const [raise] = await budgets.raises.toAsk('a');
		await meet('b', there);
		expect(await budgets.raises.toAsk('b')).toEqual([]);
		// Whoever could not ask asks again.
		expect(await budgets.raises.toAsk('a')).toHaveLength(1);
		if (raise) await budgets.raises.asked(raise, { question: 'q', after: 0 });
		await meet('b', there);
		expect(await budgets.raises.toAsk('b')).toEqual([]);
		const answer = { value: 'Raise it to 2 tokens', by: 'Grace' };
		expect(await budgets.raises.decide({ id: 'q', name: raise?.id ?? '' }, answer)).toMatchObject({ raised: {} });
	});

	it('is not asked about a limit of a day that is over', async () => {
		let now = Date.UTC(2026, 10, 29, 23);
		const budgets = budgetsOn(
			{ records: memoryRecords() },
			{ limits: { stops: { session: { tokens: 1 } } }, now: () => now },
		);
		const purse = budgets.purseOf(() => ({ session: 's', thread: here, person: bo }));
		const call = { model: 'm', url: 'http://127.0.0.1/v1', promptTokens: 10, brings: 'words' } as const;
		await expect(purse(call, never)).rejects.toThrow(BudgetError);
		expect(await budgets.raises.toAsk('s')).toHaveLength(1);
		now += 2 * 3_600_000;
		expect(await budgets.raises.toAsk('s')).toEqual([]);
	});
});
