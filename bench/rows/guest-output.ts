/**
 * Measures what a gigabyte of output costs that goes by, ten with `--long`: calls of `bash` that print 60 MiB each, as one that prints more than 64 is
 * ended. `guest-output`: a call, ms; control: the same by a plain child process on the host whose output is read and dropped.
 * `guest-output-memory`, `host-output-memory`: by how many MB the most resident memory of the guest, and of this process, which has the host's side in
 * it, was larger in the second half of the calls than in the first.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import type { Bench } from '../bench.ts';
import { compare, spread, timed } from '../interleave.ts';
import { guestMemory, ownMemory, peaksDuring } from '../parts/resident-memory.ts';
import { bash, cliOf, containerOf, openSandboxBench } from '../parts/sandbox-bench.ts';
import { toRow } from '../row.ts';
import { summarise } from '../summary.ts';

const print = `yes | head -c ${60 * 2 ** 20}`;

/** Calls that print a gigabyte, and ten. */
const calls = { short: 17, long: 171 } as const;

export const guestOutput: Bench = {
	name: 'guest-output',
	async run(context) {
		const { signal, runs, say, isLong } = context;
		await using under = await openSandboxBench(context);
		const sandbox = await under.acquire('output');
		const memories = [await guestMemory(await containerOf('output', cliOf(under))), ownMemory];
		const half = Math.ceil(runs(isLong ? calls.long : calls.short) / 2);
		const printAll = async () => {
			for (let call = 0; call < half; call += 1) await printOnce(sandbox, signal);
		};
		await printOnce(sandbox, signal);
		const before = await peaksDuring(printAll, memories);
		const after = await peaksDuring(printAll, memories);
		const { value, control } = await compare(
			{ subject: () => timed(() => printOnce(sandbox, signal)), control: () => timed(() => printHere(signal)) },
			{ runs: 7, warmUps: 0 },
			context,
		);
		say(`  ${half * 2} calls; guest ${before[0]} MB, then ${after[0]}; host ${before[1]} MB, then ${after[1]}`);
		say(`  a call ${spread(value)}; a child process ${spread(control)}`);
		const rose = (which: number) => summarise([(after[which] ?? 0) - (before[which] ?? 0)]);
		return [
			toRow({ name: this.name, unit: 'ms', value, control }),
			toRow({ name: 'guest-output-memory', unit: 'MB', value: rose(0), goal: { of: 'value', most: 4 } }),
			toRow({ name: 'host-output-memory', unit: 'MB', value: rose(1), goal: { of: 'value', most: 16 } }),
		];
	},
};

/** What was saved of the call before is removed: the disk holds 2 GB. */
async function printOnce(sandbox: Sandbox, signal: AbortSignal): Promise<void> {
	await bash(sandbox, `rm -f /workspace/.threadsmith/*-stdout.txt; ${print}`, signal);
}

async function printHere(signal: AbortSignal): Promise<void> {
	const child = spawn('bash', ['-c', print], { stdio: ['ignore', 'pipe', 'ignore'], signal });
	child.stdout.resume();
	await once(child, 'close');
}
