/** Whether a connection stood: while it did not, changes of messages may have passed by. */
export interface Interruptions {
	/** It does not stand now, or has just been made anew. */
	note(): void;
	/** Whether it was interrupted after `ms`, since the epoch. */
	since(ms: number): boolean;
}

export function createInterruptions(now: () => number): Interruptions {
	let last = Number.NEGATIVE_INFINITY;
	return {
		note() {
			last = now();
		},
		since: (ms) => last > ms,
	};
}
