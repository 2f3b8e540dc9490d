/** Time, for what waits. */
export interface Clock {
	/** Milliseconds since 1970. */
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
