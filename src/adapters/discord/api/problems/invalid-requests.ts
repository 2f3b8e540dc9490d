import type { Clock } from '../../../../base/clock.ts';
import { ProblemError } from '../../../../base/errors.ts';
import type { Logger } from '../../../../base/log.ts';

/** Counts the requests that Discord calls invalid: too many of them, and its gate (Cloudflare) bans the machine's address. */
export interface InvalidCounter {
	/** Throws `ProblemError` when nothing may be sent for now. */
	admit(): void;
	/** Counts an answer. */
	note(status: number, headers: Headers): void;
}

/** 10,000 in ten minutes are too many: https://docs.discord.com/developers/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans; others may share our address. */
export const mostInvalid = 5000;
const windowMs = 10 * 60_000;
/** A line in the log each time as many more were counted. */
const warnEach = 500;

export function createInvalidCounter({
	clock,
	log,
}: {
	readonly clock: Pick<Clock, 'now'>;
	readonly log: Logger;
}): InvalidCounter {
	let count = 0;
	let ends = 0;
	return {
		admit() {
			if (count < mostInvalid || clock.now() >= ends) return;
			const minutes = Math.ceil((ends - clock.now()) / 60_000);
			throw new ProblemError(
				`Cannot call Discord: it has refused ${mostInvalid} requests within ten minutes, and bans who goes on like that`,
				`Nothing is sent for ${minutes} more ${minutes === 1 ? 'minute' : 'minutes'}; see the log for what was refused`,
			);
		},
		note(status, headers) {
			if (!isInvalid(status, headers)) return;
			if (clock.now() >= ends) [count, ends] = [0, clock.now() + windowMs];
			count += 1;
			if (count === mostInvalid)
				log.error('Discord refuses too many requests: nothing is sent for some minutes', { count });
			else if (count % warnEach === 0) log.warn('Discord refuses many requests', { count });
		},
	};
}

/** A limit that several apps share is nobody's fault, and not counted. */
function isInvalid(status: number, headers: Headers): boolean {
	if (status === 429) return headers.get('x-ratelimit-scope') !== 'shared';
	return status === 401 || status === 403;
}
