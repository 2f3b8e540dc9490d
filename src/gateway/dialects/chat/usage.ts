import { count, inner, type ReadTold, usageOf, wordsOf } from '../meter/counted.ts';
import { isMembers } from '../read/allow.ts';

/**
 * Usage and errors of Chat Completions: of OpenAI (https://platform.openai.com/docs/api-reference/chat-streaming/streaming), Groq's beside the
 * chunk (`x_groq`), and what DeepSeek and Moonshot call tokens that they had kept.
 */
export const readChat: ReadTold = (value) => {
	const usage = 'usage' in value ? inner(value, 'usage') : inner(value['x_groq'], 'usage');
	const cached =
		inner(usage, 'prompt_tokens_details')['cached_tokens'] ??
		usage['prompt_cache_hit_tokens'] ??
		usage['cached_tokens'];
	const told = 'prompt_tokens' in usage || 'completion_tokens' in usage;
	const counted = told ? usageOf(count(usage['prompt_tokens']), count(usage['completion_tokens']), cached) : undefined;
	return { usage: counted, failure: wordsOf(value['error']), isLast: isLast(value['choices']) };
};

/** The usage comes alone after all that was said, or with the reason why no more is. */
function isLast(choices: unknown): boolean {
	if (!Array.isArray(choices)) return false;
	const [first] = choices;
	return first === undefined || (isMembers(first) && typeof first['finish_reason'] === 'string');
}
