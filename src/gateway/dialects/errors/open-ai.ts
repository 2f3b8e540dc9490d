import type { DialectError } from '../dialect.ts';

/**
 * Types and codes of OpenAI's errors (https://platform.openai.com/docs/guides/error-codes/api-errors). A spent budget has a code of ours: on
 * theirs, `insufficient_quota`, clients say words of their own, and on any with `exhausted` or `rate_limit` in it some of them try again.
 */
const kinds: Readonly<Record<number, readonly [type: string, code: string]>> = {
	400: ['invalid_request_error', 'invalid_request'],
	401: ['invalid_request_error', 'invalid_api_key'],
	402: ['invalid_request_error', 'budget_spent'],
	403: ['invalid_request_error', 'not_allowed'],
	404: ['invalid_request_error', 'model_not_found'],
	408: ['server_error', 'timeout'],
	413: ['invalid_request_error', 'request_too_large'],
	429: ['requests', 'rate_limit_exceeded'],
	504: ['server_error', 'timeout'],
};

/** An error of Chat Completions or Responses, and its event in a stream of these. Pure. */
export function openAiError(status: number, sentence: string, dialect: 'chat' | 'responses'): DialectError {
	const [type, code] = kinds[status] ?? (status < 500 ? kinds[400] : undefined) ?? ['server_error', 'server_error'];
	const error = { message: sentence, type, param: null, code };
	const body = JSON.stringify({ error });
	const event = dialect === 'chat' ? `\n\ndata: ${body}\n\n` : failedResponse(sentence, code);
	return { contentType: 'application/json', body, event };
}

/** In a stream of Responses a failure is a response that failed (https://platform.openai.com/docs/api-reference/responses-streaming/response/failed). */
function failedResponse(message: string, code: string): string {
	const response = { id: 'resp_gateway', object: 'response', status: 'failed', error: { code, message }, output: [] };
	return `\n\nevent: response.failed\ndata: ${JSON.stringify({ type: 'response.failed', response })}\n\n`;
}
