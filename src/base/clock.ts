/** Time, for what waits. */
export interface Clock {
	/** Milliseconds since 1970. It may be put forward and back. */
	now(): number;
	/** Runs `then` once, in `ms` milliseconds; answers what calls it off. */
	after(ms: number, then: () => void): () => void;
}

/** The machine's own. */
export const systemClock: Clock = {
	now: () => Date.now(),
	after(ms, then) {
		const timer = setTimeout(then, ms);
		return () => clearTimeout(timer);
	},
};

/** The machine's own; what waits for it keeps no process alive. */
export const quietClock: Clock = {
	now: () => Date.now(),
	after(ms, then) {
		const timer = setTimeout(then, ms).unref();
		return () => clearTimeout(timer);
	},
};

/** Resolves in `ms` milliseconds; rejects with the signal's reason. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	if (signal.aborted) return Promise.reject(signal.reason);
	const abort = () => reject(signal.reason);
	signal.addEventListener('abort', abort, { once: true });
	const callOff = clock.after(ms, resolve);
	return promise.finally(() => {
		callOff();
		signal.removeEventListener('abort', abort);
	});
}

/** Resolves when `promise` has, or `ms` milliseconds are over; rejects as it does before that. */
export async function raceClock(clock: Clock, promise: Promise<unknown>, ms: number): Promise<void> {
	const { promise: late, resolve } = Promise.withResolvers<void>();
	const callOff = clock.after(ms, resolve);
	await Promise.race([promise, late]).finally(callOff);
}
