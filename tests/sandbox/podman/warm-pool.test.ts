import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loopDevicesOf } from '../../../src/sandbox/files/disk/disk-state.ts';
import type { PoolRules } from '../../../src/sandbox/podman/boot/pool-rules.ts';
import { waitFor } from '../../support/wait-for.ts';
import { leftOf, nothing } from './left-of.ts';
import { describeWithPodman, type PodmanHome, podmanCli, podmanHome, podmanOptions } from './podman-home.ts';
import { bash, never } from './run-in.ts';

/** A home whose pool fills only while it is told to. */
async function pooledHome(size: number) {
	const { homeId } = podmanOptions();
	const folder = `/tmp/threadsmith-${homeId}/pool`;
	const calm = { is: true };
	const pool: PoolRules = { size, folder, diskBytes: 64 * 2 ** 20, isCalm: async () => calm.is };
	const home = await podmanHome({ homeId, pool });
	const { sandboxes } = home;
	await waitFor(() => sandboxes.ready() === size, 'the pool');
	calm.is = false;
	return { home, folder };
}

function containersOf({ options }: PodmanHome): readonly string[] {
	const filter = `label=home=${options.homeId}`;
	return podmanCli('ps', '-q', '--no-trunc', '--filter', filter).split('\n').filter(Boolean).toSorted();
}

describeWithPodman('A sandbox that waits for a session', () => {
	it('is given to one session alone, with its folders read-only and its disk', async () => {
		const { home, folder } = await pooledHome(1);
		await using _home = home;
		const { sandboxes } = home;
		const before = containersOf(home);
		const inputs = home.options.pathsOf('a').trees.inputs;
		const [a, b] = await Promise.all(['a', 'b'].map((session) => sandboxes.acquire(home.home(session), never)));
		expect(containersOf(home)).toHaveLength(2);
		expect(containersOf(home)).toEqual(expect.arrayContaining([...before]));
		expect(await readdir(folder)).toEqual([]);
		// Else nobody would see that it is in use; without root a disk has no loop device
		const devices = home.options.rootless === undefined ? 1 : 0;
		expect(await loopDevicesOf(home.options.pathsOf('a').disk)).toHaveLength(devices);
		await writeFile(join(inputs, 'given.txt'), 'from a person\n');
		for (const [sandbox, sees] of [
			[a, 'given.txt'],
			[b, ''],
		] as const) {
			if (!sandbox) throw new Error('There is no sandbox');
			const looks =
				'ls /inputs; (echo no >/inputs/b) 2>&1; (echo no >/session/inputs/b) 2>&1; echo x >/workspace/f; id -u';
			const { text } = await bash(sandbox, looks);
			expect(text.includes('given.txt')).toBe(sees !== '');
			expect(text.match(/Read-only file system|Permission denied/g)).toHaveLength(2);
			expect(text).toContain('1000');
			const flags = await bash(sandbox, "grep -E ' (/inputs|/session/inputs) ' /proc/self/mountinfo | tail -2");
			expect(flags.text.match(/ ro,nosuid,nodev,noexec/g)).toHaveLength(2);
		}
		await sandboxes.end('a');
		const again = await sandboxes.acquire(home.home('a'), never);
		expect((await bash(again, 'cat /workspace/f')).text).toContain('x');
		await sandboxes[Symbol.asyncDispose]();
		expect(leftOf(home)).toEqual(nothing);
	});

	it('is given to a session that has a disk, with that disk', async () => {
		const { home } = await pooledHome(2);
		await using _home = home;
		const { sandboxes } = home;
		const first = await sandboxes.acquire(home.home('a'), never);
		await bash(first, 'umask 077; echo kept >/workspace/f');
		await sandboxes.end('a');
		const before = containersOf(home);
		expect(before).toHaveLength(1);
		const second = await sandboxes.acquire(home.home('a'), never);
		expect(containersOf(home)).toEqual(before);
		expect((await bash(second, 'cat /workspace/f; stat -c %u:%a /workspace/f')).text).toContain('kept\n1000:600');
		await sandboxes[Symbol.asyncDispose]();
		expect(leftOf(home)).toEqual(nothing);
	});

	it('is not given to anybody when it has died', async () => {
		const { home, folder } = await pooledHome(1);
		await using _home = home;
		const { sandboxes } = home;
		const [died = ''] = containersOf(home);
		podmanCli('kill', '--signal', 'KILL', died);
		await waitFor(() => sandboxes.ready() === 0, 'its end');
		const sandbox = await sandboxes.acquire(home.home('a'), never);
		expect(await bash(sandbox, 'true')).toMatchObject({ ok: true });
		expect(containersOf(home)).not.toContain(died);
		await waitFor(async () => (await readdir(folder)).length === 0, 'the end of its disk');
	});
});
