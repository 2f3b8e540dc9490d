import type { KnownBlock } from '@slack/types';
import { describe, expect, it } from 'vitest';
import { shortcutId } from '../../../../src/adapters/slack/slack-needs.ts';
import type { Question } from '../../../../src/chat/question.ts';
import { askedByCall } from '../../../support/asked-by-call.ts';
import { type FakeSlack, startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import { createHandClock, type HandClock } from '../../../support/jumping-clock.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { memoryRecords } from '../../memory-records.ts';
import { type OpenListen, type OpenListenOptions, openListen } from './open-listen.ts';

const question: Question = {
	id: 'slack-s/c1',
	session: 'slack-s',
	turn: 't1',
	...askedByCall('c1'),
	text: 'Which column?',
	answer: { kind: 'choices', choices: ['area', 'region'] },
	whoMayAnswer: [],
	until: '2999-01-01T00:00:00Z',
	state: 'open',
};

interface OpenInTime extends OpenListen {
	/** Lets time pass until the condition holds. */
	see(condition: () => boolean, what: string): Promise<void>;
	/** Slack tells nothing by this method for an hour; resolves with what somebody does when that was acknowledged all the same. */
	without<T>(method: string, act: () => Promise<T>): Promise<T>;
}

/** Time passes when a test says so. */
async function open(slack: FakeSlack, options: OpenListenOptions = {}): Promise<OpenInTime> {
	const clock = createHandClock(Date.now());
	const listen = await openListen(slack, { questions: [question], clock, ...options });
	return {
		...listen,
		see: (condition, what) => passUntil(clock, 60_000, condition, what),
		async without(method, act) {
			slack.rateLimit(method, { retryAfter: 3600 });
			const before = slack.calls(method).length;
			const acting = act();
			await waitFor(() => slack.calls(method).length > before, 'the refusal');
			await clock.advance(1000);
			return await acting;
		},
		async [Symbol.asyncDispose]() {
			let closed = false;
			const closing = listen[Symbol.asyncDispose]().then(() => {
				closed = true;
			});
			await passUntil(clock, 100, () => closed, 'the end of all calls');
			await closing;
		},
	};
}

/** Lets `ms` milliseconds pass at each look. */
async function passUntil(clock: HandClock, ms: number, condition: () => boolean, what: string): Promise<void> {
	await waitFor(async () => {
		await clock.advance(ms);
		return condition();
	}, what);
}

/** A button of ours below a message of Bo's; nobody knows Ada yet. */
async function withButton(slack: FakeSlack, listen: OpenListen): Promise<string> {
	const { ts: thread_ts } = await slack.as('U2').mention('C1', 'hello');
	const label = { type: 'plain_text', text: 'area' } as const;
	const button = { type: 'button', action_id: 'answer-choice-0', value: question.id, text: label } as const;
	const blocks: KnownBlock[] = [{ type: 'actions', elements: [button] }];
	const post = { method: 'chat.postMessage', team: 'T1', repeat: 'never' } as const;
	const args = { channel: 'C1', thread_ts, text: 'buttons', blocks };
	const { calls, signal } = listen.deps;
	return (await calls.run({ ...post, send: (client) => client.chat.postMessage(args) }, signal)).ts ?? '';
}

describe('what somebody does whom Slack does not tell of in time', () => {
	it('with a command is acknowledged, and taken in when Slack has told', async () => {
		await using slack = await startFakeSlack();
		await using listen = await open(slack);
		const done = await listen.without('users.info', () => slack.as('U1').slash('/smith', 'status', 'C1'));
		expect(done.acknowledged).toBe(true);
		expect(listen.inbounds).toEqual([]);
		await listen.see(() => listen.of('command').length > 0, 'the command');
		expect(listen.of('command')).toMatchObject([{ name: 'status', person: { id: 'slack:T1/U1' } }]);
	});

	it('with a click is acknowledged, and taken in when Slack has told', async () => {
		await using slack = await startFakeSlack();
		await using listen = await open(slack);
		const ts = await withButton(slack, listen);
		const done = await listen.without('users.info', () => slack.as('U1').click(ts, 'answer-choice-0'));
		expect(done.acknowledged).toBe(true);
		expect(listen.of('answer')).toEqual([]);
		await listen.see(() => listen.of('answer').length === 1, 'the answer');
	});

	it('with a shortcut is acknowledged although another method is limited', async () => {
		await using slack = await startFakeSlack();
		await using listen = await open(slack);
		const { ts } = await slack.as('U2').say('C1', 'the numbers are off');
		const done = await listen.without('conversations.info', () => slack.as('U1').shortcut(shortcutId, ts));
		expect(done.acknowledged).toBe(true);
		expect(listen.inbounds).toEqual([]);
		await listen.see(() => listen.of('message').length === 1, 'the message');
	});

	it('is told a no of its own when the acknowledgement is gone', async () => {
		await using slack = await startFakeSlack();
		await using listen = await open(slack, { denialOf: () => 'You may not ask here.' });
		const done = await listen.without('users.info', () => slack.as('U1').slash('/smith', 'sum this up', 'C1'));
		expect(done.acknowledged).toBe(true);
		await listen.see(() => done.responses.length === 1, 'the sentence');
		expect(done.responses).toMatchObject([{ text: 'You may not ask here.', response_type: 'ephemeral' }]);
	});

	it('is taken in by the next process where one ended before', async () => {
		await using slack = await startFakeSlack();
		const records = memoryRecords();
		{
			await using listen = await open(slack, { records });
			const ts = await withButton(slack, listen);
			const done = await listen.without('users.info', () => slack.as('U1').click(ts, 'answer-choice-0'));
			expect(done.acknowledged).toBe(true);
			expect(listen.of('answer')).toEqual([]);
		}
		slack.rateLimit('users.info', undefined);
		{
			await using listen = await open(slack, { records });
			await waitFor(() => listen.of('answer').length === 1, 'the answer');
			expect(listen.of('answer')).toMatchObject([{ value: 'area', person: { id: 'slack:T1/U1' } }]);
		}
		await using third = await open(slack, { records });
		await slack.as('U1').slash('/smith', 'status', 'C1');
		expect(third.of('answer')).toEqual([]);
	});

	it('is tried again when it fails after its acknowledgement', async () => {
		await using slack = await startFakeSlack();
		let fails = 2;
		const names: string[] = [];
		await using listen = await open(slack, {
			accept: async (inbound) => {
				fails -= 1;
				if (fails >= 0) throw new Error('the disk is full');
				if (inbound.type === 'command') names.push(inbound.name);
				return 'stored';
			},
		});
		const done = await listen.without('users.info', () => slack.as('U1').slash('/smith', 'status', 'C1'));
		expect(done.acknowledged).toBe(true);
		await listen.see(() => names.length === 1, 'the command');
	});
});
