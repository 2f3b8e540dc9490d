/**
 * Measures how long somebody waits who begins beside four sandboxes that have computed for a minute: from asking for a sandbox to the
 * result of its first command (`true`). Control: the same while all have the usual processor weight, as if nobody yielded.
 */

import { findCgroupFolders } from '../../src/sandbox/podman/container/cgroup.ts';
import { type CpuWeight, cpuWeightIn } from '../../src/sandbox/podman/container/cpu-weight.ts';
import { weightAfter } from '../../src/sandbox/podman/lifetime/yielding.ts';
import type { Bench } from '../bench.ts';
import { compare, spread, timed } from '../interleave.ts';
import { containersWith } from '../parts/podman-cli.ts';
import { bash, cliOf, openSandboxBench, type SandboxBench } from '../parts/sandbox-bench.ts';
import { toRow } from '../row.ts';

const neighbours = 4;
/** So long each computes before, seconds of time. */
const seconds = 60;
const spins = 'for i in 1 2; do (while :; do :; done) & done; wait';

export const busyNeighbours: Bench = {
	name: 'busy-neighbours',
	async run(context) {
		const { signal, say } = context;
		await using under = await openSandboxBench(context);
		const ending = new AbortController();
		const busy = Array.from({ length: neighbours }, (_, at) => `busy-${at}`);
		const spinning = await Promise.all(busy.map((session) => spin(under, session, ending.signal)));
		try {
			const weights = await weightsOf(under, busy);
			await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
			const parts = await Promise.all(weights.map(async (weight) => weightAfter((await weight.used()) ?? 0)));
			say(`  parts of the usual weight: ${parts.map((part) => part.toFixed(2)).join(', ')}`);
			let sessions = 0;
			const measure = async (part: (at: number) => number) => {
				await Promise.all(weights.map((weight, at) => weight.set(part(at))));
				const session = `new-${++sessions}`;
				const took = await timed(async () => bash(await under.acquire(session), 'true', signal));
				await under.sandboxes.end(session);
				return took;
			};
			const { value, control } = await compare(
				{ subject: () => measure((at) => parts[at] ?? 1), control: () => measure(() => 1) },
				{ runs: 8, warmUps: 1 },
				context,
			);
			say(`  beside those that yield ${spread(value)}; beside others ${spread(control)}`);
			return [toRow({ name: this.name, unit: 'ms', value, control, goal: { of: 'value', most: 500 } })];
		} finally {
			ending.abort();
			await Promise.allSettled(spinning);
		}
	},
};

/** Resolves when it runs, with its end. */
async function spin(
	under: SandboxBench,
	session: string,
	signal: AbortSignal,
): Promise<{ readonly ended: Promise<unknown> }> {
	const sandbox = await under.acquire(session);
	const ended = sandbox.call({ tool: 'bash', args: { command: spins, timeout: 600 } }, { signal });
	ended.catch(() => {});
	return { ended };
}

async function weightsOf(under: SandboxBench, sessions: readonly string[]): Promise<readonly CpuWeight[]> {
	const podman = cliOf(under);
	const found = await Promise.all(sessions.map((session) => containersWith(`session=${session}`, podman)));
	return await Promise.all(found.flat().map(async ({ pid, id }) => cpuWeightIn(await findCgroupFolders(pid, id))));
}
