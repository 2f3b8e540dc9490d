import type { Clock } from '../../clock.ts';

/** Resolves when `promise` has, or `ms` milliseconds are over; rejects as it does before that. */
export async function raceClock(clock: Clock, promise: Promise<unknown>, ms: number): Promise<void> {
	const { promise: late, resolve } = Promise.withResolvers<void>();
	const callOff = clock.after(ms, resolve);
	await Promise.race([promise, late]).finally(callOff);
}
