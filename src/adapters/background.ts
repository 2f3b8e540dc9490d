import { raceClock, systemClock } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';

/** Work that nobody waits for. */
export interface Background {
	/** A failure is a line in the log; none once `signal` has fired. */
	readonly run: (what: string, work: Promise<unknown>) => void;
	/** Resolves when nothing runs, or after `ms` milliseconds. */
	settled(ms: number): Promise<void>;
}

export function createBackground(log: Logger, signal?: AbortSignal): Background {
	const running = new Set<Promise<void>>();
	return {
		run(what, work) {
			const ended = work
				.then(
					() => undefined,
					(error: unknown) => {
						if (!signal?.aborted) log.warn(what, { err: error });
					},
				)
				.finally(() => running.delete(ended));
			running.add(ended);
		},
		settled: (ms) => raceClock(systemClock, Promise.all(running), ms),
	};
}
