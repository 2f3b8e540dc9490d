import type { DialectError } from '../dialect.ts';

/** Names of Google's statuses (https://cloud.google.com/apis/design/errors#handling_errors). */
const names: Readonly<Record<number, string>> = {
	400: 'INVALID_ARGUMENT',
	401: 'UNAUTHENTICATED',
	402: 'FAILED_PRECONDITION',
	403: 'PERMISSION_DENIED',
	404: 'NOT_FOUND',
	408: 'DEADLINE_EXCEEDED',
	413: 'INVALID_ARGUMENT',
	429: 'RESOURCE_EXHAUSTED',
	500: 'INTERNAL',
	504: 'DEADLINE_EXCEEDED',
};

/** An error of generateContent, and its event in a stream of these. Pure. */
export function googleError(status: number, sentence: string): DialectError {
	const name = names[status] ?? (status < 500 ? 'INVALID_ARGUMENT' : 'UNAVAILABLE');
	const body = JSON.stringify({ error: { code: status, message: sentence, status: name } });
	return { contentType: 'application/json', body, event: `\n\ndata: ${body}\n\n` };
}
