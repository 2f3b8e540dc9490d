/**
 * Measures how long the `bash` built-in takes for `true`, from the call on the host to its result. Control: `podman exec … true` in the
 * same container, from the start of that program to its end.
 */

import type { Bench } from '../bench.ts';
import { compare, spread, timed } from '../interleave.ts';
import { bash, cliOf, containerOf, openSandboxBench } from '../parts/sandbox-bench.ts';
import { toRow } from '../row.ts';

export const guestTrue: Bench = {
	name: 'guest-true',
	async run(context) {
		const { signal, say } = context;
		await using under = await openSandboxBench(context);
		const sandbox = await under.acquire('true');
		const podman = cliOf(under);
		const { id } = await containerOf('true', podman);
		const { value, control } = await compare(
			{
				subject: () => timed(() => bash(sandbox, 'true', signal)),
				control: () => timed(() => podman('exec', id, 'true')),
			},
			{ runs: 25, warmUps: 3 },
			context,
		);
		say(`  guest ${spread(value)}; podman exec ${spread(control)}`);
		return [toRow({ name: this.name, unit: 'ms', value, control, goal: { of: 'ratio', most: 1 / 20 } })];
	},
};
