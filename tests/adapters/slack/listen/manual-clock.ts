import type { Clock } from '../../../../src/adapters/slack/web/clock.ts';

/** A clock that goes only when it is told to. */
export interface ManualClock extends Clock {
	/** Lets `ms` milliseconds pass; what falls due meanwhile runs. */
	advance(ms: number): void;
}

export function manualClock(start = 1_700_000_000_000): ManualClock {
	let now = start;
	const timers = new Set<{ readonly at: number; readonly then: () => void }>();
	return {
		now: () => now,
		after(ms, then) {
			const timer = { at: now + ms, then };
			timers.add(timer);
			return () => timers.delete(timer);
		},
		advance(ms) {
			now += ms;
			for (const timer of [...timers].filter(({ at }) => at <= now)) {
				timers.delete(timer);
				timer.then();
			}
		},
	};
}
