import type { Usage } from '../../../chat/usage.ts';
import { count, inner, type ReadTold, usageOf, wordsOf } from '../meter/counted.ts';
import { isMembers, type Members } from '../read/allow.ts';

/**
 * Usage and errors of Chat Completions: of OpenAI (https://platform.openai.com/docs/api-reference/chat-streaming/streaming), Groq's beside the
 * chunk (`x_groq`), Moonshot's in the choice, and what DeepSeek and Moonshot call tokens that they had kept.
 */
export const readChat: ReadTold = (value) => ({
	usage: counted(usageIn(value)),
	failure: wordsOf(value['error']),
	isLast: isLast(value['choices']),
});

function usageIn(value: Members): Members {
	const beside = isMembers(value['usage']) ? value['usage'] : inner(value['x_groq'], 'usage');
	const [first] = Array.isArray(value['choices']) ? value['choices'] : [];
	return isCount(beside) ? beside : inner(first, 'usage');
}

function isCount(usage: Members): boolean {
	return 'prompt_tokens' in usage || 'completion_tokens' in usage;
}

/**
 * Some count thoughts in the total alone (https://docs.cloud.google.com/vertex-ai/generative-ai/docs/partner-models/grok/capabilities/reasoning):
 * they are output, too.
 */
function counted(usage: Members): Usage | undefined {
	if (!isCount(usage)) return undefined;
	const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = usage;
	const cached =
		inner(usage, 'prompt_tokens_details')['cached_tokens'] ??
		usage['prompt_cache_hit_tokens'] ??
		usage['cached_tokens'];
	const besideInput = typeof input === 'number' ? count(total) - count(input) : 0;
	return usageOf(count(input), Math.max(count(output), besideInput), cached);
}

/** The usage comes alone after all that was said, or with the reason why no more is. */
function isLast(choices: unknown): boolean {
	if (!Array.isArray(choices)) return false;
	const [first] = choices;
	return first === undefined || (isMembers(first) && typeof first['finish_reason'] === 'string');
}
