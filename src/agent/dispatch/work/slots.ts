import { type Clock, raceClock } from '../../../base/clock.ts';
import type { Pacing } from './pacing.ts';
import type { Workers } from './workers.ts';

/** Goes on with sessions, some at a time, in the order in which they were put in. What comes in meanwhile takes no slot. */
export interface Slots {
	/** Each session once. */
	put(session: string): void;
	has(session: string): boolean;
	/** Resolves when none waits for its slot. */
	settled(): Promise<void>;
}

export function createSlots(workers: Workers, clock: Clock, { slots, slotMs }: Pacing): Slots {
	const waiting = new Set<string>();
	const running = new Set<Promise<void>>();

	async function run(session: string): Promise<void> {
		workers.wake(session);
		// A long turn does not hold up those behind it.
		const working = workers.working(session);
		if (working !== undefined) await raceClock(clock, working, slotMs);
	}

	function fill(): void {
		for (const session of waiting) {
			if (running.size >= slots) return;
			waiting.delete(session);
			const ran = run(session).finally(() => {
				running.delete(ran);
				fill();
			});
			running.add(ran);
		}
	}

	return {
		put(session) {
			waiting.add(session);
			fill();
		},
		has: (session) => waiting.has(session),
		async settled() {
			while (waiting.size > 0) await Promise.race(running);
		},
	};
}
