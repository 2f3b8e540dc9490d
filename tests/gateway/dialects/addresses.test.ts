import { describe, expect, it } from 'vitest';
import { dialects, routed } from '../../../src/gateway/dialects/dialects.ts';
import { answerHeaders, presentedKey, upstreamHeaders } from '../../../src/gateway/dialects/headers.ts';
import { modelList } from '../../../src/gateway/dialects/model-list.ts';

describe('routed()', () => {
	it.each([
		['POST', '/v1/chat/completions', 'chat', 'generate', '/chat/completions'],
		['POST', '/v1/responses', 'responses', 'generate', '/responses'],
		['POST', '/v1/messages', 'messages', 'generate', '/v1/messages'],
		['POST', '/v1/messages?beta=true&x=1', 'messages', 'generate', '/v1/messages?beta=true'],
		['POST', '/v1/messages/count_tokens?beta=true', 'messages', 'count', '/v1/messages/count_tokens?beta=true'],
		['POST', '/v1beta/models/m:generateContent?key=k', 'gemini', 'generate', '/v1beta/models/m:generateContent'],
		[
			'POST',
			'/v1beta/models/m%3AstreamGenerateContent?alt=sse&key=k',
			'gemini',
			'generate',
			'/v1beta/models/m:streamGenerateContent?alt=sse',
		],
		['POST', '/v1beta/models/m:countTokens', 'gemini', 'count', '/v1beta/models/m:countTokens'],
		['GET', '/v1/models?client_version=1', 'chat', 'models', '/models'],
		['GET', '/v1/models/a%2fb', 'chat', 'model', '/models/a/b'],
		['GET', '/v1beta/models?pageSize=50', 'gemini', 'models', '/v1beta/models'],
		['GET', '/v1beta/models/m', 'gemini', 'model', '/v1beta/models/m'],
	])('%s %s is a call of %s', (method, target, name, call, path) => {
		const found = routed(method, target);
		expect([found?.dialect.name, found?.route.call, found?.route.path]).toEqual([name, call, path]);
	});

	it.each([
		['POST', '/v1/responses/compact'],
		['POST', '/v1/responses/resp_1/cancel'],
		['GET', '/v1/responses/resp_1'],
		['POST', '/v1/files'],
		['POST', '/v1/batches'],
		['POST', '/v1/messages/batches'],
		['POST', '/v1/embeddings'],
		['POST', '/v1/conversations'],
		['POST', '/v1/chat/completions/../files'],
		['POST', '/v1/chat/completions/'],
		['POST', '//v1/chat/completions'],
		['GET', '/v1/chat/completions'],
		['POST', '/v1/models'],
		['POST', '/v1beta/models/m:batchGenerateContent'],
		['POST', '/v1beta/models/m:constructor'],
		['POST', '/v1beta/models/m/../../files:generateContent?'],
		['POST', '/v1beta/cachedContents'],
		['POST', '/v1beta/tunedModels/m:generateContent'],
		['GET', '/v1beta/models/..%2f..%2ffiles?x'],
		['POST', 'http://example.com/v1/chat/completions'],
		['POST', ''],
	])('%s %s leads to no address of a provider', (method, target) => {
		const found = routed(method, target);
		// A model of any name is asked only where it is offered
		expect(found === undefined || (found.route.model !== undefined && !found.route.path.includes('/../'))).toBe(true);
	});
});

describe('modelList()', () => {
	const models = ['a', 'org/b'];

	it('is one that OpenAI’s and Anthropic’s clients both read', () => {
		const list = JSON.parse(modelList('chat', { call: 'models', path: '' }, models) ?? '');
		expect(list).toMatchObject({ object: 'list', has_more: false, first_id: 'a', last_id: 'org/b' });
		expect(list.data[1]).toMatchObject({ id: 'org/b', object: 'model', type: 'model', display_name: 'org/b' });
	});

	it('is Gemini’s own there', () => {
		const list = JSON.parse(modelList('gemini', { call: 'models', path: '' }, models) ?? '');
		expect(list.models[0]).toEqual({
			name: 'models/a',
			displayName: 'a',
			supportedGenerationMethods: ['generateContent', 'countTokens'],
		});
	});

	it('tells one model, if it is offered', () => {
		expect(JSON.parse(modelList('chat', { call: 'model', path: '', model: 'org/b' }, models) ?? '')).toMatchObject({
			id: 'org/b',
		});
		expect(modelList('gemini', { call: 'model', path: '', model: 'c' }, models)).toBeUndefined();
	});
});

