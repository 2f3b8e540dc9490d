import { below, createRandom, type Random } from './random.ts';

export interface SoakWish {
	readonly threads: number;
	/** At least as many as there are threads. */
	readonly messages: number;
	/** Equal seeds give equal plans. */
	readonly seed: number;
}

/** `long`: its answer is streamed. `large`: its answer is of 700 KB. `file`: it brings a file. `tool`: it brings one that a tool reads, and a file is made. `agent`: a coding agent works on it. */
export type MessageKind = 'plain' | 'long' | 'large' | 'file' | 'tool' | 'agent';

export interface PlannedMessage {
	/** From 1, in the order in which they were planned; within a thread they ascend. */
	readonly number: number;
	readonly thread: number;
	readonly kind: MessageKind;
	/** The platform delivers it once more. */
	readonly duplicate: boolean;
	/** The connection that it is delivered over ends before it can be acknowledged. */
	readonly disconnect: boolean;
	/** From 0 to 1: decides all that is a platform's own. */
	readonly chance: number;
}

export interface SoakPlan {
	/** The messages of each thread, in order. */
	readonly threads: readonly (readonly PlannedMessage[])[];
	/** At which shares of the work the bot is killed. */
	readonly killAt: readonly number[];
}

/** How many of a thousand messages are of each kind; the others are plain. */
const kinds: readonly (readonly [MessageKind, number])[] = [
	['long', 40],
	['file', 40],
	['tool', 20],
];
const duplicates = 0.1;
const disconnects = 0.05;
/** Between which shares of the work each kill falls. */
const kills: readonly (readonly [number, number])[] = [
	[0.15, 0.45],
	[0.5, 0.85],
];

/** Every thread gets a message first, the others fall where they fall. Pure. */
export function makePlan({ threads, messages, seed }: SoakWish): SoakPlan {
	const random = createRandom(seed);
	const lists = Array.from({ length: threads }, (): PlannedMessage[] => []);
	for (let number = 1; number <= messages; number += 1) {
		const thread = number <= threads ? number - 1 : below(threads, random);
		lists[thread]?.push(planOne(number, thread, random));
	}
	return { threads: lists, killAt: kills.map(([from, to]) => from + (to - from) * random()) };
}

function planOne(number: number, thread: number, random: Random): PlannedMessage {
	return {
		number,
		thread,
		kind: kindOf(below(1000, random)),
		duplicate: random() < duplicates,
		disconnect: random() < disconnects,
		chance: random(),
	};
}

function kindOf(thousandth: number): MessageKind {
	let end = 0;
	for (const [kind, share] of kinds) {
		end += share;
		if (thousandth < end) return kind;
	}
	return 'plain';
}

export function messagesOf({ threads }: SoakPlan): readonly PlannedMessage[] {
	return threads.flat();
}
