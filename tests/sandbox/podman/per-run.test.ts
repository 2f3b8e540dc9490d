import { afterAll, beforeAll, expect, it } from 'vitest';
import { perRun } from '../../../src/sandbox/per-run.ts';
import type { Sandboxes } from '../../../src/sandbox/sandbox.ts';
import { waitFor } from '../../support/wait-for.ts';
import { describeWithPodman, type PodmanHome, podmanHome } from './podman-home.ts';
import { bash, never } from './run-in.ts';

describeWithPodman('Commands with a sandbox each', () => {
	let home: PodmanHome;
	let sandboxes: Sandboxes;

	beforeAll(async () => {
		home = await podmanHome();
		sandboxes = perRun(home.sandboxes);
	});
	afterAll(() => home?.[Symbol.asyncDispose]());

	it('find the files of those before them, and neither their folder, variables, other files nor processes', async () => {
		const sandbox = await sandboxes.acquire(home.home('s'), never);
		const first =
			'mkdir -p /workspace/a; cd /workspace/a; echo kept >b; export A=1; echo x >/tmp/x; nohup sleep 4711 >/dev/null 2>&1 &';
		expect(await bash(sandbox, first)).toMatchObject({ ok: true });
		const second = 'pwd; cat a/b; echo "A=$A"; ls /tmp/x; cat /proc/*/cmdline | grep -ac 4711';
		const { text } = await bash(sandbox, second);
		expect(text).toMatch(/stdout:\n\/workspace\nkept\nA=\n/);
		expect(text).toContain("cannot access '/tmp/x'");
		await bash(sandbox, 'echo out >/outputs/out.txt');
		expect((await sandbox.collect(new Map(), never)).artifacts).toMatchObject([{ name: 'out.txt', size: 4 }]);
		await waitFor(() => home.sandboxes.status().length === 0, 'the last sandbox to end');
	});
});
