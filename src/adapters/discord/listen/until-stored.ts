import { type Clock, sleep } from '../../../base/clock.ts';
import type { Logger } from '../../../base/log.ts';
import { discordCode } from '../api/problems/discord-sentence.ts';

const firstPauseMs = 1000;
const longestPauseMs = 30_000;

/** Something came from Discord in a form that we cannot read: it would be the same the next time. */
class UnreadableError extends Error {
	override readonly name = 'UnreadableError';
}

/** Runs `work`, which decodes something that came from Discord. Throws `UnreadableError` when it throws. */
export function readForeign<T>(work: () => T): T {
	try {
		return work();
	} catch (error) {
		throw new UnreadableError('What came from Discord cannot be read', { cause: error });
	}
}

/**
 * Does `work` again, with growing pauses, until it resolves. Rejects when the signal fires, and with what another try would not change:
 * what Discord refuses, and what cannot be read.
 */
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
			if (error instanceof UnreadableError || discordCode(error) !== undefined) throw error;
			log.warn('What came from Discord cannot be taken in yet', { err: error });
		}
		await sleep(clock, pauseMs, signal);
	}
}
