import { setTimeout as delay } from 'node:timers/promises';

/** Does work, and waits afterwards where it was much. */
export type Pace = (work: () => void) => Promise<void>;

/** Work in a row after which others have their turn, ms, and how much longer than it the rest is. */
const busyMs = 20;
const restShare = 3;

/** Keeps whoever floods us from taking more than a quarter of this process' time. */
export function createPace(): Pace {
	let busy = 0;
	return async (work) => {
		const start = performance.now();
		work();
		busy += performance.now() - start;
		if (busy < busyMs) return;
		const rest = restShare * busy;
		busy = 0;
		await delay(rest);
	};
}
