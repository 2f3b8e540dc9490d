import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import { leftOf, nothing } from './left-of.ts';
import { describeWithPodman, podmanHome } from './podman-home.ts';
import { never } from './run-in.ts';

describeWithPodman('A start that is called off by leaving', () => {
	it.each([0, 10, 30, 60, 90, 130, 180, 250])('leaves nothing after %i ms', async (ms) => {
		const home = await podmanHome();
		await home.sandboxes.prepare(never);
		const starting = home.sandboxes.acquire(home.home('s'), never);
		starting.catch(() => undefined);
		await delay(ms);
		await home[Symbol.asyncDispose]();
		// Whoever lists the host's devices holds them open meanwhile.
		await waitFor(() => leftOf(home).disks.length === 0, 'the end of its loop device');
		expect(leftOf(home)).toEqual(nothing);
	});
});
