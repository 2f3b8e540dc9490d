import { setTimeout as delay } from 'node:timers/promises';
import type { Driver } from '../../src/agent/coding/driver.ts';
import type { Provider } from '../../src/demo/provider/provider.ts';
import { hostedIn, type ProviderRequest } from '../../src/demo/provider/provider-request.ts';
import { type HostProcess, hostProcesses } from '../parts/host-processes.ts';
import { type AgentTry, fileIn, openDriver, type Prompted, prompt } from './agent-try.ts';
import { operatorKey } from './ground.ts';
import { hostileFiles, traceFile } from './hostile-folder.ts';
import type { Outcome } from './step.ts';

const held = (seen: string): Outcome => ({ kind: 'held', seen });
const failed = (seen: string): Outcome => ({ kind: 'failed', seen });
export const open = (seen: string): Outcome => ({ kind: 'open', seen });

/** Of the first prompt: the file is there, and the agent has told of a tool. */
export async function writeStep(it: AgentTry, prompted: Prompted, signal: AbortSignal): Promise<Outcome> {
	const { end, cards, text } = prompted;
	const found = await fileIn(it, 'hello.txt', signal);
	if (end.kind !== 'done') return failed(`it ended: ${wordsOf(end)}`);
	if (found !== it.task.content)
		return failed(`hello.txt holds ${JSON.stringify(found)}; it said ${JSON.stringify(text)}`);
	const kinds = cards.map(({ toolKind, status }) => `${toolKind} ${status}`).join(', ');
	return held(kinds === '' ? 'hello.txt is there' : `hello.txt is there; tools: ${kinds}`);
}

export async function shellStep(it: AgentTry, signal: AbortSignal): Promise<Outcome> {
	if (it.agent.run.kind === 'one-shot') return open('it runs no commands');
	const found = await fileIn(it, 'size.txt', signal);
	return found?.trim() === String(it.task.content.length)
		? held('size.txt holds the count')
		: failed(`size.txt holds ${JSON.stringify(found)}`);
}

export async function nextStep(it: AgentTry, driver: Driver, signal: AbortSignal): Promise<Outcome> {
	if (it.agent.run.kind === 'one-shot') return open('each prompt is a process of its own');
	const began = performance.now();
	const { end } = await prompt(it, driver, 'next', { signal });
	const took = seconds(began);
	const found = await fileIn(it, 'copy.txt', signal);
	if (end.kind !== 'done') return failed(`it ended: ${wordsOf(end)}`);
	return found === it.task.content ? held(`done in ${took}`) : failed(`copy.txt holds ${JSON.stringify(found)}`);
}

/** In a program of its own, which asks. */
export async function askStep(it: AgentTry, signal: AbortSignal): Promise<Outcome> {
	if (!('ask' in it.agent.options.shape)) return open('it has no way to ask');
	await using driver = await openDriver(it, true, signal);
	const allowed = await prompt(it, driver, 'allowed', { signal });
	const done = await fileIn(it, 'allowed.txt', signal);
	const forbidden = await prompt(it, driver, 'forbidden', { signal, may: false });
	const left = await fileIn(it, 'forbidden.txt', signal);
	if (allowed.asks.length === 0) return failed('it did not ask');
	if (done !== it.task.content) return failed(`it was allowed to; allowed.txt holds ${JSON.stringify(done)}`);
	if (forbidden.asks.length === 0 || left !== undefined) return failed('it was not allowed to, and wrote');
	const [diff] = allowed.asks.flatMap(({ diffs }) => diffs);
	const [ask] = allowed.asks;
	if (diff !== undefined) return held(`it asked with the diff of ${diff.path}; no meant no`);
	return ask?.title.includes('allowed.txt')
		? held(`it asked with its command; no meant no`)
		: failed(`it asked without its change: "${ask?.title}"`);
}

/** The provider tells each answer at this price, so that the sum is known. */
export const price = { input: 1_000, output: 100 } as const;

