import type { Clock } from '../../../base/clock.ts';
import type { Bucket } from './rates.ts';

/** A request that wants to pass. The same one is handed in again when Slack has refused it. */
export interface Turn {
	/** Lower ones were made before. */
	readonly ticket: number;
	/** `progress`: people miss nothing when it comes late; everything else goes before it. */
	readonly urgency?: 'progress' | undefined;
	/** Whom it is for: those who wait are let through by turns. */
	readonly thread?: string | undefined;
}

/** Where requests of one kind wait for their turn. */
export interface Gate {
	/** Resolves when the request may be sent. Rejects with the signal's reason. */
	pass(turn: Turn, signal: AbortSignal): Promise<void>;
	/** One that has passed was answered, or failed. */
	answered(): void;
	/** Slack has refused one: lets nobody pass for `ms` milliseconds from now. */
	pause(ms: number): void;
	/** Nobody waits, and a new gate would let through no more. */
	isIdle(): boolean;
}

interface Waiter {
	readonly turn: Turn;
	readonly admit: () => void;
}

/** Any bucket is full again by then: its minute has passed. */
const idleMs = 2 * 60_000;

/** A gate that keeps to what the bucket grants. Holds a timer only while somebody waits. */
export function createGate(bucket: Bucket, clock: Clock): Gate {
	const queue = createQueue();
	let pausedUntil = 0;
	let passedAt = Number.NEGATIVE_INFINITY;
	let callOff: (() => void) | undefined;

	const admitAll = () => {
		callOff?.();
		callOff = undefined;
		while (queue.size() > 0) {
			const now = clock.now();
			const ms = Math.max(pausedUntil - now, bucket.wait(now));
			if (ms > 0) {
				callOff = clock.after(ms, admitAll);
				return;
			}
			bucket.take(now);
			passedAt = now;
			queue.next()?.admit();
		}
	};
	const leave = (waiter: Waiter) => {
		queue.leave(waiter);
		admitAll();
	};

	return {
		async pass(turn, signal) {
			signal.throwIfAborted();
			const { promise, resolve, reject } = Promise.withResolvers<void>();
			const waiter = { turn, admit: resolve };
			const abort = () => {
				leave(waiter);
				reject(signal.reason);
			};
			signal.addEventListener('abort', abort, { once: true });
			queue.join(waiter);
			admitAll();
			await promise.finally(() => signal.removeEventListener('abort', abort));
		},
		answered() {
			bucket.answered(clock.now());
			admitAll();
		},
		pause(ms) {
			const now = clock.now();
			pausedUntil = Math.max(pausedUntil, now + ms);
			bucket.refused(now, pausedUntil);
		},
		isIdle() {
			const now = clock.now();
			return queue.size() === 0 && pausedUntil <= now && now - passedAt >= idleMs;
		},
	};
}

interface Queue {
	join(waiter: Waiter): void;
	leave(waiter: Waiter): void;
	/** Takes out whose turn it is. */
	next(): Waiter | undefined;
	size(): number;
}

/**
 * First whatever is no progress; of that, first who was let through before and refused; then the thread that was served longest ago; then the
 * lower ticket. A thread with many requests so keeps no other waiting behind all of them.
 */
function createQueue(): Queue {
	const waiters = new Set<Waiter>();
	const served = new Map<string, number>();
	const passed = new WeakSet<Turn>();
	let count = 0;

	const rankOf = ({ turn }: Waiter): readonly number[] => [
		turn.urgency === 'progress' ? 1 : 0,
		passed.has(turn) ? -1 : (served.get(turn.thread ?? '') ?? 0),
		turn.ticket,
	];
	return {
		join: (waiter) => void waiters.add(waiter),
		leave: (waiter) => void waiters.delete(waiter),
		size: () => waiters.size,
		next() {
			const [first] = waiters;
			if (!first) return undefined;
			const best = [...waiters].reduce((one, other) => (isBefore(rankOf(other), rankOf(one)) ? other : one), first);
			waiters.delete(best);
			passed.add(best.turn);
			count += 1;
			// Where nobody waits, nobody is ahead of anybody.
			if (waiters.size === 0) served.clear();
			else if (best.turn.thread !== undefined) served.set(best.turn.thread, count);
			return best;
		},
	};
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
	const at = one.findIndex((value, index) => value !== other[index]);
	return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}
