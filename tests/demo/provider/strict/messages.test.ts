import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Provider } from '../../../../src/demo/provider/provider.ts';
import { type Body, post, startStrict } from './ask.ts';

let provider: Provider;

beforeAll(async () => {
	provider = await startStrict();
});
afterAll(() => provider[Symbol.asyncDispose]());

const hi = { role: 'user', content: 'Hi' };
const tool = { name: 'ls', input_schema: { type: 'object' } };
const use = { type: 'tool_use', id: 't1', name: 'ls', input: {} };
const result = { type: 'tool_result', tool_use_id: 't1', content: 'a' };

describe('Messages', () => {
	const whole = { model: 'm', max_tokens: 100, messages: [hi] };
	const version = { 'anthropic-version': '2023-06-01' };
	const send = (body: unknown, headers: Readonly<Record<string, string>> = version) =>
		post(`${provider.url}/v1/messages`, body, headers);

	it.each<[string, Body]>([
		['max_tokens: Field required', { model: 'm', messages: [hi] }],
		['nope: Extra inputs are not permitted', { ...whole, nope: 1 }],
		['context_management: Extra inputs are not permitted', { ...whole, context_management: {} }],
		["messages.0.role: Input should be 'user'", { ...whole, messages: [{ role: 'tool', content: 'x' }] }],
		[
			'messages: text content blocks must contain',
			{ ...whole, messages: [{ role: 'user', content: [{ type: 'text', text: ' ' }] }] },
		],
		['all messages must have non-empty content', { ...whole, messages: [{ role: 'user', content: '' }] }],
		['messages.0.content.0: unexpected `tool_use_id`', { ...whole, messages: [{ role: 'user', content: [result] }] }],
		[
			'`tool_use` ids were found without `tool_result` blocks',
			{ ...whole, messages: [hi, { role: 'assistant', content: [use] }] },
		],
		[
			'`tool_use` ids were found without `tool_result` blocks',
			{
				...whole,
				messages: [
					hi,
					{ role: 'assistant', content: [use] },
					{ role: 'user', content: [{ type: 'text', text: 'x' }, result] },
				],
			},
		],
		["tool_choice.name: Tool 'rm' not found", { ...whole, tools: [tool], tool_choice: { type: 'tool', name: 'rm' } }],
		['tool_choice may only be specified while providing tools', { ...whole, tool_choice: { type: 'auto' } }],
		['tools: Tool names must be unique', { ...whole, tools: [tool, tool] }],
		['input_schema: Field required', { ...whole, tools: [{ name: 'ls' }] }],
		['greater than or equal to 1024', { ...whole, thinking: { type: 'enabled', budget_tokens: 10 } }],
		['`max_tokens` must be greater than', { ...whole, thinking: { type: 'enabled', budget_tokens: 2_000 } }],
		['may only be set to 1 when thinking', { ...whole, temperature: 0, thinking: { type: 'adaptive' } }],
		[
			'Invalid `signature` in `thinking` block',
			{
				...whole,
				messages: [hi, { role: 'assistant', content: [{ type: 'thinking', thinking: 'hm', signature: 'forged' }] }],
			},
		],
		[
			'Expected `thinking` or `redacted_thinking`, but found `tool_use`',
			{
				...whole,
				max_tokens: 5_000,
				thinking: { type: 'enabled', budget_tokens: 2_000 },
				messages: [hi, { role: 'assistant', content: [use] }, { role: 'user', content: [result] }],
			},
		],
		[
			'A maximum of 4 blocks with cache_control may be provided. Found 5.',
			{ ...whole, system: Array(5).fill({ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }) },
		],
	])('refuses by "%s"', async (sentence, body) => {
		const answer = await send(body);
		expect(answer.status).toBe(400);
		expect(answer.body).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } });
		expect(answer.body.error['message']).toContain(sentence);
	});

	it('wants its version, JSON and a model that there is', async () => {
		expect((await send(whole, {})).body.error['message']).toBe('anthropic-version: header is required');
		expect((await send(whole, { ...version, 'content-type': 'text/plain' })).status).toBe(400);
		expect((await send('{', version)).status).toBe(400);
		const unknown = await send({ ...whole, model: 'x' });
		expect([unknown.status, unknown.body.error['type']]).toEqual([404, 'not_found_error']);
	});

	it('takes a beta’s field with its header, and a system message between a use and its result', async () => {
		const beta = { ...version, 'anthropic-beta': 'a,context-management-2025-06-27' };
		expect((await send({ ...whole, context_management: {} }, beta)).status).toBe(200);
		const said = { role: 'system', content: 'Be brief' };
		const messages = [hi, { role: 'assistant', content: [use] }, said, { role: 'user', content: [result] }];
		expect((await send({ ...whole, messages })).status).toBe(200);
	});

	it('counts tokens without a limit for the answer', async () => {
		const { max_tokens: _, ...counted } = whole;
		expect(await post(`${provider.url}/v1/messages/count_tokens`, counted, version)).toMatchObject({
			body: { input_tokens: expect.any(Number) },
		});
		expect((await post(`${provider.url}/v1/messages/count_tokens`, whole, version)).status).toBe(400);
	});
});