describe('headers', () => {
	it.each([
		[{ authorization: 'Bearer k' }, 'k'],
		[{ authorization: 'bearer  k' }, 'k'],
		[{ 'x-api-key': 'k' }, 'k'],
		[{ 'x-goog-api-key': 'k' }, 'k'],
		[{ authorization: 'Bearer k', 'x-api-key': 'k' }, 'k'],
		[{ authorization: 'Bearer k', 'x-api-key': 'other' }, undefined],
		[{ 'x-api-key': ['k', 'k'] }, undefined],
		[{ authorization: 'Basic k' }, undefined],
		[{ authorization: 'Bearer k k' }, undefined],
		[{}, undefined],
	])('%j present the key %s', (headers, key) => {
		expect(presentedKey(headers)).toBe(key);
	});

	it.each([
		['2023-06-01', '2023-06-01'],
		['2026-10-21', '2026-10-21'],
		['2030-01-01', '2023-06-01'],
		['2026-10-21 ', '2023-06-01'],
		[['2026-10-21', '2030-01-01'], '2023-06-01'],
		[undefined, '2023-06-01'],
	])('ask for no version of Messages but those that are known: %j', (asked, version) => {
		const headers = upstreamHeaders('messages', { 'anthropic-version': asked }, true, 'k');
		expect(headers['anthropic-version']).toBe(version);
	});

	it('go upstream with the operator’s key and with nothing else of the client’s', () => {
		const came = {
			authorization: 'Bearer vk',
			'x-api-key': 'vk',
			cookie: 'a=b',
			'x-forwarded-for': '1.2.3.4',
			'openai-organization': 'org',
			'openai-beta': 'responses_websockets=2026-02-06',
			'anthropic-version': '2023-06-01\r\nx: y',
			'anthropic-beta': ['effort-2025-11-24, claude-code-20250219', 'mcp-client-2025-11-20, unheard-of-2030-01-01'],
			'content-encoding': 'gzip',
			host: '127.0.0.1:18080',
		};
		const common = { 'content-type': 'application/json', 'accept-encoding': 'identity' };
		expect(upstreamHeaders('chat', came, true, 'real')).toEqual({
			...common,
			accept: 'text/event-stream',
			authorization: 'Bearer real',
		});
		expect(upstreamHeaders('responses', came, false, undefined)).toEqual({ ...common, accept: 'application/json' });
		expect(upstreamHeaders('gemini', came, false, 'real')).toEqual({
			...common,
			accept: 'application/json',
			'x-goog-api-key': 'real',
		});
		expect(upstreamHeaders('messages', came, false, 'real')).toEqual({
			...common,
			accept: 'application/json',
			'x-api-key': 'real',
			'anthropic-version': '2023-06-01',
			'anthropic-beta': 'effort-2025-11-24,claude-code-20250219',
		});
	});

	it('come back without those of the provider’s account', () => {
		expect(answerHeaders).not.toContain('set-cookie');
		expect(answerHeaders.filter((name) => /organization|ratelimit/.test(name))).toEqual([]);
	});
});

describe('errors', () => {
	const statuses = [400, 401, 402, 403, 404, 408, 413, 418, 429, 500, 502, 503, 504];

	it.each(statuses)('of status %i are the dialect’s own', (status) => {
		const sentence = 'The budget of this run is spent: “1M” tokens.\n';
		const read = (name: keyof typeof dialects) => JSON.parse(dialects[name].error(status, sentence).body);
		for (const name of ['chat', 'responses'] as const) {
			expect(read(name).error).toEqual({
				message: sentence,
				type: expect.stringMatching(/^\w+$/),
				param: null,
				code: expect.stringMatching(/^\w+$/),
			});
			// Clients try these again
			if (status === 402) expect(read(name).error.code).not.toMatch(/exhausted|rate_limit|quota|unavailable/);
		}
		expect(read('messages')).toEqual({
			type: 'error',
			error: { type: expect.stringMatching(/_error$|^request_too_large$/), message: sentence },
		});
		expect(read('gemini').error).toEqual({
			code: status,
			message: sentence,
			status: expect.stringMatching(/^[A-Z_]+$/),
		});
	});

	it.each(Object.values(dialects))('of $name are seen by its meter in a stream that had begun', (dialect) => {
		const meter = dialect.meter({ call: 'generate', path: '' }, 'text/event-stream');
		meter.push(Buffer.from(`data: {"a":1}\n\ndata: {"half":${dialect.error(402, 'The budget is spent.').event}`));
		expect(meter.failure()).toBe('The budget is spent.');
	});
});
