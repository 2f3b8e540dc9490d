import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Accept } from '../../../../src/chat/inbound.ts';
import { type FakeSlack, startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import { createHandClock } from '../../../support/jumping-clock.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { memoryRecords } from '../../memory-records.ts';
import { openListen } from './open-listen.ts';

/** The statuses that were set, in order. */
function statuses(slack: FakeSlack): unknown[] {
	return slack.calls('agents.sessions.setStatus').map(({ args }) => args['status']);
}

describe('that something was heard', () => {
	it('shows while it is still being stored', async () => {
		await using slack = await startFakeSlack();
		const stored = Promise.withResolvers<'stored'>();
		await using _listen = await openListen(slack, { accept: () => stored.promise });
		const sending = slack.as('U1').mention('C1', 'hello');
		await waitFor(() => statuses(slack).length > 0, 'a sign');
		expect(slack.status('C1', slack.messages('C1').at(-1)?.ts ?? '')?.status).toBe('processing');
		stored.resolve('stored');
		await sending;
		expect(statuses(slack)).toEqual(['processing']);
	});

	it('shows before names are known, and while a mention is held back for its files', async () => {
		await using slack = await startFakeSlack();
		// On this clock nothing is held back for long enough.
		await using listen = await openListen(slack, { clock: createHandClock(Date.now()) });
		await slack.as('U1').mention('C1', 'first', { order: 'message-first' });
		slack.failNext('users.info', 'hang');
		const sending = slack.as('U1').mention('C1', 'sum this for <@U2>', { only: 'app_mention' });
		sending.catch(() => {});
		await waitFor(() => statuses(slack).length === 2, 'a second sign');
		expect(listen.inbounds).toHaveLength(1);
	});

	it('shows once, however often it is delivered', async () => {
		await using slack = await startFakeSlack();
		await using _listen = await openListen(slack);
		await slack.as('U1').mention('C1', 'hello', { duplicate: true });
		await slack.as('U1').mention('C1', 'hello', { order: 'message-first', gapMs: 20 });
		// Signs come in the order of what was heard, some time after that was taken in: behind this one there are no others.
		const { ts } = await slack.as('U1').mention('C1', 'the last one');
		await waitFor(() => slack.status('C1', ts)?.status === 'processing', 'the last sign');
		expect(statuses(slack)).toEqual(['processing', 'processing', 'processing']);
	});

	it('does not show where somebody may not ask, nor for commands and stops, nor for what is said to others', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack, {
			denialOf: ({ person }) => (person.name === 'Bo' ? 'You may not.' : undefined),
		});
		const { ts: threadTs } = await slack.as('U1').mention('C1', 'hello');
		await slack.as('U2').mention('C1', 'hello');
		await slack.as('U1').mention('C1', 'status');
		await slack.as('U1').say('C1', 'good morning');
		await slack.as('U1').say('C1', '<@U2> lunch?', { threadTs });
		await slack.as('U1').say('C1', 'stop', { threadTs });
		await turn();
		expect(statuses(slack)).toEqual(['processing']);
		expect(listen.inbounds.map(({ type }) => type)).toEqual(['message', 'message', 'command', 'stop']);
	});

	it.each<readonly [string, Accept]>([
		['it cannot be stored', () => Promise.reject(new Error('the disk is full'))],
		['it was stored before', async () => 'seen'],
		['it is denied after all', async () => 'denied'],
	])('shows no more when %s', async (_why, accept) => {
		await using slack = await startFakeSlack({ ackMs: 300, retryMs: [] });
		await using _listen = await openListen(slack, { accept });
		await slack
			.as('U1')
			.mention('C1', 'hello')
			.catch(() => {});
		await waitFor(() => statuses(slack).at(-1) === 'active', 'the end of the sign');
		expect(slack.status('C1', slack.messages('C1').at(-1)?.ts ?? '')?.status).toBe('active');
	});

	it('is taken away by the next process where one ended before it had stored anything', async () => {
		await using slack = await startFakeSlack({ ackMs: 300, retryMs: [] });
		const records = memoryRecords();
		const never = new Promise<never>(() => {});
		{
			await using _listen = await openListen(slack, { accept: () => never, records });
			slack
				.as('U1')
				.mention('C1', 'hello')
				.catch(() => {});
			await waitFor(() => statuses(slack).length > 0, 'a sign');
		}
		const { ts = '' } = slack.messages('C1').at(-1) ?? {};
		expect(slack.status('C1', ts)?.status).toBe('processing');
		await using _next = await openListen(slack, { records });
		await waitFor(() => slack.status('C1', ts)?.status === 'active', 'the end of the sign');
		await using _third = await openListen(slack, { records });
		expect(statuses(slack)).toEqual(['processing', 'active']);
	});
});
