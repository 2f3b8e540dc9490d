import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LimitRules } from '../../../src/gateway/call/hold-call.ts';
import { otherLimit } from '../../../src/gateway/call/other-limit.ts';

const cap = 32_768;
const told = (message: string, given: { limit?: LimitRules; maxOutput?: number; inputEstimate?: number } = {}) =>
	otherLimit({
		words: JSON.stringify({ error: { message, type: 'invalid_request_error' } }),
		...{ limit: { outputCap: cap }, maxOutput: cap, inputEstimate: 9_000, ...given },
	});

describe('an output limit that is refused', () => {
	it.each([
		[
			'OpenAI',
			'max_tokens is too large: 32768. This model supports at most 16384 completion tokens, whereas you provided 32768.',
			16_384,
		],
		[
			'OpenAI, Responses',
			"Invalid 'max_output_tokens': integer above maximum value. Expected a value <= 16384, but got 32768 instead.",
			16_384,
		],
		['DeepSeek', 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]', 8_192],
		['Alibaba', '<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 16384]', 16_384],
		[
			'Groq',
			'`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model',
			8_192,
		],
		[
			'Anthropic',
			'max_tokens: 32768 > 8192, which is the maximum allowed number of output tokens for claude-3-5-sonnet-20241022',
			8_192,
		],
		[
			'Vertex AI',
			'Unable to submit request because it has a maxOutputTokens value of 32768 but the supported range is from 1 (inclusive) to 8193 (exclusive).',
			8_192,
		],
		[
			'Volcengine',
			'The parameter `max_completion_tokens` specified in the request are not valid: integer above maximum value, expected a value <= 12288, but got 32768 instead.',
			12_288,
		],
		['somebody', 'max_new_tokens 32,768 is more than 4,096', 4_096],
	])('becomes the one that %s names', (_, message, tokens) => {
		expect(told(message)).toEqual({ outputCap: tokens });
		expect(told(message, { maxOutput: 30_000 })).toEqual({ outputCap: tokens });
	});

	it.each([
		[
			'OpenAI',
			"This model's maximum context length is 40000 tokens. However, you requested 42768 tokens (10000 in the messages, 32768 in the completion).",
			30_000,
		],
		[
			'OpenRouter',
			"This endpoint's maximum context length is 40000 tokens. However, you requested about 42768 tokens (10000 of text input, 32768 in the output). Please reduce the length of either one",
			30_000,
		],
		[
			'vLLM',
			"'max_tokens' or 'max_completion_tokens' is too large: 32768. This model's maximum context length is 32768 tokens and your request has 100 input tokens (32768 > 32768 - 100).",
			32_668,
		],
		[
			'a vLLM that counts no further than it must',
			"This model's maximum context length is 40000 tokens. However, you requested 32768 output tokens and your prompt contains at least 7233 input tokens, for a total of at least 40001 tokens.",
			31_000,
		],
	])('becomes what is left of the window of %s', (_, message, tokens) => {
		expect(told(message)).toEqual({ outputCap: tokens });
		// An agent shortens its conversation instead of its answer
		expect(told(message, { maxOutput: 20_000 })).toBeUndefined();
	});

	it('is not asked for again where the conversation alone is too long', () => {
		const message = "This model's maximum context length is 8192 tokens. However, you requested 40000 tokens";
		expect(told(message)).toBeUndefined();
		expect(told(`${message} (8000 in the messages, 32768 in the completion).`)).toBeUndefined();
	});

	it('gets another name where the one that was used is not known', () => {
		const openAi =
			"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
		expect(told(openAi)).toEqual({ outputCap: cap, chatLimit: 'max_completion_tokens' });
		expect(told(openAi, { limit: { outputCap: cap, chatLimit: 'max_completion_tokens' } })).toBeUndefined();
		const mistral = {
			detail: [{ type: 'extra_forbidden', loc: ['body', 'max_completion_tokens'], msg: 'Extra inputs' }],
		};
		const refused = { words: JSON.stringify(mistral), maxOutput: 100, inputEstimate: 10 };
		expect(otherLimit({ ...refused, limit: { outputCap: cap } })).toEqual({ outputCap: cap, chatLimit: 'max_tokens' });
		expect(otherLimit({ ...refused, limit: { outputCap: cap, chatLimit: 'max_tokens' } })).toBeUndefined();
	});

	it.each([
		'Missing required parameter: tools[0].function.name',
		'`max_tokens` must be greater than `thinking.budget_tokens`',
		'max_tokens of claude-3-7-sonnet-20250219 is not 512x',
		'temperature has to be below 1000',
		'max_tokens is 200 at most',
	])('is not the fault in %j', (message) => expect(told(message)).toBeUndefined());

	it('is lower each time, whatever the words', () => {
		const parts = fc.constantFrom(
			...['max_tokens', 'context length is ', ' input tokens', 'at least ', '(exclusive)', ' > ', '[1, ', ' '],
			...['Use max_completion_tokens', 'not supported', '8192', '32,768', '99999999', '1e999', '-5'],
		);
		const words = fc.array(fc.oneof(parts, fc.string({ maxLength: 5 })), { maxLength: 12 }).map((all) => all.join(''));
		fc.assert(
			fc.property(words, fc.integer({ min: 1, max: cap }), fc.nat(), (text, maxOutput, inputEstimate) => {
				const limit = otherLimit({ words: text, limit: { outputCap: cap }, maxOutput, inputEstimate });
				if (limit?.chatLimit === undefined && limit) {
					expect(limit.outputCap).toBeLessThan(Math.min(maxOutput, cap));
					expect(limit.outputCap).toBeGreaterThanOrEqual(256);
				}
			}),
		);
	});

	it('is found in a megabyte of hostile words in no time', () => {
		const began = performance.now();
		for (const piece of ['1,', 'max_tokens 9', 'context length is ', '123 of text ', '0'])
			otherLimit({ words: piece.repeat(200_000), limit: { outputCap: cap }, maxOutput: cap, inputEstimate: 1 });
		expect(performance.now() - began).toBeLessThan(1_000);
	});
});
