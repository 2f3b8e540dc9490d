import { count, inner, type ReadTold, usageOf, wordsOf } from '../meter/counted.ts';
import { isMembers } from '../read/allow.ts';

/**
 * Usage and errors of Messages: of an answer, and of `message_start` and `message_delta` in a stream
 * (https://platform.claude.com/docs/en/build-with-claude/streaming). The input there has neither what was read from the cache nor what was
 * written to it; here it has both.
 */
export const readMessages: ReadTold = (value) => {
	const usage = isMembers(value['message']) ? inner(value['message'], 'usage') : inner(value, 'usage');
	const read = usage['cache_read_input_tokens'];
	const input = count(usage['input_tokens']) + count(read) + count(usage['cache_creation_input_tokens']);
	const told = 'input_tokens' in usage || 'output_tokens' in usage;
	const counted = told ? usageOf(input, count(usage['output_tokens']), read) : undefined;
	const failure = value['type'] === 'error' ? wordsOf(value['error']) : undefined;
	return { usage: counted, failure, isLast: value['type'] === 'message_delta' };
};
