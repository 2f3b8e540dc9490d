import type { Clock } from '../../../base/clock.ts';

/** One delivery of something said: with our name in it, it comes twice, as a message and as a mention, either of them perhaps without its files. */
export interface Delivery {
	readonly key: string;
	/** The id of its thread. */
	readonly thread: string;
	readonly kind: 'message' | 'app_mention';
	readonly files: number;
}

/** What is done with deliveries. Each rejects when it could not be done; then the delivery must not be acknowledged. */
export interface Handling {
	/** Takes it in. */
	take(): Promise<void>;
	/** Takes in the files alone: its twin has been taken in without them. */
	takeFiles(): Promise<void>;
}

/** Brings the two deliveries of one message together. */
export interface Twins {
	/**
	 * Resolves when what was said has been taken in, through this delivery or its twin. A mention without files is held for a second, for
	 * its twin may have them; a message never is.
	 */
	handle(delivery: Delivery, handling: Handling): Promise<void>;
	/** Something else was said or done in the thread: what is held there, but for `key`, was said before it, and is taken in now. */
	hurry(thread: string, key?: string): void;
}

export interface TwinsDeps {
	readonly clock: Clock;
}

/** How far apart Slack's two deliveries are at most, nearly always: a quarter of a second is usual. */
const holdMs = 1000;
/** Slack delivers for the last time some six minutes after the first. */
const rememberMs = 600_000;

interface Pair {
	readonly key: string;
	readonly at: number;
	readonly thread: string;
	readonly take: () => Promise<void>;
	readonly kinds: Set<Delivery['kind']>;
	files: number;
	/** Settles when the message has been taken in, or could not be. */
	readonly done: Promise<void>;
	/** While a mention is held: ends that with what its twin does. */
	release: ((take: () => Promise<void>) => void) | undefined;
}

export function createTwins({ clock }: TwinsDeps): Twins {
	const pairs = new Map<string, Pair>();
	const held = new Map<string, Set<Pair>>();
	return {
		async handle(delivery, handling) {
			forget(pairs, clock.now() - rememberMs);
			const pair = pairs.get(delivery.key);
			if (pair) return join(pair, delivery, handling);
			const begun = begin(delivery, handling, clock);
			pairs.set(delivery.key, begun);
			if (begun.release) hold(held, begun);
			// What failed comes again, and is new then.
			begun.done.catch(() => pairs.delete(delivery.key));
			return begun.done;
		},
		hurry(thread, key) {
			for (const pair of held.get(thread) ?? []) if (pair.key !== key) takeNow(pair);
		},
	};
}

/** By its thread, until it has been taken in. */
function hold(held: Map<string, Set<Pair>>, pair: Pair): void {
	const { thread, done } = pair;
	const beside = held.get(thread) ?? new Set();
	held.set(thread, beside.add(pair));
	const drop = () => {
		beside.delete(pair);
		if (beside.size === 0) held.delete(thread);
	};
	done.then(drop, drop);
}

function begin({ key, thread, kind, files }: Delivery, { take }: Handling, clock: Clock): Pair {
	const pair = { key, at: clock.now(), thread, take, kinds: new Set([kind]), files };
	if (kind === 'message' || files > 0) return { ...pair, done: take(), release: undefined };
	const decided = Promise.withResolvers<() => Promise<void>>();
	const held: Pair = { ...pair, done: decided.promise.then((work) => work()), release: undefined };
	const release = (work: () => Promise<void>) => {
		held.release = undefined;
		callOff();
		decided.resolve(work);
	};
	const callOff = clock.after(holdMs, () => release(take));
	held.release = release;
	return held;
}

async function join(pair: Pair, { kind, files }: Delivery, { take, takeFiles }: Handling): Promise<void> {
	const isTwin = !pair.kinds.has(kind);
	pair.kinds.add(kind);
	if (isTwin && pair.release) {
		const taken = take();
		pair.files = files;
		pair.release(() => taken);
		return taken;
	}
	await pair.done;
	if (files > 0 && pair.files === 0) {
		await takeFiles();
		pair.files = files;
	} else if (!isTwin) await take();
}

/** It is begun here, so that it stands before whatever is begun next. */
function takeNow({ release, take }: Pair): void {
	if (!release) return;
	const taken = take();
	release(() => taken);
}

/** Pairs are kept in the order of their first delivery. */
function forget(pairs: Map<string, Pair>, before: number): void {
	for (const [key, { at }] of pairs) {
		if (at >= before) return;
		pairs.delete(key);
	}
}
