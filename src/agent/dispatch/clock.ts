/** Time, for what waits. */
export interface Clock {
	/** Milliseconds since 1970. It may be put forward and back. */
	now(): number;
	/** Runs `then` once, in `ms` milliseconds; answers what calls it off. */
	after(ms: number, then: () => void): () => void;
}

/** The machine's own; what waits for it keeps no process alive. */
export const machineClock: Clock = {
	now: () => Date.now(),
	after(ms, then) {
		const timer = setTimeout(then, ms).unref();
		return () => clearTimeout(timer);
	},
};
