import { describe, expect, it } from 'vitest';
import { readRecord } from '../../../src/agent/session/session-record.ts';
import { questionSchema } from '../../../src/chat/question.ts';
import type { Thread } from '../../../src/chat/thread.ts';
import type { Sessions, Store } from '../../../src/store/store.ts';
import { bo, cy, said } from '../../support/commands.ts';
import { budgetsOn, leastOfPaid, paidModel } from '../../support/paid-model.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { inbound, openWorkbench, type Workbench } from '../../support/workbench.ts';
import { grace, withGrace } from '../dispatch/open-with-admins.ts';

const here: Thread = { platform: 'slack', id: 'T1-C1-1.1' };
const session = 'slack-T1-C1-1__1';
const limits = { stops: { channel: { tokens: leastOfPaid } } };
const raised = 'Grace has raised the budget for today to 532 tokens.';
const goesOn = `${raised} Going on with what was asked.`;

function open(home: string, platform: ReturnType<typeof withGrace>, wrap?: (store: Store) => Store) {
	const brain = scriptedModel(Array.from({ length: 5 }, () => ({ text: 'ok' })));
	const bench = openWorkbench({
		home,
		platform,
		brain: paidModel(brain),
		budgets: (store) => budgetsOn(store, { limits }),
		...(wrap && { wrap: { store: wrap, sessions: (sessions: Sessions & AsyncDisposable) => sessions } }),
	});
	return { bench, brain, [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose]() };
}

const say = (text: string, person = bo) => said(text, { person, thread: here });
/** Grace presses the button, in whatever state the question is. */
async function raise({ store, dispatch }: Workbench) {
	const [question] = await store.records.list('question', session, questionSchema);
	const press = inbound('answer', { question: question?.id ?? '', value: 'Raise it to 532 tokens' });
	await dispatch.accept({ ...press, person: grace, thread: here });
}

describe('a turn that a budget has ended', () => {
	it('goes on by itself when that is raised, once, for whoever had asked', async () => {
		await using dir = await tempDir();
		const platform = withGrace();
		await using stage = open(dir.path, platform);
		const { bench, brain } = stage;
		await bench.say(say('one'), say('two'));
		expect(brain.requests).toHaveLength(1);
		for (const _ of ['once', 'again']) {
			await raise(bench);
			await bench.dispatch.settled();
		}
		expect(brain.requests).toHaveLength(2);
		const [asked, again] = brain.requests[1]?.messages.filter(({ role }) => role === 'user').slice(-2) ?? [];
		expect([asked?.text, again?.text]).toEqual([expect.stringContaining('two'), expect.stringContaining('go on')]);
		expect(again).toMatchObject({ person: { id: bo.id } });
		expect(platform.posts.join('\n')).toContain(goesOn);
		expect(platform.posts.filter((post) => post === 'ok')).toHaveLength(2);
	});

	it('leaves it known that all may read its thread', async () => {
		await using dir = await tempDir();
		await using stage = open(dir.path, withGrace());
		const { bench, brain } = stage;
		const heardByAll = (text: string) => ({ ...say(text), audience: 'public' as const });
		await bench.say(heardByAll('one'), heardByAll('two'));
		await raise(bench);
		await bench.dispatch.settled();
		expect(brain.requests).toHaveLength(2);
		expect(await readRecord(await bench.sessions.open(session), bench.places)).toMatchObject({ audience: 'public' });
	});

	it('does not where somebody has written since; how to go on is said', async () => {
		await using dir = await tempDir();
		const platform = withGrace();
		await using stage = open(dir.path, platform);
		await stage.bench.say(say('one'), say('two'), say('three', cy));
		await raise(stage.bench);
		await stage.bench.dispatch.settled();
		expect(stage.brain.requests).toHaveLength(1);
		expect(platform.posts.join('\n')).toMatch(`${raised} Say “go on”, or `);
	});

	it('goes on once where the process dies after it was begun, and before the answer is kept', async () => {
		await using dir = await tempDir();
		const platform = withGrace();
		{
			const dying = (store: Store): Store => ({
				...store,
				records: {
					...store.records,
					put: (kind, owner, id, value) =>
						kind === 'question' && questionSchema.parse(value).state === 'answered'
							? Promise.reject(new Error('The machine is off'))
							: store.records.put(kind, owner, id, value),
				},
			});
			await using stage = open(dir.path, platform, dying);
			await stage.bench.say(say('one'), say('two'));
			await raise(stage.bench);
			await waitFor(() => platform.posts.join('\n').includes(goesOn), 'the word that it goes on');
		}
		await using stage = open(dir.path, platform);
		await stage.bench.dispatch.recover();
		await stage.bench.dispatch.settled();
		const oks = platform.posts.filter((post) => post === 'ok');
		expect(oks).toHaveLength(2);
		expect(platform.posts.join('\n').split(raised)).toHaveLength(platform.posts.join('\n').split(goesOn).length);
	});
});
