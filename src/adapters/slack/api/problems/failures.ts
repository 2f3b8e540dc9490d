import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError } from '@slack/web-api';
import { codeOf } from '../../../../base/errors.ts';

/**
 * Whether a failed request has happened. `limited`: it has not happened and may be sent again in `ms` milliseconds. `unsent`: it has not reached
 * Slack, or Slack does nothing for that workspace now. `lost`: it may or may not have happened. `refused`: it has not happened and will not.
 */
export type Failure =
	| { readonly kind: 'limited'; readonly ms: number }
	| { readonly kind: 'unsent' | 'lost' | 'refused' };

/** Slack's words for a limit, besides the status 429. */
const limits = ['ratelimited', 'rate_limited'];

/** Slack's words for trouble of its own, in which "some aspect of the operation may have succeeded". */
const troubles = ['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout'];

/** Slack's words for a workspace that is being moved into an organisation: for some hours it is there only now and then. */
const moving = ['team_added_to_org', 'org_login_required'];

/** Where no connection was made, nothing was sent. */
const unconnected = [
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'UND_ERR_CONNECT_TIMEOUT',
];

/** The pause after a limit that names no time. */
const defaultPauseMs = 1000;

/** Pure. */
export function failureOf(error: unknown): Failure {
	if (error instanceof WebAPIRateLimitedError) return { kind: 'limited', ms: error.retryAfter * 1000 };
	if (error instanceof WebAPIPlatformError) return platformFailure(error);
	if (error instanceof WebAPIRequestError) return { kind: isUnconnected(error.original) ? 'unsent' : 'lost' };
	if (error instanceof WebAPIHTTPError) return { kind: error.statusCode >= 500 ? 'lost' : 'refused' };
	return { kind: 'refused' };
}

function platformFailure({ data }: WebAPIPlatformError): Failure {
	const code = String(data.error);
	const seconds = data.response_metadata?.retryAfter;
	if (limits.includes(code)) return { kind: 'limited', ms: seconds === undefined ? defaultPauseMs : seconds * 1000 };
	if (moving.includes(code)) return { kind: 'unsent' };
	// Anything but a code is an answer that was cut, or somebody else's page.
	return { kind: troubles.includes(code) || !/^[\w.:-]+$/.test(code) ? 'lost' : 'refused' };
}

function isUnconnected(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	if (unconnected.includes(codeOf(error) ?? '')) return true;
	const causes = error instanceof AggregateError ? error.errors : [error.cause];
	return causes.length > 0 && causes.every(isUnconnected);
}
