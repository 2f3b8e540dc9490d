import type { CodingAgent } from '../../src/agent/coding/coding-agent.ts';
import { userMessage } from '../../src/base/errors.ts';
import { replyBy } from '../../src/demo/provider/plan.ts';
import type { HostContainer } from '../parts/podman-cli.ts';
import { type AgentTry, beginTry, openDriver, prompt } from './agent-try.ts';
import { boxProcesses } from './box-processes.ts';
import type { AgentGround } from './ground.ts';
import { unknownAddresses, unknownNames } from './known.ts';
import { type Outcome, type Runtime, type StepName, steps, type Verdict } from './step.ts';
import {
	askStep,
	callsStep,
	endStep,
	folderStep,
	nextStep,
	open,
	price,
	seconds,
	shellStep,
	stopStep,
	unpaidStep,
	writeStep,
} from './steps.ts';
import { watchConnects, watchless } from './watch-connects.ts';
import { type NameWatch, watchNames } from './watch-names.ts';

interface Trial {
	readonly ground: AgentGround;
	readonly runtime: Runtime;
	readonly signal: AbortSignal;
	readonly onVerdict: (verdict: Verdict) => void;
}

/** Puts one agent to all steps, in a box of its own. Whatever goes wrong is a verdict; rejects with the signal's reason only. */
export async function tryAgent(agent: CodingAgent, trial: Trial): Promise<void> {
	const { signal, runtime, onVerdict } = trial;
	const said = new Set<StepName>();
	const say = (step: StepName, outcome: Outcome): void => {
		said.add(step);
		onVerdict({ agent: agent.name, runtime, step, outcome });
	};
	const why = whyNot(agent, runtime);
	if (why !== undefined) return say('start', open(why));
	await allSteps(agent, trial, say).catch((error: unknown) => {
		signal.throwIfAborted();
		const step = (Object.keys(steps) as StepName[]).find((name) => !said.has(name)) ?? 'end';
		say(step, { kind: 'failed', seen: userMessage(error) });
	});
}

type Say = (step: StepName, outcome: Outcome) => void;

function whyNot({ run }: CodingAgent, runtime: Runtime): string | undefined {
	return run.kind === 'refused' ? run.why : run.notOn?.[runtime];
}

async function allSteps(agent: CodingAgent, trial: Trial, say: Say): Promise<void> {
	const { ground, runtime, signal } = trial;
	const begun = ground.provider.requests.length;
	const it = await beginTry(agent, ground, signal);
	ground.provider.play((conversation) => ({ usage: price, ...replyBy(it.task.plans, conversation) }));
	await using undo = new AsyncDisposableStack();
	undo.defer(() => ground.boxes.remove(it.run));
	undo.use(it.keys);
	const container = await ground.containerOf(it.run);
	const names = blindness(runtime) === undefined ? undo.use(await watchNames(container.pid)) : undefined;
	await firstProgram(it, signal, say);
	say('ask', await askStep(it, signal));
	say('calls', callsStep(it, ground.provider.requests.slice(begun)));
	say('folder', await folderStep(it, signal));
	say('names', await namesStep(it, names, trial));
	say('connects', await connectsStep(it, container, trial));
	await lastProgram(it, trial, say);
	const alive = boxProcesses(container);
	if (alive.length === 0) throw new Error('No process of its box can be seen');
	await names?.[Symbol.asyncDispose]();
	await ground.boxes.end(it.run);
	say('end', endStep(it, container.id, alive));
}

/** One program is in the box at a time, as it is for people. */
async function firstProgram(it: AgentTry, signal: AbortSignal, say: Say): Promise<void> {
	const since = performance.now();
	await using driver = await openDriver(it, false, signal);
	say('start', { kind: 'held', seen: seconds(since) });
	const first = await prompt(it, driver, 'first', { signal });
	say('write', await writeStep(it, first, signal));
	say('shell', await shellStep(it, signal));
	say('next', await nextStep(it, driver, signal));
}

async function lastProgram(it: AgentTry, { ground, signal }: Trial, say: Say): Promise<void> {
	await using driver = await openDriver(it, false, signal);
	say('unpaid', await unpaidStep(it, driver, ground.provider, signal));
	say('stop', await stopStep(it, driver, signal));
}

/** Why whom an agent calls cannot be seen; undefined where it can be. */
function blindness(runtime: Runtime): string | undefined {
	if (runtime !== 'runc') return 'its network and its calls are those of a kernel of its own, not of the host’s';
	return process.getuid?.() === 0 ? undefined : 'only root may look into its network and its calls';
}

/** A name of ours is looked up last: without that one, nothing was heard. */
async function namesStep(
	{ agent, box, run }: AgentTry,
	watch: NameWatch | undefined,
	{ runtime, signal }: Trial,
): Promise<Outcome> {
	if (watch === undefined) return open(blindness(runtime) ?? 'nobody listens');
	const ours = `${run.replaceAll(/\W/g, '-')}.example`;
	await box.call({ tool: 'bash', args: { command: `getent hosts ${ours}` } }, { signal });
	const names = watch.names();
	if (!names.includes(ours)) return { kind: 'failed', seen: 'nothing is heard of what is looked up' };
	const own = names.filter((name) => name !== ours);
	const unknown = unknownNames(agent.name, own);
	if (unknown.length > 0) return { kind: 'failed', seen: `it looked up ${unknown.join(', ')}` };
	return { kind: 'held', seen: own.length === 0 ? 'none' : `known ones alone: ${own.join(', ')}` };
}

/** Another start and prompt, watched: that takes its time. */
async function connectsStep(it: AgentTry, container: HostContainer, { runtime, signal }: Trial): Promise<Outcome> {
	const why = blindness(runtime) ?? watchless();
	if (why !== undefined) return open(why);
	const pids = boxProcesses(container).map(({ pid }) => pid);
	await using watch = await watchConnects(pids);
	await using driver = await openDriver(it, false, signal);
	await prompt(it, driver, 'first', { signal });
	const addresses = watch.addresses();
	const strange = unknownAddresses(it.agent.name, addresses);
	if (strange.length > 0) return { kind: 'failed', seen: `it connected to ${strange.join(', ')}` };
	if (addresses.length === 0)
		return { kind: 'failed', seen: 'no connection was seen, not even the one to the gateway' };
	return { kind: 'held', seen: addresses.join(', ') };
}
