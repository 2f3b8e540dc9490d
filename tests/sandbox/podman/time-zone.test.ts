import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { describeWithPodman, type PodmanHome, podmanHome } from './podman-home.ts';
import { bash, never, python } from './run-in.ts';

describeWithPodman('the clock of a sandbox', () => {
	let home: PodmanHome;
	let sandbox: Sandbox;
	beforeAll(async () => {
		// The database's name of long ago, which Debian's own copy of it leaves out
		home = await podmanHome({ timezone: 'Asia/Calcutta' });
		sandbox = await home.sandboxes.acquire(home.home('s'), never);
	}, 60_000);
	afterAll(() => home[Symbol.asyncDispose]());

	it('shows the time of the installation, to commands and to Python', async () => {
		expect((await bash(sandbox, 'date +%Z%z')).text).toContain('IST+0530');
		expect((await python(sandbox, 'import time; print(time.tzname)')).text).toContain('IST');
		const zone = 'from datetime import datetime; print(datetime.now().astimezone().utcoffset())';
		expect((await python(sandbox, zone)).text).toContain('5:30:00');
	});
});
