import type { Logger } from '../../../log.ts';
import { type Clock, sleep } from '../../clock.ts';

const firstPauseMs = 1000;
const longestPauseMs = 30_000;

/** Does `work` again, with growing pauses, until it resolves. Rejects only when the signal fires. */
export async function untilStored<T>(
	work: () => Promise<T>,
	{ clock, log, signal }: { readonly clock: Clock; readonly log: Logger; readonly signal: AbortSignal },
): Promise<T> {
	for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
		signal.throwIfAborted();
		try {
			return await work();
		} catch (error) {
			signal.throwIfAborted();
			log.warn('What came from Discord cannot be taken in yet', { err: error });
		}
		await sleep(clock, pauseMs, signal);
	}
}
