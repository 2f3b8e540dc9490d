import { type CodingAgent, gatewayUrl } from '../../src/agent/coding/coding-agent.ts';
import type { Driver, PromptEnd } from '../../src/agent/coding/driver.ts';
import type { PermissionAnswer, PermissionAsk } from '../../src/agent/coding/permission.ts';
import { createAgentWork } from '../../src/agent/coding/run/agent-work.ts';
import type { AgentUpdate, ToolCard } from '../../src/agent/coding/update.ts';
import { silentLogger } from '../../src/base/log.ts';
import type { GatewayRun } from '../../src/gateway/gateway.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import type { AgentGround } from './ground.ts';
import { layingCommand } from './hostile-folder.ts';
import { type AgentTask, createTask, type PromptName } from './task.ts';

/** An agent under trial: its box, its key and its task. */
export interface AgentTry {
	readonly agent: CodingAgent;
	readonly run: string;
	readonly box: Sandbox;
	readonly keys: GatewayRun;
	readonly task: AgentTask;
}

/** What a prompt came to, as its watcher saw it. */
export interface Prompted {
	readonly end: PromptEnd;
	readonly text: string;
	/** The last state of each tool. */
	readonly cards: readonly ToolCard[];
	readonly asks: readonly PermissionAsk[];
}

/** 16 MiB: what an agent writes here are a few lines. */
const diskBytes = 16 * 2 ** 20;
const noInputs = {
	version: async () => 'none',
	async *entries() {},
};

/** Starts a box, whose folder has hostile settings in it, and opens a key. The plans of its task are what the provider plays from now on. */
export async function beginTry(agent: CodingAgent, ground: AgentGround, signal: AbortSignal): Promise<AgentTry> {
	const session = `local-${agent.name}`;
	const run = `${session}~1`;
	const box = await ground.boxes.acquire({ run, session, diskBytes, disk: 'made', inputs: noInputs }, signal);
	const laid = await box.call({ tool: 'bash', args: { command: `cd /workspace && ${layingCommand()}` } }, { signal });
	if (!laid.ok) throw new Error(`The folder cannot be filled: ${laid.text}`);
	const keys = ground.gateway.open({
		run,
		agent: agent.name,
		limits: { tokens: 10_000_000, minutes: 30 },
		budget: { reserve: async () => ({ settle: async () => {} }) },
		onNotice: () => {},
	});
	return { agent, run, box, keys, task: createTask() };
}

/** Starts the agent's program in its box. */
export async function openDriver(
	{ agent, box, keys }: AgentTry,
	asking: boolean,
	signal: AbortSignal,
): Promise<Driver> {
	const model = keys.offers.find(({ dialect }) => agent.dialects.includes(dialect))?.models[0];
	if (model === undefined) throw new Error('The gateway offers no model that it could ask');
	const facts = { key: keys.key, model, baseUrl: gatewayUrl, asking };
	const order = { box, agent, facts, options: {}, keys, minutes: 5 };
	return await createAgentWork(silentLogger).openDriver(order, signal);
}

interface Prompting {
	readonly signal: AbortSignal;
	/** The answer to whatever it asks; default: yes. */
	readonly may?: boolean;
	readonly onUpdate?: (update: AgentUpdate) => void;
}

/** Runs a prompt of the task to its end; every request for permission gets the same answer. */
export async function prompt(
	{ keys, task }: AgentTry,
	driver: Driver,
	name: PromptName,
	{ signal, may = true, onUpdate }: Prompting,
): Promise<Prompted> {
	using _open = keys.prompt();
	const updates: AgentUpdate[] = [];
	const asks: PermissionAsk[] = [];
	const end = await driver.prompt(task.prompts[name], {
		signal,
		onUpdate(update) {
			updates.push(update);
			onUpdate?.(update);
		},
		onPermission: async (ask) => {
			asks.push(ask);
			return answerTo(ask, may);
		},
	});
	const cards = updates.flatMap((update) => (update.kind === 'tool' ? [update.card] : []));
	return {
		end,
		text: updates.map((update) => (update.kind === 'text' ? update.text : '')).join(''),
		cards: [...new Map(cards.map((card) => [card.id, card])).values()],
		asks,
	};
}

function answerTo({ options }: PermissionAsk, may: boolean): PermissionAnswer {
	const wanted = may ? 'allow_once' : 'reject_once';
	const option = options.find(({ kind }) => kind === wanted);
	return option === undefined ? { kind: 'refused' } : { kind: 'option', id: option.id };
}

/** The text of a file in the box; undefined where there is none. */
export async function fileIn({ box }: AgentTry, name: string, signal: AbortSignal): Promise<string | undefined> {
	const path = `/workspace/${name}`;
	const command = `test -e ${path} && printf '<%s>' "$(base64 -w0 ${path})"`;
	const { ok, text } = await box.call({ tool: 'bash', args: { command } }, { signal });
	const [, content] = /<([A-Za-z0-9+/=]*)>/.exec(text) ?? [];
	return ok && content !== undefined ? Buffer.from(content, 'base64').toString() : undefined;
}
