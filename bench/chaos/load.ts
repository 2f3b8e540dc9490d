import { setTimeout as delay } from 'node:timers/promises';
import type { ChatRequest, ScriptedReply } from '../../src/demo/model-server/script.ts';
import type { Plan } from '../../src/demo/provider/plan.ts';
import { answerTo, commandFor, saidIn } from '../soak/conversation.ts';
import type { MessageKind, PlannedMessage } from '../soak/plan.ts';
import { below, type Random } from '../soak/random.ts';
import type { SoakPlatform } from '../soak/soak-platform.ts';

/** Half of all turns work in their sandbox. */
const usualKinds: readonly MessageKind[] = ['tool', 'tool', 'tool', 'tool', 'plain', 'plain', 'long', 'file'];

/** What is said in the threads that have a coding agent work most of the time. */
const agentsKinds: readonly MessageKind[] = ['agent', 'agent', 'agent', 'tool'];

/** Threads of those, at least one: what befalls agents needs one that is at work. Their tasks take so long that two threads have hardly a pause. */
function agentsThreads(threads: number): number {
	return Math.max(1, Math.round(threads / 5));
}

/** What is said in each thread, where a coding agent of this name can be asked besides; undefined: none is installed. Pure. */
export function kindsWith(agent: string | undefined, threads: number): (thread: number) => readonly MessageKind[] {
	const first = agent === undefined ? 0 : agentsThreads(threads);
	return (thread) => (thread < first ? agentsKinds : usualKinds);
}

/** Tries of a tool that something has interrupted; then the answer comes without. */
const mostTries = 8;

/** Packages that may be installed, from a stand-in for an index: as many as one session can have, and more than a run installs twice. */
export const packageNames: readonly string[] = Array.from({ length: 50 }, (_, at) => `chaoskit-${at}`);

/** Every second message of the kind `tool` wants a package first; undefined for others. */
function packageFor(number: number): string | undefined {
	return number % 2 === 0 ? packageNames[(number / 2) % packageNames.length] : undefined;
}

/**
 * Answers every message since the last answer, and before makes in the sandbox what those of the kind `tool` ask for, which takes half a second
 * there, so that much can happen meanwhile. A package that some of them want first is asked for once, whatever comes of it; so is a coding agent.
 */
export function chaosScript({ messages }: ChatRequest): ScriptedReply {
	const open = messages.slice(
		messages.findLastIndex(({ role, tool_calls: calls = [] }) => role === 'assistant' && calls.length === 0) + 1,
	);
	const said = open.flatMap((message) => (message.role === 'user' ? saidIn(message.content ?? '') : []));
	const results = open.filter(({ role }) => role === 'tool').map(({ content }) => content ?? '');
	const digests = results.flatMap((text) => /\b[0-9a-f]{64}\b/.exec(text)?.[0] ?? []);
	const next = said.find(({ kind, number }) => kind === 'tool' && !isMade(open, number));
	const wanted = next && packageFor(next.number);
	if (wanted !== undefined && !callsOf(open).some(({ function: called }) => called.arguments.includes(`"${wanted}"`)))
		return { calls: [{ name: 'install_packages', arguments: { packages: [wanted] } }] };
	if (next !== undefined && results.length < mostTries) {
		return { calls: [{ name: 'bash', arguments: { command: `sleep 0.5; ${commandFor(next.number)}` } }] };
	}
	const handed = said.find(({ kind, number }) => kind === 'agent' && !isHandedOn(open, number));
	if (handed !== undefined)
		return { calls: [{ name: 'delegate', arguments: { task: taskFor(handed.number), agent: agentOfChaos } }] };
	const tools = said.filter(({ kind }) => kind === 'tool');
	const text = said
		.map(({ number }) => answerTo(number, tools.some((one) => one.number === number) ? digests.at(-1) : undefined))
		.join('\n\n');
	return { text: text || 'There was nothing to answer.' };
}

/** It speaks Chat Completions, and is the one that starts fastest. */
export const agentOfChaos = 'pi';

const taskWords = 'Count to three in count-';

function taskFor(number: number): string {
	return `${taskWords}${number}.txt`;
}

function isHandedOn(open: ChatRequest['messages'], number: number): boolean {
	return callsOf(open).some(({ function: called }) => called.arguments.includes(`"${taskFor(number)}"`));
}

/** Stands in each command of the agent's: by it is known, among the processes of a box, that a prompt is under way. */
export const agentsWord = 'counted-by-an-agent';

/** Seconds that each command takes, and how many there are: between them the model is asked through the gateway. */
const countingS = 4;
const countings = 3;

/** How the agent's model goes about each of its tasks: by commands that take a while. */
export const agentPlans: readonly Plan[] = [
	{
		when: taskWords,
		steps: [
			...Array.from({ length: countings }, () => ({
				kind: 'run' as const,
				command: `for at in $(seq ${countingS}); do echo $at >>/workspace/${agentsWord}.txt; sleep 1; done`,
			})),
			{ kind: 'say', text: 'It is counted.' },
		],
	},
];

function callsOf(open: ChatRequest['messages']) {
	return open.flatMap(({ tool_calls: all = [] }) => all);
}

function isMade(open: ChatRequest['messages'], number: number): boolean {
	const ids = callsOf(open)
		.filter(({ function: called }) => called.arguments.includes(`made-${String(number).padStart(4, '0')}.txt`))
		.map(({ id }) => id);
	return open.some(({ tool_call_id: of, content }) => ids.includes(of ?? '') && /\b[0-9a-f]{64}\b/.test(content ?? ''));
}

export interface Load {
	/** By thread, in order. */
	readonly said: PlannedMessage[][];
	/** Why messages were never acknowledged, one each. */
	readonly untaken: string[];
	/** What is said in a thread of that number. */
	readonly kinds: (thread: number) => readonly MessageKind[];
}

/** Whoever waits longer for an answer goes on without, ms. */
const patienceMs = 45_000;

/** Talks in each thread, one message after the other's answer, until the signal says so. Never rejects. */
export async function talk(
	platform: SoakPlatform,
	threads: number,
	random: Random,
	load: Load,
	signal: AbortSignal,
): Promise<void> {
	let number = 0;
	const inThread = async (thread: number): Promise<void> => {
		while (!signal.aborted) {
			number += 1;
			const kinds = load.kinds(thread);
			const kind = kinds[below(kinds.length, random)] ?? 'plain';
			const message: PlannedMessage = { number, thread, kind, duplicate: false, disconnect: false, chance: random() };
			await say(platform, message, load);
			await answered(platform, message, signal);
			await delay(below(2000, random), undefined, { signal }).catch(() => undefined);
		}
	};
	await Promise.all(Array.from({ length: threads }, (_, thread) => inThread(thread)));
}

async function say(platform: SoakPlatform, message: PlannedMessage, { said, untaken }: Load): Promise<void> {
	said[message.thread]?.push(message);
	await platform.say(message).catch((error: unknown) => void untaken.push(`no ${message.number}: ${String(error)}`));
}

async function answered(
	platform: SoakPlatform,
	{ number, thread }: PlannedMessage,
	signal: AbortSignal,
): Promise<void> {
	const end = performance.now() + patienceMs;
	while (performance.now() < end && !signal.aborted) {
		if (platform.look()[thread]?.answers.some((answer) => answer.number === number)) return;
		await delay(500, undefined, { signal }).catch(() => undefined);
	}
}
