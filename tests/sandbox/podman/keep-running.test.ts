import { expect, it } from 'vitest';
import { defaultLimits } from '../../../src/sandbox/podman/container/sandbox-limits.ts';
import { waitFor } from '../../support/wait-for.ts';
import { describeWithPodman, podmanHome } from './podman-home.ts';
import { bash, never } from './run-in.ts';

const counting = 'while :; do echo tick >>/workspace/ticks; sleep 0.05; done';

describeWithPodman('A job that is to go on', () => {
	it('outlives the end of its turn and idleness, and nothing else of the turn does', async () => {
		let now = Date.now();
		const limits = { ...defaultLimits, idleMs: 900 };
		await using home = await podmanHome({ limits, seams: { now: () => now } });
		const { sandboxes } = home;
		const sandbox = await sandboxes.acquire(home.home('s'), never);
		const began = await sandbox.call({ tool: 'bash', args: { command: counting, keep_running: 5 } }, { signal: never });
		expect(began).toMatchObject({ ok: true, text: expect.stringContaining('Runs for 5 minutes at most') });
		await bash(sandbox, 'nohup sleep 1000 >/dev/null 2>&1 &');
		const swept = await sandbox.sweep('jobs');
		expect(swept.map(({ command }) => command)).toEqual(['sleep 1000']);
		const ticks = async () => {
			const { text } = await bash(sandbox, 'echo ticks $(wc -l </workspace/ticks)');
			return Number(/ticks (\d+)/.exec(text)?.[1]);
		};
		const before = await ticks();
		await waitFor(async () => (await ticks()) > before, 'more of it');

		now += 60_000;
		expect(sandboxes.status()).toMatchObject([{ session: 's', jobs: [{ command: counting }] }]);
		await new Promise((resolve) => setTimeout(resolve, 300));
		expect(sandboxes.status()).toHaveLength(1);

		const stopped = await sandbox.sweep();
		expect(stopped.length).toBeGreaterThan(0);
		expect(sandboxes.status()).toMatchObject([{ jobs: [] }]);
		now += 60_000;
		await waitFor(() => sandboxes.status().length === 0, 'its end');
	});

	it('is no job any more once it has ended by itself', async () => {
		await using home = await podmanHome();
		const sandbox = await home.sandboxes.acquire(home.home('s'), never);
		const args = { command: 'until [ -e /workspace/end ]; do sleep 0.02; done', keep_running: 60 };
		await sandbox.call({ tool: 'bash', args }, { signal: never });
		const jobs = () => home.sandboxes.status()[0]?.jobs?.length;
		expect(jobs()).toBe(1);
		await bash(sandbox, 'touch /workspace/end');
		await waitFor(() => jobs() === 0, 'its end');
	});

	it('is told of where it ends at once', async () => {
		await using home = await podmanHome();
		const sandbox = await home.sandboxes.acquire(home.home('s'), never);
		const args = { command: 'echo wrong; exit 3', keep_running: 5 };
		const began = await sandbox.call({ tool: 'bash', args }, { signal: never });
		expect(began).toMatchObject({ ok: false, text: expect.stringContaining('at once') });
		expect((await bash(sandbox, 'cat /workspace/.threadsmith/job-1.txt')).text).toContain('wrong');
	});
});
