/**
 * Measures calls at once, each of which waits for half a second, against one alone, ms. `parallel-calls`: a command, a run of a tool and a search that
 * comes with them; control: the command. `parallel-tools`: four runs of a tool, which take turns, as all that is left of one run is ended by its user
 * before the next begins; control: one run.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GuestCall, Sandbox } from '../../src/sandbox/sandbox.ts';
import type { Bench } from '../bench.ts';
import { compare, spread, timed } from '../interleave.ts';
import { openSandboxBench, textOf } from '../parts/sandbox-bench.ts';
import { toRow } from '../row.ts';

const tool = 'bench/waiting/1';
const waits = 'import time\n\ndef run(input):\n    time.sleep(0.5)\n    return {}\n';

const command: GuestCall = { tool: 'bash', args: { command: 'sleep 0.5' } };
const run: GuestCall = { tool: 'run_tool', args: { tool, input: {} } };
const search: GuestCall = { tool: 'search_files', args: { pattern: 'nothing of that kind' } };

export const parallelCalls: Bench = {
	name: 'parallel-calls',
	async run(context) {
		const { signal, say } = context;
		await using under = await openSandboxBench(context);
		const folder = join(under.pathsOf('parallel').trees.tools, tool);
		await mkdir(folder, { recursive: true });
		await writeFile(join(folder, 'tool.py'), waits);
		const sandbox = await under.acquire('parallel');
		const all = (calls: readonly GuestCall[]) => () => timed(() => callAll(sandbox, calls, signal));
		const repetition = { runs: 7, warmUps: 1 };
		const mixed = await compare({ subject: all([command, run, search]), control: all([command]) }, repetition, context);
		const tools = await compare({ subject: all([run, run, run, run]), control: all([run]) }, repetition, context);
		say(`  mixed ${spread(mixed.value)}; one ${spread(mixed.control)}; four tools ${spread(tools.value)}`);
		return [
			toRow({ name: this.name, unit: 'ms', ...mixed, goal: { of: 'ratio', most: 1.3 } }),
			toRow({ name: 'parallel-tools', unit: 'ms', ...tools, goal: { of: 'ratio', most: 1.3 } }),
		];
	},
};

async function callAll(sandbox: Sandbox, calls: readonly GuestCall[], signal: AbortSignal): Promise<void> {
	for (const result of await Promise.all(calls.map((call) => sandbox.call(call, { signal })))) textOf(result);
}
