import type { Clock } from '../../../base/clock.ts';

/** One delivery of something said: with our name in it, it comes twice, as a message and as a mention, either of them perhaps without its files. */
export interface Delivery {
	readonly key: string;
	/** The id of its thread. */
	readonly thread: string;
	readonly kind: 'message' | 'app_mention';
	readonly files: number;
}

/** How a delivery is taken in. Each rejects when it could not be done; then the delivery must not be acknowledged. */
export interface Intakes {
	all(): Promise<void>;
	/** For the later one of a pair, where the earlier one was taken in without files. */
	filesAlone(): Promise<void>;
}

/** Brings the two deliveries of one message together. */
export interface MentionDedupe {
	/**
	 * Resolves when what was said has been taken in, through this delivery or the other one. A mention without files is held for a second, for
	 * the message may have them; a message never is.
	 */
	handle(delivery: Delivery, intakes: Intakes): Promise<void>;
	/** Something else was said or done in the thread: what is held there, but for `key`, was said before it, and is taken in now. */
	hurry(thread: string, key?: string): void;
}

export interface MentionDedupeDeps {
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
	readonly all: () => Promise<void>;
	readonly kinds: Set<Delivery['kind']>;
	files: number;
	/** Settles when the message has been taken in, or could not be. */
	readonly done: Promise<void>;
	/** While a mention is held: ends that with what the message does. */
	release: ((work: () => Promise<void>) => void) | undefined;
}

export function createMentionDedupe({ clock }: MentionDedupeDeps): MentionDedupe {
	const pairs = new Map<string, Pair>();
	const held = new Map<string, Set<Pair>>();
	return {
		async handle(delivery, intakes) {
			forget(pairs, clock.now() - rememberMs);
			const pair = pairs.get(delivery.key);
			if (pair) return join(pair, delivery, intakes);
			const begun = begin(delivery, intakes, clock);
			pairs.set(delivery.key, begun);
			if (begun.release) hold(held, begun);
			// What failed comes again, and is new then.
			begun.done.catch(() => pairs.delete(delivery.key));
			return begun.done;
		},
		hurry(thread, key) {
			for (const pair of held.get(thread) ?? []) if (pair.key !== key) beginNow(pair);
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

function begin({ key, thread, kind, files }: Delivery, { all }: Intakes, clock: Clock): Pair {
	const pair = { key, at: clock.now(), thread, all, kinds: new Set([kind]), files };
	if (kind === 'message' || files > 0) return { ...pair, done: all(), release: undefined };
	const decided = Promise.withResolvers<() => Promise<void>>();
	const held: Pair = { ...pair, done: decided.promise.then((work) => work()), release: undefined };
	const release = (work: () => Promise<void>) => {
		held.release = undefined;
		callOff();
		decided.resolve(work);
	};
	const callOff = clock.after(holdMs, () => release(all));
	held.release = release;
	return held;
}

async function join(pair: Pair, { kind, files }: Delivery, { all, filesAlone }: Intakes): Promise<void> {
	const isOther = !pair.kinds.has(kind);
	pair.kinds.add(kind);
	if (isOther && pair.release) {
		const begun = all();
		pair.files = files;
		pair.release(() => begun);
		return begun;
	}
	await pair.done;
	if (files > 0 && pair.files === 0) {
		await filesAlone();
		pair.files = files;
	} else if (!isOther) await all();
}

/** It is begun here, so that it stands before whatever is begun next. */
function beginNow({ release, all }: Pair): void {
	if (!release) return;
	const begun = all();
	release(() => begun);
}

/** Pairs are kept in the order of their first delivery. */
function forget(pairs: Map<string, Pair>, before: number): void {
	for (const [key, { at }] of pairs) {
		if (at >= before) return;
		pairs.delete(key);
	}
}
