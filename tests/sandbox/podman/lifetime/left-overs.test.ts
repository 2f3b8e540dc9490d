import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createOwner } from '../../../../src/sandbox/podman/container/owner.ts';
import { startChild } from '../../../support/child.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { findProcess, hostProcesses } from '../host-processes.ts';
import { leftOf, nothing } from '../left-of.ts';
import { describeWithPodman, itOnHostKernel, type PodmanHome, podmanHome } from '../podman-home.ts';
import { bash, never } from '../run-in.ts';

describeWithPodman('What a process leaves', () => {
	itOnHostKernel('when it is killed is cleared at the next start, and the files are kept', async () => {
		await using home = await podmanHome();
		const data = `/tmp/threadsmith-${home.options.homeId}`;
		await killWhileHolding(home.options.homeId, data);
		await waitFor(() => findProcess('system service', home.options.stateDir) === undefined, 'the end of its service');
		expect(leftOf(home).mounts).toBeGreaterThan(0);
		expect(leftOf(home).disks).toHaveLength(1);

		await using next = await podmanHome({ homeId: home.options.homeId, stateDir: home.options.stateDir });
		await waitFor(() => leftOf(next).slots.length === 0, 'all to go, with nobody asking');
		expect(leftOf(next)).toEqual(nothing);
		expect(hostProcesses().filter(({ command }) => command.includes('sleep 4714'))).toEqual([]);
		const sandbox = await next.sandboxes.acquire(next.home('held'), never);
		expect(await bash(sandbox, 'cat /workspace/kept')).toMatchObject({
			ok: true,
			text: expect.stringMatching(/^kept$/m),
		});
	});

	it('in the order of its ways: ended, it is nothing', async () => {
		await using home = await podmanHome();
		await Promise.all(['a', 'b'].map((session) => home.sandboxes.acquire(home.home(session), never)));
		expect(leftOf(home).containers).toHaveLength(2);
		await home.sandboxes.end('a');
		expect(leftOf(home)).toMatchObject({ containers: [expect.anything()], slots: [expect.anything()] });
		await home.sandboxes[Symbol.asyncDispose]();
		expect(leftOf(home)).toEqual(nothing);
		expect(existsSync(home.options.stateDir)).toBe(false);
		expect(hostProcesses().filter(({ command }) => command.includes(home.options.stateDir))).toEqual([]);
	});

	it('is not touched by another home', async () => {
		await using home = await podmanHome();
		await using other = await podmanHome();
		const acquire = (each: PodmanHome) => each.sandboxes.acquire(each.home('s'), never);
		const [mine, theirs] = await Promise.all([acquire(home), acquire(other)]);
		await home.sandboxes[Symbol.asyncDispose]();
		expect(await bash(mine, 'true')).toMatchObject({ ok: false, lost: expect.any(String) });
		expect(await bash(theirs, 'echo well')).toMatchObject({ ok: true });
		await using next = await podmanHome();
		await next.sandboxes.prepare(never);
		expect(await bash(theirs, 'echo well')).toMatchObject({ ok: true });
	});

	it('is known by its name: the maker is dead, or it is ours and forgotten', async () => {
		const owner = createOwner();
		const name = owner.nameSlot();
		expect(await owner.isLeftOver(name)).toBe(false);
		expect(await createOwner().isLeftOver(name)).toBe(false);
		expect(await owner.isLeftOver(name.replace(/^\d+-\d+-/, `${process.pid}-1-`).replace(/-[0-9a-f]+\./, '-0.'))).toBe(
			true,
		);
		expect(await owner.isLeftOver('4194305-1-ab.cd')).toBe(true);
		expect(await owner.isLeftOver('')).toBe(true);
		owner.forget(name);
		expect(await owner.isLeftOver(name)).toBe(true);
	});
});

/** Runs a process that holds a sandbox of this home until it is killed -9. */
async function killWhileHolding(homeId: string, data: string): Promise<void> {
	await using child = startChild(new URL('../holding-child.ts', import.meta.url).pathname, [homeId, data]);
	await child.printed('held');
	const alive = () => hostProcesses().filter(({ command }) => command.includes('sleep 4714'));
	await waitFor(() => alive().length >= 2, 'what ignores TERM to run');
	await child.kill();
	await waitFor(() => alive().length === 0, 'the end of what ignores TERM');
}
