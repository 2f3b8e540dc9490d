/**
 * Measures a cold sandbox: from asking for the sandbox of a session that has none, not even a disk, to the result of its first command
 * (`true`); as `wake-sandbox` the same for a session whose disk is there. Control of both: create, attach and start of a container of the
 * same image and spec, without the session's mounts, the guest and the reading back, to its first output. Podman's service runs already;
 * `first-sandbox` is the very first sandbox of a process, which has to start that, too.
 */

import type { Bench, BenchContext } from '../bench.ts';
import { interleave, spread, timed } from '../interleave.ts';
import { signOfLife, startBare } from '../parts/bare-container.ts';
import { bash, openSandboxBench, type SandboxBench } from '../parts/sandbox-bench.ts';
import { toRow } from '../row.ts';
import { summarise } from '../summary.ts';

export const coldSandbox: Bench = {
	name: 'cold-sandbox',
	async run(context) {
		const { say } = context;
		const first = summarise(await firstOnes(context));
		await using under = await openSandboxBench(context);
		let sessions = 0;
		const samples = await interleave<Sample>(
			{
				subject: () => coldAndWake(under, `cold-${++sessions}`, context.signal),
				control: async () => ({ cold: await bare(under, context.signal), wake: 0 }),
			},
			{ runs: 12, warmUps: 1 },
			context,
		);
		const control = summarise(samples.control.map(({ cold }) => cold));
		const cold = summarise(samples.subject.map((sample) => sample.cold));
		const wake = summarise(samples.subject.map((sample) => sample.wake));
		say(`  cold ${spread(cold)}; wake ${spread(wake)}; bare ${spread(control)}; first of a process ${spread(first)}`);
		return [
			toRow({ name: this.name, unit: 'ms', value: cold, control, goal: { of: 'value', most: 400 } }),
			toRow({ name: 'wake-sandbox', unit: 'ms', value: wake, control }),
			toRow({ name: 'first-sandbox', unit: 'ms', value: first, control }),
		];
	},
};

interface Sample {
	readonly cold: number;
	readonly wake: number;
}

async function coldAndWake(under: SandboxBench, session: string, signal: AbortSignal): Promise<Sample> {
	const start = async (): Promise<unknown> => bash(await under.acquire(session), 'true', signal);
	const cold = await timed(start);
	await under.sandboxes.end(session);
	const wake = await timed(start);
	await under.sandboxes.end(session);
	return { cold, wake };
}

async function bare({ image, runtime, stateDir }: SandboxBench, signal: AbortSignal): Promise<number> {
	const start = performance.now();
	await using _container = await startBare({ image, runtime, stateDir, command: signOfLife }, signal);
	return performance.now() - start;
}

async function firstOnes(context: BenchContext): Promise<number[]> {
	const samples: number[] = [];
	for (let run = 0; run < context.runs(3); run += 1) {
		const start = performance.now();
		await using under = await openSandboxBench(context);
		await bash(await under.acquire('first'), 'true', context.signal);
		samples.push(performance.now() - start);
	}
	return samples;
}
