import type { Logger } from '../base/log.ts';

/** The part of a process that this needs. */
export interface Faulty {
	on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown;
}

export interface LastResortOptions {
	readonly log: Logger;
	/** Called once, when there are more faults than a process should live with. */
	readonly onTooMany: (error: unknown) => void;
	/** Milliseconds since 1970. Default: the machine's clock. */
	readonly now?: () => number;
}

/** More faults than this in a minute, and the process is better begun anew. */
const most = 20;
const withinMs = 60_000;

/**
 * Keeps the process alive when something fails that nobody waits for: a socket without a listener, a timer that throws. What is true stands
 * in journals and the store, and each step is written there before the next: such a fault spoils no state.
 */
export function surviveFaults(process: Faulty, { log, onTooMany, now = Date.now }: LastResortOptions): void {
	const times: number[] = [];
	let told = false;
	const survive = (error: unknown): void => {
		log.error('Something failed that nobody waits for', { err: error });
		times.push(now());
		if (times.length > most) times.shift();
		if (told || times.length < most || now() - (times[0] ?? 0) > withinMs) return;
		told = true;
		onTooMany(error);
	};
	process.on('uncaughtException', survive);
	process.on('unhandledRejection', survive);
}
