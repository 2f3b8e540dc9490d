import { z } from 'zod';
import { shorten } from '../../../base/text/shorten.ts';
import { defineTool, type Tool, type ToolContext, type ToolOutcome } from '../../tool.ts';
import type { CodingAgent } from '../coding-agent.ts';
import { folderIn } from '../folder/folder-in.ts';
import { promptsBefore } from './again/past.ts';
import type { CodingDeps } from './coding-deps.ts';
import { broughtHome } from './halt.ts';
import { inputsNamed, notInputs } from './inputs/inputs.ts';
import { resultForBrain, resultForPeople } from './result-text.ts';
import { runPrompt } from './run-prompt.ts';
import { keepRun, newRun, type RunRecord, runsIn, threadRun, unbrought } from './run-record.ts';
import type { Runs } from './runs.ts';
import type { Steers } from './steers.ts';
import { promptTool } from './turns.ts';

interface Parts {
	readonly deps: CodingDeps;
	readonly runs: Runs;
	readonly steers: Steers;
}

/** The Brain's `delegate`: a coding agent does a task on a copy of a folder, and what it changed comes back. Offered where there is one. */
export function delegateTool(parts: Parts, agents: readonly CodingAgent[]): Tool {
	const tool = defineTool({
		name: 'delegate',
		description:
			'Have a coding agent (such as codex, when people name one) do a task on a folder of /workspace; its changes come back into that. Say all it needs to know.',
		args: z.strictObject({
			task: z.string().min(1),
			agent: z.string().optional(),
			folder: z.string().optional().describe('Default /workspace'),
			files: z.array(z.string()).optional().describe('Of /inputs'),
		}),
		touches: 'changes',
		ways: ['goes-on'],
		run: (args, context) => delegate(args, { ...parts, agents }, context),
	});
	return { ...tool, isOffered: async () => (await parts.deps.installed()).length > 0 };
}

const saidSchema = z.strictObject({ agent: z.string(), task: z.string(), files: z.array(z.string()).optional() });
type Said = z.infer<typeof saidSchema>;

/** People see whom they speak to. */
function titleIn(args: unknown, agents: readonly CodingAgent[]): string | undefined {
	const said = saidSchema.safeParse(args);
	return said.success ? agents.find(({ name }) => name === said.data.agent)?.title : undefined;
}

/** Hands a person's words to a coding agent. Never offered. */
export function threadPromptTool(parts: Parts, agents: readonly CodingAgent[]): Tool {
	const tool = defineTool({
		name: promptTool,
		description: 'What people say to a coding agent.',
		args: saidSchema,
		touches: 'changes',
		ways: ['goes-on'],
		run: (args, context) => promptOfThread(args, parts, context),
	});
	return { ...tool, isOffered: async () => false, shownAs: (args) => titleIn(args, agents) };
}

interface Task {
	readonly task: string;
	readonly agent?: string | undefined;
	readonly folder?: string | undefined;
	readonly files?: readonly string[] | undefined;
}

async function delegate(
	given: Task,
	{ agents, ...parts }: Parts & { readonly agents: readonly CodingAgent[] },
	context: ToolContext,
): Promise<ToolOutcome> {
	const installed = await parts.deps.installed();
	const agent = given.agent === undefined ? installed[0] : agentMeant(given.agent, installed);
	if (agent === undefined) return { ok: false, text: whyNone(given.agent, agents, installed) };
	const folder = folderIn(given.folder);
	if (folder === undefined) return { ok: false, text: 'The folder has to be /workspace or one below it.' };
	const files = (given.files ?? []).map(asInput);
	const begun = begunBy(context, await runsIn(context.session.folder));
	const [missing] = begun ? [] : await notInputs(context.session.folder, files);
	if (missing !== undefined) return { ok: false, text: `There is no file "${shorten(missing, 100)}" in /inputs.` };
	const earlier = await endEarlier(parts, context);
	const run = begun ?? (await newRunOf({ agent: agent.name, folder }, context));
	if (run.state === 'ended') return { ok: false, text: lostText(agent, run) };
	const came = await outcome({ run, agent, text: given.task, files, named: files }, parts, context);
	return 'ask' in came || earlier.length === 0 ? came : { ...came, text: `${earlier.join('\n')}\n\n${came.text}` };
}

