/**
 * Measures what forging a tool that is right at once costs the host, with a Coder that answers in no time: gate, search, tests, ruff, the
 * look at its syntax tree, its runs in the sandbox, and its place on disk. A tool of its own each time. Control: the start of the same Python
 * in the same container by a plain parent, so that the ratio counts starts of Python. `forge-check` is the step in which Python reads a draft.
 */

import { forgeTool } from '../../src/agent/forge/forge-tool.ts';
import type { Model } from '../../src/agent/model/model.ts';
import { loadSession } from '../../src/agent/session/session.ts';
import type { Tool, ToolContext } from '../../src/agent/tool.ts';
import { silentLogger } from '../../src/base/log.ts';
import { createRuffLinter } from '../../src/lint/ruff-linter.ts';
import { places } from '../../src/platforms.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { openSessions } from '../../src/store/session/session-folder.ts';
import type { Bench } from '../bench.ts';
import { compare, spread, timed } from '../interleave.ts';
import { watchForgeParts } from '../parts/forge-parts.ts';
import { pythonStartInside } from '../parts/python-control.ts';
import { openSandboxBench, textOf } from '../parts/sandbox-bench.ts';
import { tempHome } from '../parts/temp-home.ts';
import { toRow } from '../row.ts';

const number = { type: 'integer' };
const rawSpec = {
	category: 'bench',
	purpose: 'Twice a whole number that is not negative.',
	input: { type: 'object', properties: { n: number }, required: ['n'], additionalProperties: false },
	output: { type: 'object', properties: { double: number }, required: ['double'], additionalProperties: false },
	examples: [
		{ input: { n: 2 }, output: { double: 4 } },
		{ input: { n: 50 }, output: { double: 100 } },
	],
	rejects: [{ input: { n: -1 }, says: 'negative' }],
	anyway: true,
};

const code = `def run(input: dict) -> dict:
    if input["n"] < 0:
        raise ValueError("n must not be negative")
    return {"double": input["n"] * 2}
`;

export const forge: Bench = {
	name: 'forge',
	async run(context) {
		const { signal, say } = context;
		await using under = await openSandboxBench(context);
		await using ruff = createRuffLinter({ log: silentLogger });
		const parts = watchForgeParts();
		const linter = parts.linter(ruff);
		await using home = await tempHome();
		await using sessions = openSessions(home.path);
		const tool = forgeTool({
			coder,
			judge: undefined,
			linter,
			packages: { allowed: [], enabled: true },
			sessions,
			places,
			// Ready beforehand: its start is no part of what the host does.
			labs: { open: () => ({ sandbox: async () => parts.sandbox(lab), [Symbol.dispose]: () => {} }) },
		});
		const sandbox = await under.acquire('forge');
		const lab = await under.acquire('lab');
		let nth = 0;
		const once = async () => {
			nth += 1;
			// A session of its own each time: none holds more than 30 tools
			const folder = await sessions.open(`local-bench-${nth}`);
			const session = await loadSession(parts.folder(folder), { session: `local-bench-${nth}`, token: 1 });
			const place = { ...placeOf(parts.sandbox(sandbox), signal), session };
			const took = await timed(() => forgeOne(tool, `double_number_${nth}`, place));
			parts.next();
			return took;
		};
		const python = () => pythonStartInside(sandbox, signal);
		const runs = { runs: 25, warmUps: 3 };
		const whole = await compare({ subject: once, control: python }, runs, context);
		for (const line of parts.told(nth - whole.value.runs)) say(`  of it ${line}`);
		const check = () => timed(() => checkDraft(sandbox, signal));
		const read = await compare({ subject: check, control: python }, runs, context);
		say(`  forged ${spread(whole.value)}, read ${spread(read.value)}; Python itself ${spread(whole.control)}`);
		return [
			toRow({ name: this.name, unit: 'ms', ...whole, goal: { of: 'value', most: 1500 } }),
			toRow({ name: `${this.name}-check`, unit: 'ms', ...read }),
		];
	},
};

function placeOf(sandbox: Sandbox, signal: AbortSignal): Omit<ToolContext, 'session'> {
	return {
		call: { id: 'c1', thread: { platform: 'terminal', id: 'bench' }, person: undefined, answer: undefined },
		sandbox: async () => sandbox,
		output: () => undefined,
		signal,
	};
}

/** Right at once, and at no time: its tests are one case of its own. */
const coder: Model = {
	name: 'bench',
	reply: () => {
		throw new Error('The Coder is asked for structured answers alone');
	},
	ask: async ({ name, schema }) => ({
		value: schema.parse(
			name === 'tool_tests'
				? { tests: [{ name: 'nothing', input: { n: 0 }, output: { double: 0 } }] }
				: { code, usage: 'double_number {"n": 2}', dependencies: [] },
		),
	}),
};

async function forgeOne(tool: Tool, name: string, context: ToolContext): Promise<void> {
	const outcome = await tool.run({ ...rawSpec, name }, context);
	if ('ask' in outcome || !outcome.ok) throw new Error(`The tool was not made: ${JSON.stringify(outcome)}`);
}

async function checkDraft(sandbox: Sandbox, signal: AbortSignal): Promise<void> {
	textOf(await sandbox.call({ tool: 'check_tool', args: { code } }, { signal }));
}
