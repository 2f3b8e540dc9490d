import { expect, it } from 'vitest';
import { limitIn } from '../../../src/agent/model/overflow-limit.ts';

it.each([
	['OpenAI, vLLM', "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens", 8_192],
	['Anthropic', 'prompt is too long: 213462 tokens > 200000 maximum', 200_000],
	['Google', 'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575)', 1_048_575],
	['xAI', "This model's maximum prompt length is 131072 but the request contains 537812 tokens", 131_072],
	['llama.cpp', '{"type":"exceed_context_size_error","n_prompt_tokens":1407,"n_ctx":2048}', 2_048],
	[
		'llama.cpp in words',
		'request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it',
		4_096,
	],
	['llama-cpp-python', 'Requested tokens (5000) exceed context window of 2048', 2_048],
	['Mistral', 'Prompt contains 40000 tokens, too large for model with 32768 maximum context length', 32_768],
	['Moonshot', 'Your request exceeded model token limit: 262144', 262_144],
	['TGI', '`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000', 4_096],
	['GitHub', 'prompt token count of 20000 exceeds the limit of 16000', 16_000],
	['DashScope', 'Range of input length should be [1, 30720]', 30_720],
	['Vertex AI', 'the input token count is 40000 but model only supports up to 32767', 32_767],
	['watsonx.ai', 'the number of input tokens 4098 cannot exceed the total tokens limit 4096 for this model', 4_096],
	['vLLM before', 'The engine prompt length 9000 exceeds the max_model_len 8192. Please reduce prompt.', 8_192],
	['with commas', 'The maximum context length is 32,768 tokens', 32_768],
	['nobody', 'Please reduce the length of the messages or completion', undefined],
	['nobody that can be', 'maximum context length is 4 tokens', undefined],
])('the limit that a refusal names: %s', (_, refusal, limit) => {
	expect(limitIn(refusal)).toBe(limit);
});

it('is looked for in linear time', () => {
	expect(limitIn('context length '.repeat(70_000))).toBeUndefined();
});
