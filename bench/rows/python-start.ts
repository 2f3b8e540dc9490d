/**
 * Measures how long the `bash` built-in takes for `python3 -c 1`, from the call on the host to its result. Control: the start of the same
 * Python in the same container by a plain parent, timed inside.
 */

import type { Bench } from '../bench.ts';
import { compare, spread, timed } from '../interleave.ts';
import { pythonStartInside } from '../parts/python-control.ts';
import { bash, openSandboxBench } from '../parts/sandbox-bench.ts';
import { toRow } from '../row.ts';

export const pythonStart: Bench = {
	name: 'python-start',
	async run(context) {
		const { signal, say } = context;
		await using under = await openSandboxBench(context);
		const sandbox = await under.acquire('python');
		const { value, control } = await compare(
			{
				subject: () => timed(() => bash(sandbox, 'python3 -c 1', signal)),
				control: () => pythonStartInside(sandbox, signal),
			},
			{ runs: 25, warmUps: 3 },
			context,
		);
		say(`  guest ${spread(value)}; Python itself ${spread(control)}`);
		return [toRow({ name: this.name, unit: 'ms', value, control, goal: { of: 'ratio', most: 1.3 } })];
	},
};
