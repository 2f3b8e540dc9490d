import { count, inner, type ReadTold, usageOf, wordsOf } from '../meter/counted.ts';
import { isMembers } from '../read/allow.ts';

/** Events after which there is none. */
const lasts: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete', 'response.failed']);

/** Usage and errors of Responses: of an answer, and of the last event of a stream (https://platform.openai.com/docs/api-reference/responses-streaming). */
export const readResponses: ReadTold = (value) => {
	const answer = isMembers(value['response']) ? value['response'] : value;
	const usage = inner(answer, 'usage');
	const cached = inner(usage, 'input_tokens_details')['cached_tokens'];
	const told = 'input_tokens' in usage || 'output_tokens' in usage;
	const counted = told ? usageOf(count(usage['input_tokens']), count(usage['output_tokens']), cached) : undefined;
	const error = value['type'] === 'error' ? (value['error'] ?? value) : answer['error'];
	return { usage: counted, failure: wordsOf(error), isLast: lasts.has(value['type']) };
};
