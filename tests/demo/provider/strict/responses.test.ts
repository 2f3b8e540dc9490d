import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Provider } from '../../../../src/demo/provider/provider.ts';
import { type Body, post, startStrict } from './ask.ts';

let provider: Provider;

beforeAll(async () => {
	provider = await startStrict();
});
afterAll(() => provider[Symbol.asyncDispose]());

const hi = { role: 'user', content: 'Hi' };

describe('Responses', () => {
	const call = { type: 'function_call', call_id: 'c1', name: 'ls', arguments: '{}' };
	const output = { type: 'function_call_output', call_id: 'c1', output: 'a' };
	const ls = { type: 'function', name: 'ls', parameters: { type: 'object', properties: {} } };

	it.each<[string, Body]>([
		["Unknown parameter: 'messages'.", { model: 'm', messages: [hi] }],
		["Missing required parameter: 'input'.", { model: 'm' }],
		["Invalid value: 'tool'.", { model: 'm', input: [{ role: 'tool', content: 'x' }] }],
		["Invalid value: 'text'.", { model: 'm', input: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }] }],
		['No tool output found for function call c1.', { model: 'm', input: [call] }],
		['No tool call found for function call output with call_id c1.', { model: 'm', input: [output] }],
		[
			'No tool call found for custom tool call output',
			{ model: 'm', input: [call, { ...output, type: 'custom_tool_call_output' }] },
		],
		[
			"Tool choice 'rm' not found in 'tools'",
			{ model: 'm', input: 'x', tools: [ls], tool_choice: { type: 'function', name: 'rm' } },
		],
		["Invalid value: 'magic'.", { model: 'm', input: 'x', tools: [{ type: 'magic' }] }],
		[
			"Invalid schema for function 'ls'",
			{ model: 'm', input: 'x', tools: [{ ...ls, parameters: { type: 'string' } }] },
		],
		[
			'The encrypted content could not be verified',
			{ model: 'm', input: [{ type: 'reasoning', id: 'r', summary: [], encrypted_content: 'x' }, hi] },
		],
		[
			"of type 'reasoning' was provided without its required following item",
			{ model: 'm', input: [hi, { type: 'reasoning', id: 'r', summary: [] }] },
		],
		["Previous response with id 'resp_x' not found.", { model: 'm', input: 'x', previous_response_id: 'resp_x' }],
	])('refuses by "%s"', async (sentence, body) => {
		const answer = await post(`${provider.url}/v1/responses`, body);
		expect(answer.status).toBe(400);
		expect(answer.body.error).toMatchObject({ type: 'invalid_request_error', param: expect.any(String) });
		expect(answer.body.error['message']).toContain(sentence);
	});

	it('takes outputs in any order behind their calls', async () => {
		const second = { ...call, call_id: 'c2' };
		const input = [hi, call, second, { ...output, call_id: 'c2' }, output];
		expect((await post(`${provider.url}/v1/responses`, { model: 'm', input, tools: [ls] })).status).toBe(200);
	});
});
