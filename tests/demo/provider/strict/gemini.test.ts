import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Provider } from '../../../../src/demo/provider/provider.ts';
import { type Body, post, startStrict } from './ask.ts';

let provider: Provider;

beforeAll(async () => {
	provider = await startStrict();
});
afterAll(() => provider[Symbol.asyncDispose]());

describe('Gemini', () => {
	const asked = { role: 'user', parts: [{ text: 'Hi' }] };
	const call = { role: 'model', parts: [{ functionCall: { name: 'ls', args: {} } }] };
	const answered = { role: 'user', parts: [{ functionResponse: { name: 'ls', response: {} } }] };
	const ls = { functionDeclarations: [{ name: 'ls' }] };
	const path = '/v1beta/models/m:generateContent';

	it.each<[string, Body]>([
		['contents is not specified', {}],
		['Unknown name "messages": Cannot find field.', { messages: [] }],
		[`Unknown name "effort" at 'generation_config'`, { contents: [asked], generationConfig: { effort: 1 } }],
		['Please use a valid role: user, model.', { contents: [{ ...asked, role: 'assistant' }] }],
		['contents.parts must not be empty', { contents: [{ role: 'user', parts: [] }] }],
		["required oneof field 'data'", { contents: [{ role: 'user', parts: [{}] }] }],
		['function call turn comes immediately after a user turn', { contents: [call, answered] }],
		['function response turn comes immediately after a function call turn', { contents: [asked, answered] }],
		['number of function response parts is equal', { contents: [asked, call] }],
		['number of function response parts is equal', { contents: [asked, call, asked] }],
		['Duplicate function declaration found: ls', { contents: [asked], tools: [ls, ls] }],
		['Invalid function name', { contents: [asked], tools: [{ functionDeclarations: [{ name: '1 a' }] }] }],
		[
			'should be non-empty for OBJECT type',
			{
				contents: [asked],
				tools: [{ functionDeclarations: [{ name: 'a', parameters: { type: 'OBJECT', properties: {} } }] }],
			},
		],
		[
			'Function name rm is not found',
			{
				contents: [asked],
				tools: [ls],
				toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['rm'] } },
			},
		],
	])('refuses by "%s"', async (sentence, body) => {
		const answer = await post(`${provider.url}${path}`, body);
		expect(answer.status).toBe(400);
		expect(answer.body.error).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' });
		expect(answer.body.error['message']).toContain(sentence);
	});

	it('wants the signature of a thought back from the third generation on', async () => {
		const contents = [asked, call, answered];
		expect((await post(`${provider.url}${path}`, { contents })).status).toBe(200);
		const third = '/v1beta/models/gemini-3-pro:generateContent';
		expect((await post(`${provider.url}${third}`, { contents })).body.error['message']).toContain(
			'missing a thought_signature',
		);
		const [part] = call.parts;
		const signed = { ...call, parts: [{ ...part, thoughtSignature: 'skip_thought_signature_validator' }] };
		expect((await post(`${provider.url}${third}`, { contents: [asked, signed, answered] })).status).toBe(200);
	});

	it('reads the names of protocol buffers as well, and counts tokens', async () => {
		const body = {
			contents: [asked],
			system_instruction: { parts: [{ text: 'x' }] },
			generation_config: { max_output_tokens: 5 },
		};
		expect((await post(`${provider.url}${path}`, body)).status).toBe(200);
		expect(
			(await post(`${provider.url}/v1beta/models/m:countTokens`, { contents: [asked] })).body['totalTokens'],
		).toBeGreaterThan(0);
		const inner = { generateContentRequest: { model: 'models/m', contents: [{ ...asked, role: 'x' }] } };
		expect((await post(`${provider.url}/v1beta/models/m:countTokens`, inner)).status).toBe(400);
	});
});
