/**
 * Measures what it costs that root's helper, a process of its own, makes the sandboxes, and passes on what is said to them. Control of each row: the
 * same where this process makes them itself. `helper-cold` is a session's first sandbox to the result of `true`, `helper-claimed` one that stood ready,
 * `helper-true` a `true` in one that runs.
 */

import type { Bench, BenchContext } from '../bench.ts';
import { compare, spread, timed } from '../interleave.ts';
import { openPooledBench, type PooledBench } from '../parts/pooled-bench.ts';
import { bash } from '../parts/sandbox-bench.ts';
import { type Row, toRow } from '../row.ts';

export const rootHelper: Bench = {
	name: 'root-helper',
	async run(context) {
		const { signal } = context;
		await using helped = await openPooledBench(context, { helper: true });
		await using alone = await openPooledBench(context);
		let sessions = 0;
		const first = (under: PooledBench) => firstOf(under, `first-${++sessions}`, signal);
		const claimed = async (under: PooledBench) => {
			await under.refill(signal);
			return await first(under);
		};
		const pair = (how: (under: PooledBench) => Promise<number>) => ({
			subject: () => how(helped),
			control: () => how(alone),
		});
		const kept = new Map([
			[helped, await helped.acquire('kept')],
			[alone, await alone.acquire('kept')],
		]);
		const again = (under: PooledBench) => {
			const sandbox = kept.get(under);
			return timed(async () => sandbox && (await bash(sandbox, 'true', signal)));
		};
		return [
			await rowOf('helper-cold', pair(first), 12, context),
			await rowOf('helper-claimed', pair(claimed), 12, context),
			await rowOf('helper-true', pair(again), 60, context),
		];
	},
};

async function firstOf(under: PooledBench, session: string, signal: AbortSignal): Promise<number> {
	const took = await timed(async () => bash(await under.acquire(session), 'true', signal));
	await under.sandboxes.end(session);
	return took;
}

async function rowOf(
	name: string,
	pair: Parameters<typeof compare>[0],
	runs: number,
	context: BenchContext,
): Promise<Row> {
	const { value, control } = await compare(pair, { runs, warmUps: 2 }, context);
	context.say(`  ${name}: helped ${spread(value)}; alone ${spread(control)}`);
	return toRow({ name, unit: 'ms', value, control });
}
