/** Runs jobs one after another, in the order they came. A job whose signal aborted while it waited is run at once: it ends at once. */
export type Queue = <Result>(job: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

export function createQueue(): Queue {
	let last: Promise<unknown> = Promise.resolve();
	return (job, signal) => {
		const aborted = new Promise<void>((resolve) => {
			if (signal.aborted) resolve();
			signal.addEventListener('abort', () => resolve(), { once: true });
		});
		const before = last;
		const run = Promise.race([before, aborted]).then(job);
		last = Promise.allSettled([before, run]);
		return run;
	};
}
