import type { Clock } from '../../../base/clock.ts';
import { createBucket, type Rate } from './rates.ts';

/** Where requests of one kind wait for their turn. */
export interface Gate {
	/** Resolves when the request with this ticket may be sent: lower tickets first. Rejects with the signal's reason. */
	pass(ticket: number, signal: AbortSignal): Promise<void>;
	/** Lets nobody pass for `ms` milliseconds from now. */
	pause(ms: number): void;
	/** Nobody waits, and a new gate would let through no more. */
	isIdle(): boolean;
}

interface Waiter {
	readonly ticket: number;
	readonly admit: () => void;
}

/** Any bucket is full again by then: its minute has passed. */
const idleMs = 2 * 60_000;

/** A gate that keeps to `rate`. Holds a timer only while somebody waits. */
export function createGate(rate: Rate, clock: Clock): Gate {
	const bucket = createBucket(rate);
	const waiters: Waiter[] = [];
	let pausedUntil = 0;
	let passedAt = Number.NEGATIVE_INFINITY;
	let callOff: (() => void) | undefined;

	const admitAll = () => {
		callOff?.();
		callOff = undefined;
		while (waiters.length > 0) {
			const now = clock.now();
			const ms = Math.max(pausedUntil - now, bucket.wait(now));
			if (ms > 0) {
				callOff = clock.after(ms, admitAll);
				return;
			}
			bucket.take(now);
			passedAt = now;
			waiters.shift()?.admit();
		}
	};
	const join = (waiter: Waiter) => {
		const after = waiters.findLastIndex(({ ticket }) => ticket < waiter.ticket);
		waiters.splice(after + 1, 0, waiter);
		admitAll();
	};
	const leave = (waiter: Waiter) => {
		const at = waiters.indexOf(waiter);
		if (at >= 0) waiters.splice(at, 1);
		admitAll();
	};

	return {
		async pass(ticket, signal) {
			signal.throwIfAborted();
			const { promise, resolve, reject } = Promise.withResolvers<void>();
			const waiter = { ticket, admit: resolve };
			const abort = () => {
				leave(waiter);
				reject(signal.reason);
			};
			signal.addEventListener('abort', abort, { once: true });
			join(waiter);
			await promise.finally(() => signal.removeEventListener('abort', abort));
		},
		pause(ms) {
			pausedUntil = Math.max(pausedUntil, clock.now() + ms);
		},
		isIdle() {
			const now = clock.now();
			return waiters.length === 0 && pausedUntil <= now && now - passedAt >= idleMs;
		},
	};
}
