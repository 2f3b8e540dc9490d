import { setImmediate as answered } from 'node:timers/promises';

/** Does work when a job has answered, and before the next one begins. */
export type Later = (work: () => Promise<unknown>) => void;

/** Runs jobs one after another, in the order they came. A job whose signal aborted while it waited is run at once: it ends at once. */
export type Queue = <Result>(job: (later: Later) => Promise<Result>, signal: AbortSignal) => Promise<Result>;

export function createQueue(): Queue {
	let last: Promise<unknown> = Promise.resolve();
	return (job, signal) => {
		const aborted = new Promise<void>((resolve) => {
			if (signal.aborted) resolve();
			signal.addEventListener('abort', () => resolve(), { once: true });
		});
		const before = last;
		const works: Parameters<Later>[0][] = [];
		const run = Promise.race([before, aborted]).then(() => job((work) => void works.push(work)));
		last = Promise.allSettled([before, run]).then(() => doAll(works));
		return run;
	};
}

async function doAll(works: readonly Parameters<Later>[0][]): Promise<void> {
	if (works.length > 0) await answered();
	for (const work of works) await work().catch(() => {});
}
