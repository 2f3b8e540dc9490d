import { parseArgs } from 'node:util';
import { codingAgents } from '../../src/agent/coding/agents.ts';
import type { CodingAgent } from '../../src/agent/coding/coding-agent.ts';
import type { Runtime } from './step.ts';

const runtimes: readonly Runtime[] = ['runc', 'runsc'];

export const usage = `npm run agents -- [--json] [--only <agent>,…]… [--runtime ${runtimes.join('|')}]…

  Each coding agent of the image that \`threadsmith image agents\` builds does one task in its real box, over the real gateway, against a scripted
  provider that speaks its own dialect: it starts, writes, runs, goes on, asks, is called off and ends; who it calls is watched, by root alone.

  --json     one JSON object a row on standard output, and nothing else
  --only     only these: ${codingAgents.map(({ name }) => name).join(', ')}
  --runtime  only on this runtime; default: each that is installed

  Exit code: 0 when no step has failed, 1 when one has or nothing could be tried, 2 for wrong arguments, 130 for Ctrl-C.
`;

/** What a person has asked for. */
export interface Choice {
	readonly json: boolean;
	readonly chosen: readonly CodingAgent[];
	readonly runtimes: readonly Runtime[];
}

/** Undefined: help is wanted. Throws for wrong arguments. */
export function choose(args: readonly string[]): Choice | undefined {
	const { values } = parseArgs({
		args: [...args],
		options: {
			help: { type: 'boolean', default: false },
			json: { type: 'boolean', default: false },
			only: { type: 'string', multiple: true, default: [] },
			runtime: { type: 'string', multiple: true, default: [] },
		},
	});
	if (values.help) return undefined;
	const wanted = values.only.flatMap((names) => names.split(','));
	const unknown = wanted.find((name) => !codingAgents.some((agent) => agent.name === name));
	if (unknown !== undefined) throw new Error(`There is no coding agent "${unknown}"`);
	const strange = values.runtime.find((name) => !runtimes.some((one) => one === name));
	if (strange !== undefined) throw new Error(`--runtime must be one of ${runtimes.join(', ')}`);
	return {
		json: values.json,
		chosen: codingAgents.filter(({ name }) => wanted.length === 0 || wanted.includes(name)),
		runtimes: runtimes.filter((name) => values.runtime.length === 0 || values.runtime.includes(name)),
	};
}
