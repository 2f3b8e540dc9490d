/**
 * Measures a sandbox that stood ready: from asking for the sandbox of a session that has none, not even a disk, to the result of its first
 * command (`true`); as `claimed-wake` the same for a session whose disk is there. Control of both: the same where none stands ready, so that
 * the sandbox starts cold.
 */

import type { Bench } from '../bench.ts';
import { interleave, spread, timed } from '../interleave.ts';
import { openPooledBench, type PooledBench } from '../parts/pooled-bench.ts';
import { bash } from '../parts/sandbox-bench.ts';
import { toRow } from '../row.ts';
import { summarise } from '../summary.ts';

export const claimedSandbox: Bench = {
	name: 'claimed-sandbox',
	async run(context) {
		const { say, signal } = context;
		await using under = await openPooledBench(context);
		let sessions = 0;
		const samples = await interleave<Sample>(
			{
				subject: () => firstAndWake(under, `claimed-${++sessions}`, () => under.refill(signal), signal),
				control: () => firstAndWake(under, `cold-${++sessions}`, async () => {}, signal),
			},
			{ runs: 12, warmUps: 1 },
			context,
		);
		const of = (which: 'subject' | 'control', what: keyof Sample) => summarise(samples[which].map((one) => one[what]));
		const [first, cold] = [of('subject', 'first'), of('control', 'first')];
		const [wake, coldWake] = [of('subject', 'wake'), of('control', 'wake')];
		say(`  claimed ${spread(first)}; cold ${spread(cold)}; wake ${spread(wake)}; cold wake ${spread(coldWake)}`);
		return [
			toRow({ name: this.name, unit: 'ms', value: first, control: cold, goal: { of: 'value', most: 40 } }),
			toRow({ name: 'claimed-wake', unit: 'ms', value: wake, control: coldWake, goal: { of: 'value', most: 30 } }),
		];
	},
};

interface Sample {
	readonly first: number;
	readonly wake: number;
}

async function firstAndWake(
	{ sandboxes, acquire }: PooledBench,
	session: string,
	prepare: () => Promise<void>,
	signal: AbortSignal,
): Promise<Sample> {
	const start = async (): Promise<unknown> => bash(await acquire(session), 'true', signal);
	await prepare();
	const first = await timed(start);
	await sandboxes.end(session);
	await prepare();
	const wake = await timed(start);
	await sandboxes.end(session);
	return { first, wake };
}
