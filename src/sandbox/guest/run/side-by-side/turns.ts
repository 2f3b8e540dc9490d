/** The runs that began before one, as far as they are to do with the session's files. */
export interface Earlier {
	/** Whether all of them have ended. */
	isOver(): boolean;
	/** Resolves once they have, and when the run is called off. */
	over(): Promise<void>;
}

/**
 * Starts a job at once and tells it of those before it: one that sees the session's files, or has some for it, waits there until it would be its turn,
 * so that all is as if they had run one after another.
 */
export type Turns = <Result>(job: (earlier: Earlier) => Promise<Result>, signal: AbortSignal) => Promise<Result>;

export function createTurns(): Turns {
	let last: Promise<unknown> = Promise.resolve();
	let running = 0;
	return (job, signal) => {
		let isOver = running === 0;
		running += 1;
		const before = last.then(() => {
			isOver = true;
		});
		const run = job({ isOver: () => isOver, over: () => orAborted(before, signal) }).finally(() => {
			running -= 1;
		});
		last = Promise.allSettled([before, run]);
		return run;
	};
}

function orAborted(before: Promise<void>, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const leave = () => resolve();
		signal.addEventListener('abort', leave, { once: true });
		if (signal.aborted) leave();
		void before.then(() => {
			signal.removeEventListener('abort', leave);
			resolve();
		});
	});
}
