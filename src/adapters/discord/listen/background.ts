import type { Logger } from '../../../log.ts';

/** Work that nobody waits for. */
export interface Background {
	/** A failure is a line in the log; none when we leave. */
	readonly run: (what: string, work: Promise<unknown>) => void;
	/** Resolves when nothing runs, or after `ms` milliseconds. */
	settled(ms: number): Promise<void>;
}

export function createBackground(log: Logger, signal: AbortSignal): Background {
	const running = new Set<Promise<void>>();
	return {
		run(what, work) {
			const ended = work
				.then(
					() => undefined,
					(error: unknown) => {
						if (!signal.aborted) log.warn(what, { err: error });
					},
				)
				.finally(() => running.delete(ended));
			running.add(ended);
		},
		async settled(ms) {
			const { promise, resolve } = Promise.withResolvers<void>();
			const timer = setTimeout(resolve, ms);
			await Promise.race([Promise.all(running), promise]);
			clearTimeout(timer);
		},
	};
}
