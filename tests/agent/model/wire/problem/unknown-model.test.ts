import { describe, expect, it } from 'vitest';
import { withFallbacks } from '../../../../../src/agent/model/fallback-model.ts';
import { brainAt, hi, never, retry } from '../../../../support/brain-at.ts';
import { collectReply } from '../../../../support/collect-reply.ts';
import { delta, sse, startWireServer } from '../../../../support/wire-server.ts';

const asJson = { 'content-type': 'application/json' };
const well = { chunks: [sse(delta({ content: 'Hi' }), delta({}, 'stop'))] };

async function asked(status: number, body: object, text = 'Hi'): Promise<readonly unknown[]> {
	await using server = await startWireServer([{ status, headers: asJson, chunks: [JSON.stringify(body)] }, well]);
	const once = { retry: { ...retry, tries: 1 } };
	const both = withFallbacks(brainAt(server.url, { ...once, model: 'old' }), [
		brainAt(server.url, { ...once, model: 'new' }),
	]);
	const request = { ...hi, messages: [{ role: 'user' as const, text }] };
	await collectReply(both.reply(request, never)).catch(() => undefined);
	return server.requests.map(({ raw }) => JSON.parse(raw).model);
}

describe('a model that is gone', () => {
	it.each<readonly [server: string, status: number, body: object]>([
		['DeepSeek', 400, { error: { message: 'Model Not Exist', type: 'invalid_request_error' } }],
		['Mistral', 400, { object: 'error', message: 'Invalid model: old', type: 'invalid_model', code: '1500' }],
		[
			'Groq',
			400,
			{
				error: {
					message: 'The model `old` has been decommissioned and is no longer supported.',
					code: 'model_decommissioned',
				},
			},
		],
		['DashScope', 400, { error: { message: 'model not exist.', code: 'ModelNotFound' } }],
		['SiliconFlow', 400, { code: 20012, message: 'Model does not exist. Please check it carefully.', data: null }],
		['LM Studio', 400, { error: { message: 'Invalid model identifier "old". There are no models loaded.' } }],
		['LiteLLM', 400, { error: { message: 'Invalid model name passed in model=old' } }],
		['OpenRouter', 400, { error: { message: 'old is not a valid model ID', code: 400 } }],
		['Bedrock', 400, { error: { message: 'The provided model identifier is invalid.' } }],
		['any, by its status', 410, { error: { message: 'Gone' } }],
	])('is followed by the next one: %s', async (_, status, body) => {
		expect(await asked(status, body)).toEqual(['old', 'new']);
	});

	it.each([
		['Invalid prompt: "tell me of an unknown model"', 'Hi'],
		["Bad message: 'Why does it say that the model does not exist?'", 'Why does it say that the model does not exist?'],
		['Invalid schema for function: model is required', 'Hi'],
	])('is not seen in what a person wrote: %s', async (message, text) => {
		expect(await asked(400, { error: { message } }, text)).toEqual(['old']);
	});
});
