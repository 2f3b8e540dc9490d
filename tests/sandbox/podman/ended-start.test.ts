import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { leftOf, nothing } from './left-of.ts';
import { describeWithPodman, podmanHome } from './podman-home.ts';
import { never } from './run-in.ts';

describeWithPodman('A session that is ended while it starts', () => {
	it.each([5, 20, 50, 100, 150, 250])('leaves nothing after %i ms, and starts anew', async (ms) => {
		await using home = await podmanHome();
		await home.sandboxes.prepare(never);
		const acquiring = Promise.allSettled([home.sandboxes.acquire(home.home('s'), never)]);
		await delay(ms);
		await home.sandboxes.end('s');
		expect(leftOf(home)).toEqual(nothing);
		await acquiring;
		await home.sandboxes.acquire(home.home('s'), never);
		expect(leftOf(home)).toMatchObject({ containers: [expect.anything()], slots: [expect.anything()] });
	});
});
