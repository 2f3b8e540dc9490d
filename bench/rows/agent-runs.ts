/**
 * Measures coding agents in their boxes, each that the agents' image holds, over the gateway and a scripted provider that answers at once:
 * `agent-start-…`, from the order to start its program to the first thing that it tells of its first prompt, ms; control: from the order to start Node
 * with nothing to do to its end, in the same box. `agent-next-…`, its second prompt from first to last, which is one command and two answers
 * of the model; control: two bare requests to the provider. `agent-memory-…`, what its box is charged for by then, MB of a million bytes; control: the
 * box before it was started.
 */

import { codingAgents } from '../../src/agent/coding/agents.ts';
import type { CodingAgent } from '../../src/agent/coding/coding-agent.ts';
import { messageOf } from '../../src/base/errors.ts';
import { replyBy } from '../../src/demo/provider/plan.ts';
import { type AgentTry, beginTry, openDriver, prompt } from '../agents/agent-try.ts';
import { type AgentGround, openAgentGround, operatorKey } from '../agents/ground.ts';
import { installedAgents } from '../agents/installed-agents.ts';
import type { Runtime } from '../agents/step.ts';
import { price } from '../agents/steps.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { timed } from '../interleave.ts';
import { memoryOf } from '../parts/podman-cli.ts';
import { type Row, toRow } from '../row.ts';
import { summarise } from '../summary.ts';

const megabyte = 1e6;

export const agentRuns: Bench = {
	name: 'agent-runs',
	async run(context) {
		const there = await installedAgents().catch((error: unknown) => messageOf(error));
		if (typeof there === 'string') context.say(`  left out: ${there}`);
		if (typeof there === 'string') return [];
		const runtime: Runtime = context.runtime === 'runsc' ? 'runsc' : 'runc';
		await using ground = await openAgentGround(runtime, () => ({ text: 'A small task' }));
		const rows: Row[] = [];
		for (const agent of codingAgents) {
			if (agent.run.kind !== 'acp' || !there.includes(agent.name)) continue;
			if (agent.run.notOn?.[runtime] === undefined) rows.push(...(await rowsOf(agent, ground, context)));
		}
		return rows;
	},
};

interface Sample {
	readonly start: number;
	readonly node: number;
	readonly next: number;
	readonly bare: number;
	readonly memory: number;
	readonly idle: number;
}

async function rowsOf(agent: CodingAgent, ground: AgentGround, context: BenchContext): Promise<readonly Row[]> {
	const samples: Sample[] = [];
	for (let run = 0; run < context.runs(3); run += 1) samples.push(await sampleOf(agent, ground, context));
	const of = (name: keyof Sample) => summarise(samples.map((sample) => sample[name]));
	context.say(`  ${agent.name}: first word after ${Math.round(of('start').median)} ms`);
	return [
		toRow({ name: `agent-start-${agent.name}`, unit: 'ms', value: of('start'), control: of('node') }),
		toRow({ name: `agent-next-${agent.name}`, unit: 'ms', value: of('next'), control: of('bare') }),
		toRow({ name: `agent-memory-${agent.name}`, unit: 'MB', value: of('memory'), control: of('idle') }),
	];
}

/** Of a box of its own. */
async function sampleOf(agent: CodingAgent, ground: AgentGround, { signal }: BenchContext): Promise<Sample> {
	const it = await beginTry(agent, ground, signal);
	await using undo = new AsyncDisposableStack();
	undo.defer(() => ground.boxes.remove(it.run));
	undo.use(it.keys);
	ground.provider.play((conversation) => ({ usage: price, ...replyBy(it.task.plans, conversation) }));
	const container = await ground.containerOf(it.run);
	const node = await timed(() => runNode(it, signal));
	const idle = await memoryOf(container);
	const began = performance.now();
	await using driver = await openDriver(it, false, signal);
	let start = Number.NaN;
	const onFirst = () => {
		start = Number.isNaN(start) ? performance.now() - began : start;
	};
	await prompt(it, driver, 'first', { signal, onUpdate: onFirst });
	const next = await timed(() => prompt(it, driver, 'next', { signal }));
	const memory = await memoryOf(container);
	const bare = await timed(() => bareRequests(ground));
	return { start, node, next, bare, memory: memory / megabyte, idle: idle / megabyte };
}

async function runNode({ box }: AgentTry, signal: AbortSignal): Promise<void> {
	await using program = await box.open(
		{ argv: ['/usr/bin/env', 'node', '-e', '0'], cwd: '/workspace', env: {} },
		signal,
	);
	const end = await program.ended;
	if (end.kind !== 'exit' || end.code !== 0) throw new Error(`Node did not start in the box: ${program.lastWords()}`);
}

async function bareRequests({ provider }: AgentGround): Promise<void> {
	const body = JSON.stringify({ model: 'scripted-model', messages: [{ role: 'user', content: 'Hi' }], stream: true });
	const headers = { 'content-type': 'application/json', authorization: `Bearer ${operatorKey}` };
	for (let count = 0; count < 2; count += 1) {
		await (await fetch(`${provider.url}/v1/chat/completions`, { method: 'POST', headers, body })).text();
	}
}
