import { expect, it } from 'vitest';
import { keyHeaders, listModels } from '../../../src/agent/model/list-models.ts';
import { startWireServer } from '../../support/wire-server.ts';

it.each([
	['https://api.openai.com/v1', { authorization: 'Bearer k' }],
	['http://127.0.0.1:11434/v1', { authorization: 'Bearer k' }],
	['https://api.anthropic.com/v1', { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' }],
	['https://api.anthropic.com.example/v1', { authorization: 'Bearer k' }],
])('a list of models is asked for with the key as its server wants it: %s', (baseUrl, headers) => {
	expect(keyHeaders(baseUrl, 'k')).toEqual(headers);
});

it('a list tells the windows of its models, in the words of each server', async () => {
	const models = [
		{ id: 'vllm', max_model_len: 4_096 },
		{ id: 'openrouter', context_length: 131_072 },
		{ id: 'groq', context_window: 8_192 },
		{ id: 'lmstudio', max_context_length: 32_768, loaded_context_length: 4_096 },
		{ id: 'llama', meta: { n_ctx: 2_048, n_ctx_train: 131_072 } },
		{ id: 'odd', context_length: 'much', meta: 7 },
		{ id: 'silent' },
	];
	const headers = { 'content-type': 'application/json' };
	await using server = await startWireServer([{ headers, chunks: [JSON.stringify({ data: models })] }]);
	const list = await listModels({ baseUrl: server.url }, new AbortController().signal);
	if (list.kind !== 'listed') throw new Error(list.reason);
	expect(list.names).toHaveLength(models.length);
	expect(Object.fromEntries(list.windows)).toEqual({
		...{ vllm: 4_096, openrouter: 131_072, groq: 8_192, lmstudio: 4_096, llama: 2_048 },
	});
});
