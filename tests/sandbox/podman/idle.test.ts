import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { defaultLimits } from '../../../src/sandbox/podman/container/sandbox-limits.ts';
import { waitFor } from '../../support/wait-for.ts';
import { hostProcesses } from './host-processes.ts';
import { describeWithPodman, type PodmanHome, podmanHome } from './podman-home.ts';
import { bash, never, startBash } from './run-in.ts';

describeWithPodman('An idle sandbox', () => {
	it('ends, and comes back with its files, private ones too, whatever its new ids are', async () => {
		let now = Date.now();
		const limits = { ...defaultLimits, idleMs: 900 };
		await using home = await podmanHome({ limits, seams: { now: () => now } });
		const { sandboxes } = home;
		const first = await sandboxes.acquire(home.home('s'), never);
		await bash(
			first,
			'umask 077; mkdir /workspace/deep; echo one >/workspace/deep/private; stat -c %a:%u /workspace/deep/private',
		);
		const { ended } = await startBash(first, 'echo started; read forever </dev/tcp/127.0.0.1/1; sleep 0.6; echo over');
		now += 10_000;
		expect(await ended).toMatchObject({ ok: true });
		expect(sandboxes.status()).toHaveLength(1);

		now += 10_000;
		await waitFor(() => sandboxes.status().length === 0, 'its end');
		const [other, second] = await Promise.all(['t', 's'].map((each) => sandboxes.acquire(home.home(each), never)));
		expect(
			second && (await bash(second, 'cat /workspace/deep/private; stat -c %a:%u /workspace/deep/private')),
		).toMatchObject({
			text: expect.stringContaining('one\n600:1000'),
		});
		const overwritten =
			second && (await bash(second, 'echo two >/workspace/deep/private && cat /workspace/deep/private'));
		expect(overwritten).toMatchObject({ ok: true, text: expect.stringContaining('two') });
		expect(other && (await bash(other, 'ls /workspace'))).toMatchObject({ text: expect.not.stringContaining('deep') });
	});

	it('is none while it is swept, however long that takes', async () => {
		let now = Date.now();
		await using home = await podmanHome({ limits: { ...defaultLimits, idleMs: 900 }, seams: { now: () => now } });
		const { sandboxes } = home;
		const swept = await sandboxes.acquire(home.home('swept'), never);
		await sandboxes.acquire(home.home('control'), never);
		const guest = guestPid(home, 'swept');
		process.kill(guest, 'SIGSTOP');
		const sweeping = swept.sweep();
		now += 10_000;
		await waitFor(() => sandboxes.status().length === 1, 'the end of the one that is idle');
		expect(sandboxes.status()).toMatchObject([{ session: 'swept' }]);
		process.kill(guest, 'SIGCONT');
		await sweeping;
	});
});

function guestPid({ options }: PodmanHome, session: string): number {
	const filters = ['--filter', `label=session=${session}`, '--filter', `label=home=${options.homeId}`];
	const id = execFileSync('podman', ['ps', '-q', '--no-trunc', ...filters])
		.toString()
		.trim();
	const guest = hostProcesses().find(({ groups, command }) => groups.includes(id) && command.startsWith('node '));
	if (id === '' || guest === undefined) throw new Error(`No guest of session "${session}"`);
	return guest.pid;
}
