import type { KnownBlock } from '@slack/types';
import { describe, expect, it } from 'vitest';
import type { Question } from '../../../../src/chat/question.ts';
import { askedByCall } from '../../../support/asked-by-call.ts';
import { type FakeSlack, startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import { waitFor } from '../../../support/wait-for.ts';
import type { OpenListen } from './open-listen.ts';
import { openPatient } from './open-patient.ts';

const question: Question = {
	id: 'slack-s/c1',
	session: 'slack-s',
	turn: 't1',
	...askedByCall('c1'),
	text: 'Which column holds the region?',
	answer: { kind: 'choices', choices: ['area', 'region'] },
	whoMayAnswer: [],
	until: '2999-01-01T00:00:00Z',
	state: 'open',
};
const freeText: Question = { ...question, id: 'slack-s/c2', answer: { kind: 'text' } };

const button = (action_id: string, value: string) => ({
	type: 'button' as const,
	action_id,
	value,
	text: { type: 'plain_text' as const, text: action_id },
});

/** A thread, and in it a message of ours with these buttons. */
async function withButtons(slack: FakeSlack, listen: OpenListen, ...elements: ReturnType<typeof button>[]) {
	const { ts: threadTs } = await slack.as('U1').mention('C1', 'hello');
	const blocks: KnownBlock[] = [{ type: 'actions', elements }];
	const post = { method: 'chat.postMessage', team: 'T1', repeat: 'never' } as const;
	const args = { channel: 'C1', thread_ts: threadTs, text: 'buttons', blocks };
	const { ts = '' } = await listen.deps.calls.run(
		{ ...post, send: (client) => client.chat.postMessage(args) },
		listen.deps.signal,
	);
	return { threadTs, ts, thread: { platform: 'slack', id: `T1-C1-${threadTs}` } as const };
}

describe('a choice', () => {
	it('is the answer to its question, given in its thread', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openPatient(slack, { questions: [question] });
		const { ts, thread } = await withButtons(
			slack,
			listen,
			button('answer-choice-0', question.id),
			button('answer-choice-1', question.id),
		);
		const done = await slack.as('U2').click(ts, 'answer-choice-1');
		expect(done.acknowledged).toBe(true);
		expect(listen.of('answer')).toMatchObject([
			{ question: question.id, value: 'region', thread, person: { id: 'slack:T1/U2' } },
		]);
		await slack.as('U1').click(ts, 'answer-choice-0');
		expect(new Set(listen.of('answer').map(({ key }) => key)).size).toBe(2);
	});

	it('is taken after a restart', async () => {
		await using slack = await startFakeSlack();
		const before = await openPatient(slack, { questions: [question] });
		const { ts, thread } = await withButtons(slack, before, button('answer-choice-0', question.id));
		await before[Symbol.asyncDispose]();
		await using listen = await openPatient(slack, { questions: [question] });
		await slack.as('U1').click(ts, 'answer-choice-0');
		expect(listen.of('answer')).toMatchObject([{ value: 'area', thread }]);
	});

	it('of a question that is not known gets a sentence that only its person sees', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openPatient(slack);
		const { ts } = await withButtons(slack, listen, button('answer-choice-0', 'slack-s/old'));
		const done = await slack.as('U1').click(ts, 'answer-choice-0');
		expect(done.acknowledged).toBe(true);
		await waitFor(() => done.responses.length === 1, 'the sentence');
		expect(done.responses).toMatchObject([{ text: 'That question is no longer open.', response_type: 'ephemeral' }]);
		expect(listen.of('answer')).toEqual([]);
	});

	it('that cannot be stored is not acknowledged', async () => {
		await using slack = await startFakeSlack({ ackMs: 300 });
		let full = false;
		await using listen = await openPatient(slack, {
			questions: [question],
			accept: async () => {
				if (full) throw new Error('the disk is full');
				return 'stored';
			},
		});
		const { ts } = await withButtons(slack, listen, button('answer-choice-0', question.id));
		full = true;
		expect((await slack.as('U1').click(ts, 'answer-choice-0')).acknowledged).toBe(false);
	});
});

