import { setTimeout as delay } from 'node:timers/promises';
import type { PlannedMessage, SoakPlan } from './plan.ts';
import { below, type Random } from './random.ts';

export interface SendDeps {
	readonly say: (message: PlannedMessage) => Promise<void>;
	readonly random: Random;
	/** Told of each message that was sent. */
	readonly onSent: (message: PlannedMessage, failure: unknown) => void;
}

/** So many are on their way at once. */
const atOnce = 12;
/** After each, whoever has sent it rests for up to so long. */
const restMs = 500;

/**
 * Sends all messages, threads interleaved, those of one thread in order: each is sent when the one before was acknowledged, for no platform
 * promises an order of what is on its way at once. Nobody waits for answers. Rejects with the signal's reason.
 */
export async function sendAll({ threads }: SoakPlan, deps: SendDeps, signal: AbortSignal): Promise<void> {
	const left = threads.map((messages) => [...messages]).filter(({ length }) => length > 0);
	const sender = async (): Promise<void> => {
		for (let list = takeOne(left, deps.random); list; list = takeOne(left, deps.random)) {
			signal.throwIfAborted();
			const message = list.shift();
			if (message) await sendOne(message, deps);
			if (list.length > 0) left.push(list);
			await delay(below(restMs, deps.random), undefined, { signal });
		}
	};
	await Promise.all(Array.from({ length: atOnce }, sender));
}

async function sendOne(message: PlannedMessage, { say, onSent }: SendDeps): Promise<void> {
	const failure = await say(message).then(
		() => undefined,
		(error: unknown) => error,
	);
	onSent(message, failure);
}

function takeOne<T>(lists: T[], random: Random): T | undefined {
	return lists.splice(below(lists.length, random), 1)[0];
}