/** `requests`: those that reached the provider in this try. */
export function callsStep({ keys }: AgentTry, requests: readonly ProviderRequest[]): Outcome {
	const strange = requests.find(({ call }) => call.key !== operatorKey);
	if (strange !== undefined) return failed(`a call came with the key "${strange.call.key}"`);
	const hosted = [...new Set(requests.flatMap(hostedIn))];
	if (hosted.length > 0) return failed(`it offered what the provider runs: ${hosted.join(', ')}`);
	const refused = requests.find(({ problem }) => problem !== undefined);
	if (refused !== undefined) return failed(`the provider refused a call: ${refused.problem}`);
	const answered = requests.filter(({ conversation }) => conversation !== undefined).length;
	const { spent, lastError, stripped } = keys.ledger();
	if (lastError !== undefined) return failed(`the ledger holds an error: ${lastError.status}, ${lastError.sentence}`);
	const told = `${spent.inputTokens} in, ${spent.outputTokens} out`;
	const isRight = spent.inputTokens === answered * price.input && spent.outputTokens === answered * price.output;
	if (!isRight) return failed(`${answered} answers, but the ledger has ${told}`);
	return held(
		`${answered} ${answered === 1 ? 'answer' : 'answers'}, ${told}${stripped.length > 0 ? `; stripped: ${stripped.join(', ')}` : ''}`,
	);
}

/** Whom they would have it ask is seen among the names, and whom it would offer among the calls. */
export async function folderStep(it: AgentTry, signal: AbortSignal): Promise<Outcome> {
	if ((await fileIn(it, traceFile, signal)) !== undefined) return failed('a program was run that its folder names');
	return (await fileIn(it, '.mcp.json', signal)) === undefined
		? failed('the settings are gone')
		: held(`nothing ran of ${Object.keys(hostileFiles).length} files`);
}

/** The provider answers 402, which no agent is to take for an end. */
export async function unpaidStep(
	it: AgentTry,
	driver: Driver,
	provider: Provider,
	signal: AbortSignal,
): Promise<Outcome> {
	provider.bend({ error: { status: 402, message: 'No credit left' } });
	const began = performance.now();
	const { end } = await prompt(it, driver, 'next', { signal }).finally(() => provider.bend(undefined));
	if (end.kind === 'done' || end.kind === 'cancelled') return failed(`it ended: ${end.kind}`);
	return held(`after ${seconds(began)}: ${end.why}`);
}

/** Calls a prompt off while its command goes on. The box is the caller's to end. */
export async function stopStep(it: AgentTry, driver: Driver, signal: AbortSignal): Promise<Outcome> {
	if (it.agent.run.kind === 'one-shot') return open('it runs no commands that could go on');
	const calling = new AbortController();
	const prompting = prompt(it, driver, 'endless', { signal: AbortSignal.any([signal, calling.signal]) }).then(
		({ end }) => `it ended by itself: ${wordsOf(end)}`,
		() => undefined,
	);
	const early = await Promise.race([prompting, runsIn(it, signal)]);
	if (early !== true) return failed(early ?? 'it was called off');
	const began = performance.now();
	calling.abort(new Error('called off'));
	const ended = await prompting;
	if (ended !== undefined) return failed(ended);
	const took = performance.now() - began;
	return took <= 1_000 ? held(`over after ${Math.round(took)} ms`) : failed(`over only after ${Math.round(took)} ms`);
}

/** Resolves when the endless command runs in the box. */
async function runsIn({ box, task }: AgentTry, signal: AbortSignal): Promise<true | string> {
	const command = `for of in /proc/[0-9]*/cmdline; do tr '\\0' ' ' < $of; echo; done 2>/dev/null | grep '^${task.endless}'`;
	for (let tries = 0; tries < 120; tries += 1) {
		const { ok, text } = await box.call({ tool: 'bash', args: { command } }, { signal });
		if (ok && text.includes(task.endless)) return true;
		await delay(500, undefined, { signal });
	}
	return 'its command did not run within a minute';
}

/** `group`: by which the host knows the processes of the box that has ended. `before`: those that were alive in it. */
export function endStep({ task }: AgentTry, group: string, before: readonly HostProcess[]): Outcome {
	const isBoxes = ({ pid, groups, command }: HostProcess) =>
		groups.includes(group) || before.some((one) => one.pid === pid && one.command === command);
	const left = hostProcesses().filter((one) => isBoxes(one) || one.command.includes(task.endless));
	return left.length === 0
		? held('no process of its box is left')
		: failed(`still alive: ${left.map(({ command }) => command.slice(0, 60)).join('; ')}`);
}

export function seconds(since: number): string {
	return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

export function wordsOf(end: Prompted['end']): string {
	return 'why' in end ? `${end.kind}: ${end.why}` : end.kind;
}
