import { expect, it } from 'vitest';
import { keyHeaders } from '../../../src/agent/model/list-models.ts';

it.each([
	['https://api.openai.com/v1', { authorization: 'Bearer k' }],
	['http://127.0.0.1:11434/v1', { authorization: 'Bearer k' }],
	['https://api.anthropic.com/v1', { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' }],
	['https://api.anthropic.com.example/v1', { authorization: 'Bearer k' }],
])('a list of models is asked for with the key as its server wants it: %s', (baseUrl, headers) => {
	expect(keyHeaders(baseUrl, 'k')).toEqual(headers);
});
