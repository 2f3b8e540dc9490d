import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { perRun } from '../../../src/sandbox/per-run.ts';
import type { Sandboxes } from '../../../src/sandbox/sandbox.ts';
import { waitFor } from '../../support/wait-for.ts';
import { describeWithPodman, type PodmanHome, podmanHome } from './podman-home.ts';
import { bash, never, startBash } from './run-in.ts';

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

	it('are told of when they are stopped, and what they had not written to the end is known', async () => {
		const sandbox = await sandboxes.acquire(home.home('s'), never);
		await bash(
			sandbox,
			'nohup sh -c "exec 3>/outputs/left.txt; echo half >&3; sleep 4711" >/dev/null 2>&1 & sleep 0.2',
		);
		const stop = new AbortController();
		const { ended } = await startBash(
			sandbox,
			'exec 3>/outputs/half.txt; echo half >&3; echo on; sleep 4712',
			stop.signal,
		);
		stop.abort(new Error('stopped'));
		await ended.catch(() => undefined);
		expect((await sandbox.sweep()).map(({ command }) => command)).toContain('sleep 4712');
		const known = new Map([['out.txt', createHash('sha256').update('out\n').digest('hex')]]);
		const { artifacts } = await sandbox.collect(known, never);
		expect(artifacts.map(({ name, state }) => [name, state])).toEqual([
			['half.txt', 'unfinished'],
			['left.txt', 'unfinished'],
		]);
		await waitFor(() => home.sandboxes.status().length === 0, 'the last sandbox to end');
	});
});
