/**
 * Measures calls at once, each of which waits for half a second, against one alone, ms. `parallel-calls`: a command, a run of a tool and a search that
 * comes with them; control: the command. `parallel-tools`: four runs of a tool that has nothing to do with files, each under a user of its own;
 * control: one run. `parallel-computing`: likewise of one that computes all the while, which the sandbox's processors bound; control: four such
 * tools one after another.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GuestCall, Sandbox } from '../../src/sandbox/sandbox.ts';
import type { Bench } from '../bench.ts';
import { compare, spread, timed } from '../interleave.ts';
import { openSandboxBench, textOf } from '../parts/sandbox-bench.ts';
import { toRow } from '../row.ts';

const waits = 'import time\n\ndef run(input):\n    time.sleep(0.5)\n    return {}\n';
const computes = 'def run(input):\n    return {"sum": sum(one * one for one in range(4_000_000))}\n';
const codes = { waiting: waits, computing: computes };

const command: GuestCall = { tool: 'bash', args: { command: 'sleep 0.5' } };
const runOf = (name: keyof typeof codes): GuestCall => ({
	tool: 'run_tool',
	args: { tool: `bench/${name}/1`, input: {}, looksAround: false },
});
const run = runOf('waiting');
const compute = runOf('computing');
const search: GuestCall = { tool: 'search_files', args: { pattern: 'nothing of that kind' } };

export const parallelCalls: Bench = {
	name: 'parallel-calls',
	async run(context) {
		const { signal, say } = context;
		await using under = await openSandboxBench(context);
		for (const [name, code] of Object.entries(codes)) {
			const folder = join(under.pathsOf('parallel').trees.tools, 'bench', name, '1');
			await mkdir(folder, { recursive: true });
			await writeFile(join(folder, 'tool.py'), code);
		}
		const sandbox = await under.acquire('parallel');
		const all = (calls: readonly GuestCall[]) => () => timed(() => callAll(sandbox, calls, signal));
		const repetition = { runs: 7, warmUps: 1 };
		const mixed = await compare({ subject: all([command, run, search]), control: all([command]) }, repetition, context);
		const tools = await compare({ subject: all([run, run, run, run]), control: all([run]) }, repetition, context);
		const inTurn = () => timed(() => callInTurn(sandbox, [compute, compute, compute, compute], signal));
		const computing = await compare(
			{ subject: all([compute, compute, compute, compute]), control: inTurn },
			repetition,
			context,
		);
		say(`  mixed ${spread(mixed.value)}; one ${spread(mixed.control)}; four tools ${spread(tools.value)}`);
		say(
			`  one that waits ${spread(tools.control)}; four that compute ${spread(computing.value)}, in turn ${spread(computing.control)}`,
		);
		return [
			toRow({ name: this.name, unit: 'ms', ...mixed, goal: { of: 'ratio', most: 1.3 } }),
			toRow({ name: 'parallel-tools', unit: 'ms', ...tools, goal: { of: 'ratio', most: 1.3 } }),
			toRow({ name: 'parallel-computing', unit: 'ms', ...computing, goal: { of: 'ratio', most: 1.3 } }),
		];
	},
};

async function callAll(sandbox: Sandbox, calls: readonly GuestCall[], signal: AbortSignal): Promise<void> {
	for (const result of await Promise.all(calls.map((call) => sandbox.call(call, { signal })))) textOf(result);
}

async function callInTurn(sandbox: Sandbox, calls: readonly GuestCall[], signal: AbortSignal): Promise<void> {
	for (const call of calls) textOf(await sandbox.call(call, { signal }));
}
