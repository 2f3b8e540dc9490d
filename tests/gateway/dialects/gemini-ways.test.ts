import { describe, expect, it } from 'vitest';
import { inOneSpelling } from '../../../src/gateway/dialects/gemini/spelling.ts';
import { addresses, least, rewrite, sent } from './rewrites.ts';

const parameters = { type: 'object', properties: { path: { type: 'string' } } };

describe('Gemini’s other ways', () => {
	it('are written in one: underscores, one where a list belongs, a text alone', () => {
		const request = {
			contents: { parts: { text: 'hi' } },
			system_instruction: 'You are',
			tools: { function_declarations: { name: 'ls', parameters } },
			tool_config: { function_calling_config: { allowed_function_names: ['ls'] } },
			generation_config: { max_output_tokens: 7, response_mime_type: 'text/plain' },
		};
		expect(sent(addresses.gemini, request).value).toEqual({
			contents: [{ parts: [{ text: 'hi' }] }],
			systemInstruction: { parts: [{ text: 'You are' }] },
			tools: [{ functionDeclarations: [{ name: 'ls', parameters }] }],
			toolConfig: { functionCallingConfig: { allowedFunctionNames: ['ls'] } },
			generationConfig: { maxOutputTokens: 7, responseMimeType: 'text/plain' },
		});
	});

	it('count contents, or a whole request, always of the model in the address', () => {
		const target = '/v1beta/models/fake-model:countTokens';
		expect(sent(target, { ...least.gemini, generationConfig: {} }).value).toEqual({
			...least.gemini,
			generationConfig: {},
		});
		const inside = { model: 'models/dear', ...least.gemini, tools: [{ googleSearch: {} }], cached_content: null };
		expect(sent(target, { generateContentRequest: inside }).value).toEqual({
			generateContentRequest: { model: 'models/fake-model', ...least.gemini },
		});
	});

	it('are not looked for in a name as long as a request, which would take seconds', () => {
		const long = '_a'.repeat(10_000);
		expect(Object.keys(inOneSpelling({ [long]: 1, stop_sequences: [] }))).toEqual([long, 'stopSequences']);
	});

	it('of streaming a list are refused', () => {
		expect(rewrite('/v1beta/models/fake-model:streamGenerateContent', least.gemini)).toMatchObject({
			kind: 'refused',
			status: 400,
		});
	});
});
