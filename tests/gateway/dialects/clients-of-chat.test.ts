import { describe, expect, it } from 'vitest';
import { addresses, sent } from './rewrites.ts';

const parameters = {
	type: 'object',
	properties: {
		path: { type: 'string', description: 'where' },
		depth: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
	},
	required: ['path'],
	additionalProperties: false,
	$schema: 'http://json-schema.org/draft-07/schema#',
};
const png = 'iVBORw0KGgo=';

/** Requests in the shapes in which the clients were seen to send them, the second of a task where that has more: with calls, results and thinking. */
const chatTools = [{ type: 'function', function: { name: 'bash', description: 'Runs.', parameters, strict: false } }];
const streamed = { stream: true, stream_options: { include_usage: true } };
const called = {
	id: 'call_1',
	type: 'function',
	function: { name: 'bash', arguments: '{"path":"a","depth":12345678901234567890}' },
};

describe('requests of the clients go through as they are', () => {
	it.each([
		[
			'OpenCode',
			{
				model: 'fake-model',
				max_tokens: 8192,
				messages: [
					{ role: 'system', content: 'You are' },
					{ role: 'user', content: 'hi' },
					{ role: 'assistant', content: '', tool_calls: [called], reasoning_content: 'hm' },
					{ role: 'tool', tool_call_id: 'call_1', content: 'done' },
				],
				tools: chatTools,
				tool_choice: 'auto',
				...streamed,
			},
		],
		[
			'Qwen Code',
			{
				model: 'fake-model',
				messages: [
					{ role: 'system', content: [{ type: 'text', text: 'You are', cache_control: { type: 'ephemeral' } }] },
					{
						role: 'user',
						content: [
							{ type: 'text', text: 'a' },
							{ type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
						],
					},
					{ role: 'assistant', content: null, tool_calls: [{ ...called, index: 0 }] },
					{ role: 'tool', tool_call_id: 'call_1', content: [{ type: 'text', text: 'done' }] },
				],
				max_tokens: 32_000,
				...streamed,
				tools: chatTools,
				temperature: 0.2,
				top_p: 0.95,
				enable_thinking: true,
			},
		],
		[
			'Copilot',
			{
				model: 'fake-model',
				messages: [
					{ role: 'system', content: 'You are' },
					{ role: 'assistant', content: 'a', reasoning_text: 'hm', reasoning_opaque: 'b3BhcXVl', refusal: null },
				],
				temperature: 0,
				top_p: 0.95,
				frequency_penalty: 0,
				presence_penalty: 0,
				tools: [
					...chatTools,
					{
						type: 'custom',
						custom: {
							name: 'patch',
							format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: "a"' } },
						},
					},
				],
				tool_choice: { type: 'function', function: { name: 'bash' } },
				parallel_tool_calls: true,
				max_tokens: 100,
				...streamed,
			},
		],
		[
			'pi',
			{
				model: 'fake-model',
				messages: [
					{ role: 'developer', content: 'You are' },
					{
						role: 'assistant',
						content: 'a',
						reasoning_details: [{ type: 'reasoning.encrypted', data: 'x', id: 'r', format: 'f', index: 0 }],
					},
				],
				...streamed,
				max_completion_tokens: 8192,
				tools: chatTools,
				reasoning_effort: 'medium',
				prompt_cache_key: 'k',
				prompt_cache_retention: '24h',
				response_format: { type: 'json_schema', json_schema: { name: 'n', schema: parameters, strict: true } },
				seed: 7,
				stop: ['a'],
				logit_bias: { 50256: -100 },
				chat_template_kwargs: { enable_thinking: true },
				thinking: { type: 'enabled' },
				reasoning: { effort: 'high' },
			},
		],
	])('Chat Completions of %s', (_, request) => {
		expect(sent(addresses.chat, request)).toMatchObject({
			value: request,
			stripped: [],
			streams: true,
			model: 'fake-model',
		});
		expect(sent(addresses.chat, request).value).toEqual(request);
	});
});
