import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Provider } from '../../../../src/demo/provider/provider.ts';
import { type Body, post, startStrict } from './ask.ts';

let provider: Provider;

beforeAll(async () => {
	provider = await startStrict();
});
afterAll(() => provider[Symbol.asyncDispose]());

const hi = { role: 'user', content: 'Hi' };

describe('Chat Completions', () => {
	it.each<[string, Body]>([
		['Unrecognized request argument supplied: input', { model: 'm', messages: [hi], input: 'x' }],
		["Invalid value: 'robot'", { model: 'm', messages: [{ role: 'robot', content: 'x' }] }],
		[
			"must be a response to a preceding message with 'tool_calls'",
			{ model: 'm', messages: [hi, { role: 'tool', tool_call_id: 'c', content: 'x' }] },
		],
		[
			'did not have response messages: c1',
			{
				model: 'm',
				messages: [
					hi,
					{
						role: 'assistant',
						content: '',
						tool_calls: [{ id: 'c1', type: 'function', function: { name: 'ls', arguments: '{}' } }],
					},
				],
			},
		],
		[
			"Tool choice 'rm' not found",
			{
				model: 'm',
				messages: [hi],
				tools: [{ type: 'function', function: { name: 'ls' } }],
				tool_choice: { type: 'function', function: { name: 'rm' } },
			},
		],
		["only accepts 'application/json'", { type: 'text' }],
	])('refuses by "%s"', async (sentence, body) => {
		const headers: Record<string, string> = body['type'] === 'text' ? { 'content-type': 'text/plain' } : {};
		const answer = await post(`${provider.url}/v1/chat/completions`, body, headers);
		expect(answer.status).toBe(400);
		expect(answer.body.error).toMatchObject({ type: 'invalid_request_error' });
		expect(answer.body.error['message']).toContain(sentence);
	});

	it('takes what OpenAI takes and the strictest server does not', async () => {
		const messages = [
			{ role: 'developer', content: 'x' },
			hi,
			{ role: 'system', content: 'y' },
			{ role: 'user', content: '' },
		];
		const tools = [{ type: 'function', function: { name: 'ls' } }];
		expect((await post(`${provider.url}/v1/chat/completions`, { model: 'm', messages, tools })).status).toBe(200);
	});
});
