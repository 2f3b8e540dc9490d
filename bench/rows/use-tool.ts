/**
 * Measures `use_tool` of a forged tool that does nothing, as the Brain calls it: registry and files read and compared, input and output
 * checked, the run in the sandbox, counted. Control: the start of the same Python in the same container by a plain parent, timed inside.
 */

import { contentHash } from '../../src/agent/forge/registry/content-hash.ts';
import { type Manifest, versionFiles } from '../../src/agent/forge/registry/manifest.ts';
import { unused, updateRegistry } from '../../src/agent/forge/registry/registry.ts';
import { createForgeSource } from '../../src/agent/forge/use/forge-source.ts';
import { loadSession } from '../../src/agent/session/session.ts';
import type { Tool, ToolContext } from '../../src/agent/tool.ts';
import { useTool as useToolOf } from '../../src/agent/tool-sources/use-tool.ts';
import { places } from '../../src/platforms.ts';
import { sessionPathsIn } from '../../src/store/session/layout.ts';
import { openSessions } from '../../src/store/session/session-folder.ts';
import type { SessionFolder } from '../../src/store/store.ts';
import type { Bench } from '../bench.ts';
import { compare, spread, timed } from '../interleave.ts';
import { pythonStartInside } from '../parts/python-control.ts';
import { openSandboxBench } from '../parts/sandbox-bench.ts';
import { tempHome } from '../parts/temp-home.ts';
import { toRow } from '../row.ts';

export const useTool: Bench = {
	name: 'use-tool',
	async run(context) {
		const { signal, say } = context;
		await using home = await tempHome();
		await using under = await openSandboxBench(context, { paths: sessionPathsIn(home.path) });
		await using sessions = openSessions(home.path);
		const folder = await sessions.open('local-bench');
		await keepTrivial(folder);
		const sandbox = await under.acquire(folder.id);
		const session = await loadSession(folder, { session: 'local-bench', token: 1 });
		const place: ToolContext = {
			session,
			call: { id: 'c1', thread: { platform: 'terminal', id: 'bench' }, person: undefined, answer: undefined },
			sandbox: async () => sandbox,
			output: () => undefined,
			signal,
		};
		const tool = useToolOf([createForgeSource({ sessions, places })]);
		const { value, control } = await compare(
			{ subject: () => timed(() => use(tool, place)), control: () => pythonStartInside(sandbox, signal) },
			{ runs: 25, warmUps: 3 },
			context,
		);
		say(`  use_tool ${spread(value)}; Python itself ${spread(control)}`);
		return [toRow({ name: this.name, unit: 'ms', value, control, goal: { of: 'ratio', most: 1.3 } })];
	},
};

async function use(tool: Tool, place: ToolContext): Promise<void> {
	const outcome = await tool.run({ name: 'trivial_tool', input: { n: 1 } }, place);
	if ('ask' in outcome || !outcome.ok) throw new Error(`The tool failed: ${JSON.stringify(outcome)}`);
}

const number = { type: 'number' };
const got = { type: 'object', properties: { n: number }, required: ['n'], additionalProperties: false };
const files = { [versionFiles.code]: 'def run(input):\n    return {"n": input["n"]}\n', [versionFiles.tests]: '[]' };

const manifest: Manifest = {
	format: 2,
	category: 'bench',
	name: 'trivial_tool',
	version: 1,
	purpose: 'Returns its input',
	usage: 'trivial_tool {"n": 1}',
	input: got,
	output: got,
	example: { input: { n: 1 }, output: { n: 1 } },
	varies: false,
	capabilities: [],
	dependencies: [],
	sha256: contentHash(files),
	forgedAt: '2026-01-01T00:00:00Z',
	provenance: { session: 'local-bench', coder: 'none', seeds: [], tries: 1 },
};

async function keepTrivial(folder: SessionFolder): Promise<void> {
	await folder.files.tools.add('bench/trivial_tool', () => files);
	const versions = [{ manifest, quarantined: false, use: unused }];
	const tool = { category: manifest.category, name: manifest.name, current: 1, versions };
	await updateRegistry(folder, (registry) => ({ ...registry, tools: [tool] }));
}
