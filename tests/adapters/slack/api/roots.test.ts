import { describe, expect, it } from 'vitest';
import type { Calls } from '../../../../src/adapters/slack/api/calls.ts';
import { createRoots } from '../../../../src/adapters/slack/api/roots.ts';
import { threadAt } from '../../../../src/adapters/slack/thread-keys.ts';
import { createJumpingClock } from '../../../support/jumping-clock.ts';

const { signal } = new AbortController();
const thread = threadAt({ team: 'T1', channel: 'C1', ts: '100.000001' });

/** Calls that Slack limits for ever. */
function createLimitedCalls() {
	let asked = 0;
	const calls: Calls = {
		run: (_request, inner) => {
			asked += 1;
			return new Promise((_resolve, reject) => {
				inner.addEventListener('abort', () => reject(inner.reason), { once: true });
			});
		},
	};
	return { calls, asked: () => asked };
}

describe('createRoots()', () => {
	it('asks once about a thread, though Slack limits such questions, and once more after some minutes', async () => {
		const { calls, asked } = createLimitedCalls();
		const clock = createJumpingClock();
		const roots = createRoots({ calls, clock });
		for (const _post of [1, 2, 3]) await roots.check(thread, signal);
		expect(asked()).toBe(1);
		await new Promise<void>((resolve) => clock.after(20 * 60_000, resolve));
		await roots.check(thread, signal);
		expect(asked()).toBe(2);
	});

	it('knows better than what it has taken for granted', async () => {
		const roots = createRoots({ ...createLimitedCalls(), clock: createJumpingClock() });
		await roots.check(thread, signal);
		roots.removed(thread);
		await expect(roots.check(thread, signal)).rejects.toThrow('deleted');
	});
});
