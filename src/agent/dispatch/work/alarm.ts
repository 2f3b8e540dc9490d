import type { Clock } from '../../../base/clock.ts';

/** Rings at the soonest of the times that it was set to, and then waits to be set again. Disposing ends it. */
export interface Alarm extends Disposable {
	/** `at`: milliseconds since 1970. */
	setTo(at: number): void;
}

/** The longest time without a look at the clock, which may have been put forward or back, ms. */
export const longestMs = 60_000;

/** It rings after `longestMs` at the latest. */
export function createAlarm(clock: Clock, ring: () => void): Alarm {
	let setting = { at: Number.POSITIVE_INFINITY, callOff: () => {} };
	let isOver = false;
	return {
		setTo(wanted) {
			const at = Math.min(wanted, clock.now() + longestMs);
			if (isOver || at >= setting.at) return;
			setting.callOff();
			const callOff = clock.after(Math.max(0, at - clock.now()), () => {
				setting = { at: Number.POSITIVE_INFINITY, callOff: () => {} };
				ring();
			});
			setting = { at, callOff };
		},
		[Symbol.dispose]() {
			isOver = true;
			setting.callOff();
		},
	};
}
