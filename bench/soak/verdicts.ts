import { type Answer, digestOf, fileGivenWith, fileMadeFor } from './conversation.ts';
import type { PlannedMessage, SoakPlan } from './plan.ts';
import type { SeenState, SeenThread } from './soak-platform.ts';

/** Something that must not happen, and where it did. */
export interface Verdict {
	readonly name: string;
	readonly unit: string;
	/** In words for people; none: the promise was kept. */
	readonly offenders: readonly string[];
}

/** The state that a soak has left behind. */
export interface Outcome {
	readonly plan: SoakPlan;
	/** By the thread's number. */
	readonly seen: readonly SeenThread[];
	/** Why messages were never acknowledged, one each. */
	readonly untaken: readonly string[];
	/** Files in the session's folder that came in, by the thread's number and the file's name. */
	readonly inputs: readonly ReadonlyMap<string, Uint8Array>[];
}

/** Compares what was said with what can be seen. Pure. */
export function judge(outcome: Outcome): Verdict[] {
	const { untaken } = outcome;
	return [
		{ name: 'messages-not-taken', unit: 'messages', offenders: untaken },
		{ name: 'messages-unanswered', unit: 'messages', offenders: eachMessage(outcome, unanswered) },
		{ name: 'messages-answered-twice', unit: 'messages', offenders: eachMessage(outcome, answeredTwice) },
		{ name: 'answers-out-of-order', unit: 'answers', offenders: eachThread(outcome, outOfOrder) },
		{ name: 'files-in-lost', unit: 'files', offenders: eachMessage(outcome, givenLost) },
		{ name: 'files-out-lost', unit: 'files', offenders: eachMessage(outcome, madeLost) },
		{ name: 'posted-twice', unit: 'things', offenders: eachThread(outcome, repeated) },
		{
			name: 'live-messages-unfinished',
			unit: 'messages',
			offenders: eachState(outcome, ({ unfinished }) => unfinished),
		},
		{ name: 'sessions-under-way', unit: 'sessions', offenders: eachState(outcome, ({ underWay }) => underWay ?? []) },
		{ name: 'pings', unit: 'people', offenders: eachState(outcome, ({ pings }) => pings) },
	];
}

/** One thread: what was said in it, and what can be seen of it. */
interface Thread extends SeenThread {
	readonly messages: readonly PlannedMessage[];
	readonly inputs: ReadonlyMap<string, Uint8Array>;
}

function threadsOf({ plan, seen, inputs }: Outcome): Thread[] {
	return seen.map((thread, at) => ({ ...thread, messages: plan.threads[at] ?? [], inputs: inputs[at] ?? new Map() }));
}

type Found = string | readonly string[] | undefined;

function eachThread(outcome: Outcome, find: (thread: Thread) => Found): string[] {
	return threadsOf(outcome).flatMap((thread) => named(thread, find(thread)));
}

function eachMessage(outcome: Outcome, find: (message: PlannedMessage, thread: Thread) => Found): string[] {
	return threadsOf(outcome).flatMap((thread) =>
		thread.messages.flatMap((message) => named(thread, find(message, thread))),
	);
}

function eachState(outcome: Outcome, find: (state: SeenState) => Found): string[] {
	return eachThread(outcome, ({ state }) => find(state));
}

/** With the thread that it is about. */
function named({ thread }: Thread, found: Found): string[] {
	return (found === undefined ? [] : [found].flat()).map(
		(what) => `${thread?.id ?? 'a thread that never began'}: ${what}`,
	);
}

function answersOf(message: PlannedMessage, { answers }: SeenThread): readonly Answer[] {
	return answers.filter(({ number }) => number === message.number);
}

function unanswered(message: PlannedMessage, thread: Thread): Found {
	return answersOf(message, thread).length === 0 ? `no ${message.number} (${message.kind})` : undefined;
}

function answeredTwice(message: PlannedMessage, thread: Thread): Found {
	const { length } = answersOf(message, thread);
	return length > 1 ? `no ${message.number} (${message.kind}) ${length} times` : undefined;
}

function outOfOrder({ answers }: Thread): Found {
	return answers.flatMap(({ number }, at) => {
		const before = answers[at - 1]?.number ?? 0;
		return number < before ? [`no ${number} after no ${before}`] : [];
	});
}

/** On the host, and as the sandbox saw it. */
function givenLost(message: PlannedMessage, thread: Thread): Found {
	if (message.kind !== 'file' && message.kind !== 'tool') return undefined;
	const { name, bytes } = fileGivenWith(message.number);
	const kept = thread.inputs.get(name);
	if (kept === undefined) return `"${name}" is not there`;
	if (digestOf(kept) !== digestOf(bytes)) return `"${name}" has other bytes`;
	const digest = answersOf(message, thread).at(0)?.digest;
	return message.kind === 'tool' && digest !== digestOf(bytes) ? `"${name}" was ${digest} in the sandbox` : undefined;
}

function madeLost({ number, kind }: PlannedMessage, { files }: Thread): Found {
	if (kind !== 'tool') return undefined;
	const { name, bytes } = fileMadeFor(number);
	const file = files.find((one) => one.name === name);
	if (file === undefined) return `"${name}" is not there`;
	return digestOf(file.bytes) === digestOf(bytes) ? undefined : `"${name}" has other bytes`;
}

function repeated({ files, state }: Thread): Found {
	const names = files.map(({ name }) => name);
	const twice = names.filter((name, at) => names.indexOf(name) !== at);
	return [...state.repeated, ...twice.map((name) => `"${name}"`)];
}
