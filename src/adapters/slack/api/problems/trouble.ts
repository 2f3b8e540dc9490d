import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRequestError } from '@slack/web-api';
import { causesOf, PlaceGoneError, PlatformAwayError, type ProblemError } from '../../../../base/errors.ts';
import type { Thread } from '../../../../chat/thread.ts';
import { Refusal } from '../../../ask-again.ts';
import { createTrouble } from '../../../platform-trouble.ts';
import { NotInstalledError } from '../../install/open-installations.ts';
import { LostResponseError } from '../calls.ts';
import { failureOf } from './failures.ts';
import { slackCode } from './slack-sentence.ts';

/** Slack's codes for a workspace that the app is not in any more: https://docs.slack.dev/reference/methods/chat.postMessage#errors */
const goneTeam = [
	'account_inactive',
	'invalid_auth',
	'not_authed',
	'team_access_not_granted',
	'team_not_found',
	'token_expired',
	'token_revoked',
];
/** And for a channel in which nothing can be said any more. */
const goneChannel = ['channel_not_found', 'is_archived', 'is_inactive', 'not_in_channel', 'messages_tab_disabled'];

/** Slack's failures as the core is to know them. */
export const { awayOr, troubleIn: slackTrouble } = createTrouble({ platform: 'slack', isAway, goneBy });

/** Whether Slack was away. Pure. */
export function isSlackAway(error: unknown): boolean {
	return awayOr(error) instanceof PlatformAwayError;
}

/** Whether what failed in `thread` may be done another time: Slack is away, or the place is gone for now. Pure. */
export function mayComeBack(error: unknown, thread: Thread): boolean {
	const told = slackTrouble(error, thread);
	return told instanceof PlatformAwayError || told instanceof PlaceGoneError;
}

/** A problem at the start: where it was not Slack itself that has refused us, Slack is away. Pure. */
export function unlessRefused(problem: ProblemError): ProblemError | PlatformAwayError {
	const isRefused = causesOf(problem).some(
		(cause) => cause instanceof WebAPIPlatformError && failureOf(cause).kind === 'refused',
	);
	return isRefused ? problem : new PlatformAwayError('slack', problem.message, { cause: problem });
}

function goneBy(error: Error, thread: string): string | undefined {
	const [team = '', channel = ''] = thread.split('-');
	const code = slackCode(error) ?? '';
	if (error instanceof NotInstalledError || goneTeam.includes(code)) return team;
	return goneChannel.includes(code) ? `${team}-${channel}` : undefined;
}

/** Slack itself answers 200 or 429: these are a proxy's, or of somebody else between us and it. */
const gates = [403, 404, 407, 408];

/** Slack was not reached, or failed whatever it was asked. */
function isAway(error: Error): boolean {
	if (error instanceof WebAPIHTTPError) return error.statusCode >= 500 || gates.includes(error.statusCode);
	if (error instanceof Refusal) return error.mayPass;
	return error instanceof WebAPIRequestError || error instanceof LostResponseError;
}
