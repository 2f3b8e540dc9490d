import type { DialectError } from '../dialect.ts';

/** Types of Anthropic's errors (https://platform.claude.com/docs/en/api/errors). */
const types: Readonly<Record<number, string>> = {
	400: 'invalid_request_error',
	401: 'authentication_error',
	402: 'billing_error',
	403: 'permission_error',
	404: 'not_found_error',
	408: 'timeout_error',
	413: 'request_too_large',
	429: 'rate_limit_error',
	504: 'timeout_error',
	529: 'overloaded_error',
};

/** An error of Messages, and its event in a stream of these. Pure. */
export function anthropicError(status: number, sentence: string): DialectError {
	const type = types[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error');
	const body = JSON.stringify({ type: 'error', error: { type, message: sentence } });
	return { contentType: 'application/json', body, event: `\n\nevent: error\ndata: ${body}\n\n` };
}
