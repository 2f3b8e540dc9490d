/**
 * Measures how many sandboxes a second come to the result of their first command (`true`), eight sessions asking at once. Control: containers of
 * the same image and spec, two at a time, each to its first output.
 */

import PQueue from 'p-queue';
import type { Bench, BenchContext } from '../bench.ts';
import { compare, spread, timed } from '../interleave.ts';
import { signOfLife, startBare } from '../parts/bare-container.ts';
import { bash, openSandboxBench, type SandboxBench } from '../parts/sandbox-bench.ts';
import { toRow } from '../row.ts';

const atOnce = 8;

export const sandboxRate: Bench = {
	name: 'sandbox-rate',
	async run(context) {
		await using under = await openSandboxBench(context);
		let round = 0;
		const rate = async (work: (at: number) => Promise<unknown>) =>
			(atOnce * 1000) / (await timed(() => Promise.all(Array.from({ length: atOnce }, (_, at) => work(at)))));
		const { value, control } = await compare(
			{
				subject: async () => {
					const names = Array.from({ length: atOnce }, (_, at) => `rate-${round}-${at}`);
					round += 1;
					const found = await rate(async (at) => bash(await under.acquire(names[at] ?? ''), 'true', context.signal));
					await Promise.all(names.map((name) => under.sandboxes.end(name)));
					return found;
				},
				control: () => bareRate(under, context, rate),
			},
			{ runs: 4, warmUps: 1 },
			context,
		);
		context.say(`  sandboxes ${spread(value)}; bare containers ${spread(control)}`);
		return [toRow({ name: this.name, unit: '1/s', value, control })];
	},
};

async function bareRate(
	{ image, runtime, stateDir }: SandboxBench,
	{ signal }: BenchContext,
	rate: (work: () => Promise<unknown>) => Promise<number>,
): Promise<number> {
	await using held = new AsyncDisposableStack();
	const starts = new PQueue({ concurrency: 2 });
	const start = async () => held.use(await startBare({ image, runtime, stateDir, command: signOfLife }, signal));
	return await rate(() => starts.add(start));
}
