import { describe, expect, it } from 'vitest';
import { createSessionStatuses } from '../../../../src/adapters/slack/show/session-status.ts';
import type { Calls } from '../../../../src/adapters/slack/web/calls.ts';
import { silentLogger } from '../../../../src/log.ts';
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
