/**
 * Measures a call where each has a sandbox of its own (`SANDBOX_SCOPE=run`): `true` by the `bash` built-in, one call after the other, so that each
 * waits until the sandbox of the one before is gone. Control: the same in a sandbox that goes on. None stands ready.
 */

import { perRun } from '../../src/sandbox/per-run.ts';
import type { Bench } from '../bench.ts';
import { compare, spread, timed } from '../interleave.ts';
import { bash, openSandboxBench } from '../parts/sandbox-bench.ts';
import { toRow } from '../row.ts';

export const runScope: Bench = {
	name: 'run-scope',
	async run(context) {
		const { signal, say } = context;
		await using under = await openSandboxBench(context);
		const each = await perRun(under.sandboxes).acquire(under.home('run-scope'), signal);
		const lasting = await under.acquire('lasting');
		const { value, control } = await compare(
			{
				subject: () => timed(() => bash(each, 'true', signal)),
				control: () => timed(() => bash(lasting, 'true', signal)),
			},
			{ runs: 15, warmUps: 1 },
			context,
		);
		say(`  a sandbox each ${spread(value)}; one that goes on ${spread(control)}`);
		return [toRow({ name: this.name, unit: 'ms', value, control })];
	},
};
