import { describe, expect, it } from 'vitest';
import { type Calls, LostResponseError } from '../../../../src/adapters/slack/api/calls.ts';
import { createSessionStatuses } from '../../../../src/adapters/slack/show/session-status.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { createHandClock } from '../../../support/jumping-clock.ts';
import { waitFor } from '../../../support/wait-for.ts';

const thread = { platform: 'slack', id: 'T1-C1-1700000000.000100' } as const;

/** Calls that are answered when the test says so. */
function createHeldCalls() {
	const statuses: string[] = [];
	const answers: (() => void)[] = [];
	const client = {
		agents: {
			sessions: {
				async setStatus({ status }: { readonly status: string }) {
					statuses.push(status);
					await new Promise<void>((resolve) => answers.push(resolve));
				},
			},
		},
	};
	const calls: Calls = { run: ({ send }) => send(client as unknown as Parameters<typeof send>[0]) };
	return { statuses, calls, answer: () => answers.shift()?.() };
}

describe('the statuses of sessions', () => {
	it('comes to the last one that was wanted, whatever was on its way', async () => {
		for (let ticks = 0; ticks < 8; ticks += 1) {
			const { statuses, calls, answer } = createHeldCalls();
			const leaving = new AbortController();
			const set = createSessionStatuses({
				...{ calls, clock: createHandClock(), log: silentLogger, signal: leaving.signal },
			}).set;
			void set(thread, 'processing');
			await waitFor(() => statuses.length === 1, 'the first call');
			answer();
			for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
			void set(thread, 'active');
			await waitFor(() => {
				answer();
				return statuses.at(-1) === 'active';
			}, `the last status after ${ticks} ticks`);
			expect(statuses).toEqual(['processing', 'active']);
		}
	});

	it('says that nothing runs any more while we leave', async () => {
		const { statuses, calls, answer } = createHeldCalls();
		const leaving = new AbortController();
		const { set } = createSessionStatuses({
			...{ calls, clock: createHandClock(), log: silentLogger, signal: leaving.signal },
		});
		void set(thread, 'processing');
		answer();
		leaving.abort(new Error('The process ends'));
		void set(thread, 'active');
		answer();
		await waitFor(() => statuses.at(-1) === 'active', 'the status');
		void set({ ...thread, id: 'T1-C1-1700000000.000200' }, 'processing');
		expect(statuses).toEqual(['processing', 'active']);
	});
});

/** Calls that fail while Slack is away. */
function createAwayCalls() {
	const statuses: string[] = [];
	const slack = { away: true, tries: 0 };
	const client = {
		agents: {
			sessions: {
				async setStatus({ status }: { readonly status: string }) {
					slack.tries += 1;
					if (slack.away) throw new LostResponseError('agents.sessions.setStatus', {});
					statuses.push(status);
				},
			},
		},
	};
	const calls: Calls = { run: ({ send }) => send(client as unknown as Parameters<typeof send>[0]) };
	const clock = createHandClock();
	const leaving = new AbortController();
	const sessions = createSessionStatuses({ calls, clock, log: silentLogger, signal: leaving.signal });
	return { statuses, slack, clock, leaving, ...sessions };
}

describe('the status of a session that Slack could not be told of', () => {
	it('is told when Slack is back, and then no more', async () => {
		const { set, clock, slack, statuses } = createAwayCalls();
		await set(thread, 'active');
		await clock.advance(10 * 60_000);
		slack.away = false;
		await clock.advance(30_000);
		expect(statuses).toEqual(['active']);
		expect(clock.waiting()).toBe(0);
	});

	it('is tried for an hour', async () => {
		const { set, clock, slack } = createAwayCalls();
		await set(thread, 'active');
		await clock.advance(24 * 3600_000);
		expect(slack.tries).toBe(121);
		expect(clock.waiting()).toBe(0);
	});

	it('is told at once when it is wanted again', async () => {
		const { set, slack, statuses, clock } = createAwayCalls();
		await set(thread, 'suspended');
		slack.away = false;
		await set(thread, 'suspended');
		expect(statuses).toEqual(['suspended']);
		expect(clock.waiting()).toBe(0);
	});

	it.each([
		['another one is wanted', ({ set }: ReturnType<typeof createAwayCalls>) => void set(thread, 'processing')],
		['it is left to others', ({ leave }: ReturnType<typeof createAwayCalls>) => leave(thread)],
		['we leave', ({ leaving }: ReturnType<typeof createAwayCalls>) => leaving.abort(new Error('The process ends'))],
	])('is told no more when %s', async (_, then) => {
		const opened = createAwayCalls();
		await opened.set(thread, 'active');
		then(opened);
		opened.slack.away = false;
		await opened.clock.advance(3600_000);
		expect(opened.statuses).not.toContain('active');
	});

	it('does not come after the one that is set next, though it was left on its way', async () => {
		const { statuses, calls, answer } = createHeldCalls();
		const clock = createHandClock();
		const { set, leave } = createSessionStatuses({
			...{ calls, clock, log: silentLogger, signal: new AbortController().signal },
		});
		void set(thread, 'active');
		await waitFor(() => statuses.length === 1, 'the first call');
		leave(thread);
		void set(thread, 'processing');
		for (let tick = 0; tick < 8; tick += 1) await Promise.resolve();
		expect(statuses).toEqual(['active']);
		answer();
		await waitFor(() => statuses.length === 2, 'the next call');
		expect(statuses).toEqual(['active', 'processing']);
	});
});