/** Earlier tasks are over, but for what they had changed when their boxes were lost: that comes first, and the Brain is told. What cannot come waits on. */
async function endEarlier(
	{ deps, runs }: Parts,
	{ session: { folder }, call }: ToolContext,
): Promise<readonly string[]> {
	const told: string[] = [];
	for (const run of await unbrought(folder)) {
		if (run.asked !== 'brain' || run.state !== 'parked' || run.call === call.id) continue;
		const home = await broughtHome(run, undefined, folder, deps);
		told.push(`Of an earlier task: ${home.told}`);
		if (home.state === 'home') await runs.end(folder, { kind: 'ended', outcome: run.outcome ?? 'ended' }, run.count);
	}
	return told;
}

/** A call that is run again, with an answer or after a crash, is of the run that it began, unless that has ended before it had done anything. */
function begunBy({ call: { id: call } }: ToolContext, before: readonly RunRecord[]): RunRecord | undefined {
	const begun = before.findLast((run) => run.asked === 'brain' && run.call === call);
	return begun && (begun.state !== 'ended' || begun.prompts > 0) ? begun : undefined;
}

async function newRunOf(
	{ agent, folder }: Pick<RunRecord, 'agent' | 'folder'>,
	{ session, call: { id: call } }: ToolContext,
): Promise<RunRecord> {
	const before = await runsIn(session.folder);
	const run = newRun({ agent, options: {}, folder, asked: 'brain', call }, before, Date.now());
	await keepRun(session.folder, run);
	return run;
}

/** The process may have died when all was done but to tell it. */
function lostText({ title }: CodingAgent, { outcome = 'ended' }: RunRecord): string {
	return `${title} worked on this and has ended (${shorten(outcome, 200)}) before it could tell what it had done. What it brought back is in the folder: look at that before you ask again.`;
}

async function promptOfThread(said: Said, parts: Parts, context: ToolContext): Promise<ToolOutcome> {
	const { task: text, files = [] } = said;
	const { folder } = context.session;
	const run = await threadRun(folder, Date.now());
	const installed = await parts.deps.installed();
	const agent = installed.find(({ name }) => name === run?.agent);
	if (run === undefined || run.agent !== said.agent)
		return { ok: false, text: 'The agent had been ended before it got this. Say it again for the Brain.' };
	if (agent === undefined) return { ok: false, text: noAgent(run.agent, installed) };
	const before = promptsBefore(run, context);
	const named = await inputsNamed(folder, { texts: [text], names: files });
	const earlier = { texts: before.map(({ asked }) => asked), names: before.flatMap((one) => one.files) };
	const all = [...new Set([...(await inputsNamed(folder, earlier)), ...named])];
	return await outcome({ run, agent, text, files: all, named }, parts, context);
}

async function outcome(
	order: Parameters<typeof runPrompt>[0],
	parts: Parts,
	context: ToolContext,
): Promise<ToolOutcome> {
	const came = await runPrompt(order, parts, context);
	if ('ask' in came) return came;
	if ('told' in came) return { ok: false, text: came.told };
	const { result } = came;
	const text = order.run.asked === 'brain' ? resultForBrain(result) : resultForPeople(result);
	return { ok: result.end.kind === 'done', text };
}

/** By its name, or as people call it: `Claude Code`. Pure. */
function agentMeant(called: string, agents: readonly CodingAgent[]): CodingAgent | undefined {
	const bare = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
	return agents.find(({ name, title }) => [name, title].some((one) => bare(one) === bare(called)));
}

/** One that there is, but not here, has a reason of its own. Pure. */
function whyNone(
	called: string | undefined,
	agents: readonly CodingAgent[],
	installed: readonly CodingAgent[],
): string {
	const known = called === undefined ? undefined : agentMeant(called, agents);
	if (known === undefined) return noAgent(called, installed);
	const why =
		known.run.kind === 'refused'
			? known.run.why
			: `${known.title} is not installed here: the operator adds it by \`./threadsmith image agents ${known.name}\`.`;
	return `${why} ${noAgent(undefined, installed)}`;
}

function noAgent(name: string | undefined, installed: readonly CodingAgent[]): string {
	if (installed.length === 0)
		return 'There is no coding agent here: the operator makes their image by `./threadsmith image agents`.';
	const wanted = name === undefined ? '' : `There is no coding agent "${shorten(name, 60)}". `;
	return `${wanted}There is: ${installed.map((one) => one.name).join(', ')}.`;
}

function asInput(name: string): string {
	return name.replace(/^\/?inputs\//, '');
}
