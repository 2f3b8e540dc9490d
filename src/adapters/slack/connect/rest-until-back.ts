import { WebClient } from '@slack/web-api';
import { type Clock, raceClock, sleep } from '../../../base/clock.ts';
import { silentLogger } from '../../../base/log.ts';
import { raceAbort } from '../../../base/race-abort.ts';
import { failureOf } from '../api/problems/failures.ts';
import { slackLogger } from '../slack-logger.ts';

/** Whether Slack takes calls: known within `patienceMs`. */
export type IsThere = () => Promise<boolean>;

/** Between two looks. */
const lookMs = 5000;
/** Without an answer for so long it is away. */
const patienceMs = 5000;

/** By `api.test`, which wants no token and may be asked far more often than a socket may be opened; https://docs.slack.dev/reference/methods/api.test */
export function createIsThere(apiUrl: string | undefined): IsThere {
	const client = new WebClient(undefined, {
		...(apiUrl !== undefined && { slackApiUrl: apiUrl }),
		retryConfig: { retries: 0 },
		rejectRateLimitedCalls: true,
		timeout: patienceMs,
		// That it is away is logged by whoever cannot connect
		logger: slackLogger(silentLogger, 'Slack client'),
	});
	return () =>
		client.api.test().then(
			() => true,
			(error: unknown) => failureOf(error).kind === 'limited',
		);
}

/**
 * Resolves in `ms` milliseconds, or sooner: when Slack, which was away at first or at a look, is seen to be there. Where it was there all the
 * time, looking shortens nothing. Rejects with the signal's reason.
 */
export async function restUntilBack(
	ms: number,
	wasAway: boolean,
	deps: { readonly clock: Clock; readonly isThere: IsThere },
	signal: AbortSignal,
): Promise<void> {
	const over = new AbortController();
	const back = untilBack(wasAway, deps, AbortSignal.any([signal, over.signal]));
	back.catch(() => undefined);
	await raceClock(deps.clock, back, ms).finally(() => over.abort());
}

async function untilBack(
	wasAway: boolean,
	{ clock, isThere }: { readonly clock: Clock; readonly isThere: IsThere },
	signal: AbortSignal,
): Promise<void> {
	for (let away = wasAway; ; ) {
		await sleep(clock, lookMs, signal);
		const isBack = await raceAbort(isThere(), signal);
		if (isBack && away) return;
		away ||= !isBack;
	}
}
