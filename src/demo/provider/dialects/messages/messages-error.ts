import type { Refusal } from '../dialect.ts';

/** By https://docs.anthropic.com/en/api/errors. */
const kinds: Readonly<Record<number, string>> = {
	400: 'invalid_request_error',
	401: 'authentication_error',
	402: 'billing_error',
	403: 'permission_error',
	404: 'not_found_error',
	413: 'request_too_large',
	429: 'rate_limit_error',
	504: 'timeout_error',
	529: 'overloaded_error',
};

export function messagesError({ status, message }: Refusal): unknown {
	const type = kinds[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
	return { type: 'error', error: { type, message }, request_id: 'req_script' };
}

export function wrong(message: string): Refusal {
	return { status: 400, message };
}
