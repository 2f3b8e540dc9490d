import type { Clock } from '../base/clock.ts';

export interface InFlightDeps {
	/** Its name, as people know it. */
	readonly platform: string;
	readonly clock: Clock;
}

/**
 * Requests that are on their way. Disposing takes no more of them, and resolves when those there are have ended; what has not after 1.5
 * seconds is called off.
 */
export interface InFlight extends AsyncDisposable {
	/** Fires when what is still on its way is called off. */
	readonly closed: AbortSignal;
	/** Runs a request. Rejects, without running it, once `signal` has fired or the platform is being left. */
	run<T>(name: string, request: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** The process has to be gone in a few seconds, and the next start looks for what it cannot know. */
const graceMs = 1500;

export function createInFlight({ platform, clock }: InFlightDeps): InFlight {
	const closing = new AbortController();
	const running = new Set<Promise<unknown>>();
	let open = true;
	return {
		closed: closing.signal,
		async run(name, request, signal) {
			signal.throwIfAborted();
			if (!open) throw new Error(`Cannot call ${name}: the connection to ${platform} is closing`);
			const work = request(AbortSignal.any([signal, closing.signal]));
			running.add(work);
			return work.finally(() => running.delete(work));
		},
		async [Symbol.asyncDispose]() {
			open = false;
			const callOff = clock.after(graceMs, () => closing.abort(new Error(`The connection to ${platform} was closed`)));
			await Promise.allSettled(running);
			callOff();
		},
	};
}