describe('a form', () => {
	it('opens, says what is missing, and is the answer when it is sent', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openPatient(slack, { questions: [freeText] });
		const { ts, thread } = await withButtons(slack, listen, button('answer-open', freeText.id));
		await slack.as('U1').click(ts, 'answer-open');
		const view = await waitFor(() => slack.views('U1')[0], 'the form');
		const id = String(view['id']);
		const field = fieldOf(view);
		const wrong = await slack.as('U1').submit(id, { [field]: '   ' });
		expect(Object.keys(wrong.errors)).toHaveLength(1);
		expect(listen.of('answer')).toEqual([]);
		const right = await slack.as('U1').submit(id, { [field]: 'the second one' });
		expect(right.acknowledged).toBe(true);
		expect(slack.views('U1')).toEqual([]);
		expect(listen.of('answer')).toMatchObject([{ question: freeText.id, value: 'the second one', thread }]);
	});

	it('that is sent after a restart is taken', async () => {
		await using slack = await startFakeSlack();
		const before = await openPatient(slack, { questions: [freeText] });
		const { ts, thread } = await withButtons(slack, before, button('answer-open', freeText.id));
		await slack.as('U1').click(ts, 'answer-open');
		const view = await waitFor(() => slack.views('U1')[0], 'the form');
		await before[Symbol.asyncDispose]();
		await using listen = await openPatient(slack, { questions: [freeText] });
		await slack.as('U1').submit(String(view['id']), { [fieldOf(view)]: 'late' });
		expect(listen.of('answer')).toMatchObject([{ value: 'late', thread }]);
	});

	it('that Slack does not wait for gets a sentence', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openPatient(slack, { questions: [freeText] });
		const { ts } = await withButtons(slack, listen, button('answer-open', freeText.id));
		slack.failNext('views.open', 'expired_trigger_id');
		const done = await slack.as('U1').click(ts, 'answer-open');
		expect(done.acknowledged).toBe(true);
		await waitFor(() => done.responses.length === 1, 'the sentence');
		expect(done.responses[0]).toMatchObject({ text: 'Slack did not wait for the form. Press the button once more.' });
	});

	it('of a question that is closed is not opened', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openPatient(slack, { questions: [{ ...freeText, state: 'expired' }] });
		const { ts } = await withButtons(slack, listen, button('answer-open', freeText.id));
		const done = await slack.as('U1').click(ts, 'answer-open');
		await waitFor(() => done.responses.length === 1, 'the sentence');
		expect(slack.calls('views.open')).toEqual([]);
	});
});

describe('the buttons of a message that waits', () => {
	/** A message of a person that waits, and the words about it that only they see. */
	async function waiting(slack: FakeSlack, listen: OpenListen) {
		const { threadTs, thread } = await withButtons(slack, listen, button('x', 'y'));
		const { ts } = await slack.as('U2').say('C1', 'also this', { threadTs });
		const of = `T1/C1/${ts}`;
		const blocks: KnownBlock[] = [{ type: 'actions', elements: [button('use-now', of), button('take-back', of)] }];
		const post = { method: 'chat.postEphemeral', team: 'T1', repeat: 'safe' } as const;
		const args = { channel: 'C1', user: 'U2', thread_ts: threadTs, text: 'It waits', blocks };
		const { message_ts = '' } = await listen.deps.calls.run(
			{ ...post, send: (client) => client.chat.postEphemeral(args) },
			listen.deps.signal,
		);
		return { of, thread, message_ts };
	}

	it('use it now, or take it back, and go away', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openPatient(slack);
		const first = await waiting(slack, listen);
		await slack.as('U2').click(first.message_ts, 'use-now');
		expect(listen.of('steer')).toMatchObject([{ of: first.of, thread: first.thread, person: { id: 'slack:T1/U2' } }]);
		await waitFor(() => slack.message(first.message_ts) === undefined, 'the words to go');
		const second = await waiting(slack, listen);
		await slack.as('U2').click(second.message_ts, 'take-back');
		expect(listen.of('delete')).toMatchObject([{ of: second.of, thread: second.thread }]);
	});
});

describe('stopping', () => {
	it('works by ❌ on a message of the running turn, and by no other reaction or message', async () => {
		await using slack = await startFakeSlack();
		const running = new Map();
		await using listen = await openPatient(slack, { running });
		const { ts, thread, threadTs } = await withButtons(slack, listen, button('x', 'y'));
		await slack.as('U1').react(ts, 'x');
		running.set(ts, thread);
		await slack.as('U1').react(ts, 'eyes');
		await slack.as('U1').react(threadTs, 'x');
		expect(listen.of('stop')).toEqual([]);
		await slack.as('U2').react(ts, 'x');
		expect(listen.of('stop')).toMatchObject([{ thread, person: { id: 'slack:T1/U2' } }]);
	});

	it('works by Slack’s own button', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openPatient(slack);
		const { thread, threadTs } = await withButtons(slack, listen, button('x', 'y'));
		const args = { channel_id: 'C1', thread_ts: threadTs, status: 'processing' as const };
		await listen.deps.calls.run(
			{
				method: 'agents.sessions.setStatus',
				team: 'T1',
				repeat: 'safe',
				send: (client) => client.agents.sessions.setStatus(args),
			},
			listen.deps.signal,
		);
		await slack.as('U1').stopSession('C1', threadTs);
		expect(listen.of('stop')).toMatchObject([{ thread, person: { id: 'slack:T1/U1' } }]);
	});
});

/** The block id of a form's only field. */
function fieldOf(view: Readonly<Record<string, unknown>>): string {
	const blocks = view['blocks'] as { readonly type: string; readonly block_id: string }[];
	return blocks.find(({ type }) => type === 'input')?.block_id ?? '';
}
