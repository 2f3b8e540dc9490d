/**
 * Measures how long a run of a forged tool takes that does nothing, from the call on the host to its result. Control: the start of the
 * same Python in the same container by a plain parent, timed inside.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import type { Bench } from '../bench.ts';
import { compare, spread, timed } from '../interleave.ts';
import { pythonStartInside } from '../parts/python-control.ts';
import { openSandboxBench, textOf } from '../parts/sandbox-bench.ts';
import { toRow } from '../row.ts';

const tool = 'bench/trivial/1';

export const toolRun: Bench = {
	name: 'tool-run',
	async run(context) {
		const { signal, say } = context;
		await using under = await openSandboxBench(context);
		await writeTool(under.pathsOf('tool').trees.tools);
		const sandbox = await under.acquire('tool');
		const { value, control } = await compare(
			{
				subject: () => timed(() => runTool(sandbox, signal)),
				control: () => pythonStartInside(sandbox, signal),
			},
			{ runs: 25, warmUps: 3 },
			context,
		);
		say(`  forged tool ${spread(value)}; Python itself ${spread(control)}`);
		return [toRow({ name: this.name, unit: 'ms', value, control, goal: { of: 'ratio', most: 1.3 } })];
	},
};

async function writeTool(tools: string): Promise<void> {
	await mkdir(join(tools, tool), { recursive: true });
	await writeFile(join(tools, tool, 'tool.py'), 'def run(input):\n    return {"got": input}\n');
}

async function runTool(sandbox: Sandbox, signal: AbortSignal): Promise<void> {
	textOf(await sandbox.call({ tool: 'run_tool', args: { tool, input: { n: 1 } } }, { signal }));
}
