import type { Clock } from '../../../../base/clock.ts';
import { ProblemError } from '../../../../base/errors.ts';
import type { Logger } from '../../../../base/log.ts';

export interface BadTokenDeps {
	/** Asks something of Discord for which the bot's token has to be good. */
	readonly ask: (signal: AbortSignal) => Promise<unknown>;
	readonly clock: Pick<Clock, 'now'>;
	readonly log: Logger;
}

/** The token, once Discord has refused it. */
export interface BadToken {
	/**
	 * Resolves when requests with the token may be sent. After a refusal it rejects with the same `ProblemError`; whoever asks first in a
	 * minute finds out whether the token is taken again.
	 */
	admit(signal: AbortSignal): Promise<void>;
	/** Discord has refused it; answers what it means. */
	refused(cause: unknown): ProblemError;
}

/** Each refusal counts as an invalid request, of which 10,000 in ten minutes are too many. */
const checkMs = 60_000;

export function createBadToken({ ask, clock, log }: BadTokenDeps): BadToken {
	let problem: ProblemError | undefined;
	let nextCheck = 0;
	return {
		async admit(signal) {
			if (!problem) return;
			if (clock.now() < nextCheck) throw problem;
			nextCheck = clock.now() + checkMs;
			const known = problem;
			await ask(signal).catch(() => {
				signal.throwIfAborted();
				throw known;
			});
			problem = undefined;
			log.info('Discord takes the token again');
		},
		refused(cause) {
			if (!problem) {
				log.error('Discord refuses the token: nothing is sent until it takes it again, which is asked each minute');
				nextCheck = clock.now() + checkMs;
			}
			problem ??= problemOf(cause);
			return problem;
		},
	};
}

function problemOf(cause: unknown): ProblemError {
	return new ProblemError(
		"Cannot call Discord: the bot's token is not valid any more",
		'Press "Reset Token" on the page "Bot" of the app, put the new one into DISCORD_TOKEN, and restart',
		{ cause },
	);
}
