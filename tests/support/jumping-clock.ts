import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../src/base/clock.ts';

/** A clock that is moved by hand. */
export interface HandClock extends Clock {
	/** Lets `ms` milliseconds pass: what is due runs in order, each with what follows from it. */
	advance(ms: number): Promise<void>;
	/** How many wait for their time. */
	waiting(): number;
}

interface Timer {
	readonly due: number;
	readonly then: () => void;
}

export function createHandClock(start = Date.UTC(2026, 0, 1)): HandClock {
	let now = start;
	const timers = new Set<Timer>();
	const earliest = () => [...timers].toSorted((a, b) => a.due - b.due)[0];
	return {
		now: () => now,
		waiting: () => timers.size,
		after(ms, then) {
			const timer = { due: now + ms, then };
			timers.add(timer);
			return () => timers.delete(timer);
		},
		async advance(ms) {
			const end = now + ms;
			for (let next = earliest(); next !== undefined && next.due <= end; next = earliest()) {
				timers.delete(next);
				now = Math.max(now, next.due);
				next.then();
				await turn();
			}
			now = end;
			await turn();
		},
	};
}

/** A clock that runs `factor` times as fast as the machine's. */
export function createFastClock(factor: number): Clock {
	const start = Date.now();
	return {
		now: () => start + (Date.now() - start) * factor,
		after(ms, then) {
			const timer = setTimeout(then, Math.min(ms / factor, 2 ** 31 - 1)).unref();
			return () => clearTimeout(timer);
		},
	};
}

/** A clock on which nobody waits: time jumps to whatever is due next. */
export function createJumpingClock(start = Date.UTC(2026, 0, 1)): Clock {
	let now = start;
	return {
		now: () => now,
		after(ms, then) {
			const due = now + ms;
			const immediate = setImmediate(() => {
				now = Math.max(now, due);
				then();
			});
			return () => clearImmediate(immediate);
		},
	};
}
