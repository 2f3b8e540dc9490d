import { describe, expect, it } from 'vitest';
import type { Payer } from '../../../src/agent/budget/scopes.ts';
import { settleWarnings } from '../../../src/agent/dispatch/showing/settle-warnings.ts';
import { emptyHistory } from '../../../src/agent/session/history.ts';
import type { Session } from '../../../src/agent/session/session.ts';
import type { Thread } from '../../../src/chat/thread.ts';
import type { Step } from '../../../src/store/journal.ts';
import type { Store } from '../../../src/store/store.ts';
import { memoryRecords } from '../../adapters/memory-records.ts';
import { never } from '../../support/brain-at.ts';
import { bo, cy, said } from '../../support/commands.ts';
import { budgetsOn, paidModel } from '../../support/paid-model.ts';
import { recordingPlatform } from '../../support/recording-platform.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { openWorkbench } from '../../support/workbench.ts';

const limits = { stops: { place: { tokens: 1_500 } } };
const here: Payer = { session: 'slack-T1-C1-1__1', thread: { platform: 'slack', id: 'T1-C1-1.1' }, person: bo };
const there: Payer = { session: 'slack-T1-C2-2__2', thread: { platform: 'slack', id: 'T1-C2-2.2' }, person: cy };

/** Budgets of a place that has used 80 % of its own, as the next process finds them too. */
async function nearlyUsedUp() {
	const records = memoryRecords();
	const budgets = () => budgetsOn({ records }, { limits });
	const call = { model: 'm', url: 'http://127.0.0.1/v1', promptTokens: 10, brings: 'words' as const };
	const hold = await budgets().purseOf(() => here)(call, never);
	await hold.settle({ counted: 'by-server', inputTokens: 1_200, outputTokens: 0 });
	return budgets;
}

describe('a warning of a budget', () => {
	it('of a channel is kept as told in the one in which the newest words of its turn were said', async () => {
		const budgets = budgetsOn({ records: memoryRecords() }, { limits: { stops: { channel: { tokens: 1_500 } } } });
		const call = { model: 'm', url: 'http://127.0.0.1/v1', promptTokens: 10, brings: 'words' as const };
		const elsewhere = { ...there, session: here.session };
		const hold = await budgets.purseOf(() => elsewhere)(call, never);
		await hold.settle({ counted: 'by-server', inputTokens: 1_200, outputTokens: 0 });
		const [due] = await budgets.warnings.due({ payer: elsewhere, turn: 't1' });
		const message = { role: 'user', text: 'go', person: bo } as const;
		const taken = (thread: Thread): Step => {
			return { turn: 't1', type: 'taken', keys: [], thread, message, placed: [], refused: [] };
		};
		const told = { turn: 't1', type: 'notice', text: due?.text ?? '', ...(due && { warns: due.warns }) } as const;
		const steps: Step[] = [taken(here.thread), taken(there.thread), told];
		const entries = steps.map((step, at) => ({ seq: at + 1, lease: 1, at: new Date(0).toISOString(), step }));
		const open = { id: 't1', thread: here.thread, entries };
		const session = { id: here.session, history: () => emptyHistory } as Session;
		await settleWarnings(open, session, { budgets }, 'shown');
		expect(await budgets.warnings.due({ payer: elsewhere, turn: 't2' })).toEqual([]);
	});

	it('is told of each of two limits that are equally high', async () => {
		await using dir = await tempDir();
		const platform = recordingPlatform();
		const brain = paidModel(scriptedModel([{ text: 'ok' }]), { inputTokens: 1_210, outputTokens: 0 });
		const equal = { stops: { session: { tokens: 1_500 }, place: { tokens: 1_500 } } };
		const budgets = (store: Store) => budgetsOn(store, { limits: equal });
		await using bench = openWorkbench({ home: dir.path, platform, brain, budgets });
		await bench.say(said('go', { person: bo, thread: here.thread }));
		const told = platform.posts.filter((post) => post.includes('budget for today is at'));
		expect(told.map((post) => post.slice(0, post.indexOf("'s")))).toEqual(['This session', 'The whole place']);
	});

	it('is left to the turn that is about to tell it, over a restart too, until it was shown', async () => {
		const budgets = await nearlyUsedUp();
		const telling = { payer: here, turn: 't1' };
		const due = await budgets().warnings.due(telling);
		expect(due).toMatchObject([{ warns: { kind: 'place', mark: 'near 1500 tokens' } }]);
		expect(await budgets().warnings.due({ payer: there, turn: 't9' })).toEqual([]);
		expect(await budgets().warnings.due(telling)).toEqual(due);
		for (const { warns } of due) await budgets().warnings.settle(warns, telling, 'shown');
		expect(await budgets().warnings.due(telling)).toEqual([]);
		expect(await budgets().warnings.due({ payer: there, turn: 't9' })).toEqual([]);
	});

	it('that nobody has seen is told by the next turn, wherever that is', async () => {
		const budgets = await nearlyUsedUp();
		const telling = { payer: here, turn: 't1' };
		for (const { warns } of await budgets().warnings.due(telling))
			await budgets().warnings.settle(warns, telling, 'unseen');
		expect(await budgets().warnings.due({ payer: there, turn: 't9' })).toHaveLength(1);
	});

	it('is told by a later turn of the session where the one that was about to was cut off before it could', async () => {
		const budgets = await nearlyUsedUp();
		await budgets().warnings.due({ payer: here, turn: 't1' });
		expect(await budgets().warnings.due({ payer: here, turn: 't2' })).toHaveLength(1);
	});

	it('is told once where the process dies between its journal and its showing, and another thread comes first', async () => {
		await using dir = await tempDir();
		const platform = recordingPlatform();
		const open = () => {
			const brain = paidModel(scriptedModel(Array.from({ length: 4 }, () => ({ text: 'ok' }))), {
				inputTokens: 1_210,
				outputTokens: 0,
			});
			return openWorkbench({ home: dir.path, platform, brain, budgets: (store) => budgetsOn(store, { limits }) });
		};
		const near = () => platform.posts.filter((post) => post.startsWith("The whole place's budget for today is at"));
		const say = ({ thread }: Payer) => said('go', { person: bo, thread });
		{
			await using bench = open();
			platform.away = new Error('away');
			await bench.dispatch.accept(say(here));
			const { journal } = await bench.sessions.open(here.session);
			const isTold = async () => (await journal.after(0)).some(({ step }) => step.type === 'notice');
			await waitFor(isTold, 'the warning in the journal');
		}
		delete platform.away;
		await using bench = open();
		await bench.say(say(there));
		await bench.dispatch.recover();
		await bench.say(say(here), say(there));
		expect(near()).toHaveLength(1);
	});
});
