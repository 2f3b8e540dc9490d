import { describe, expect, it } from 'vitest';
import { listModels } from '../../../../src/agent/model/list-models.ts';
import type { ModelRequest } from '../../../../src/agent/model/model.ts';
import { createOpenAiModel } from '../../../../src/agent/model/openai-model.ts';
import { collectReply } from '../../../support/collect-reply.ts';
import { delta, sse, startWireServer, type WireAnswer } from '../../../support/wire-server.ts';

const never = new AbortController().signal;
const request: ModelRequest = { system: 'Be good', messages: [{ role: 'user', text: 'a secret' }], tools: [] };

function model(baseUrl: string) {
	return createOpenAiModel({
		model: 'm',
		baseUrl,
		apiKey: 'sk-test',
		retry: { tries: 2, baseMs: 1, maxMs: 1, maxAskedMs: 1 },
	});
}

function redirect(status: number, location: string): WireAnswer {
	return { status, headers: { location } };
}

const answer: WireAnswer = { chunks: [sse(delta({ content: 'Hi' }, 'stop'))] };

describe('a model endpoint that redirects', () => {
	it.each([301, 302, 307, 308])('to another origin by %i is not followed, and said', async (status) => {
		await using other = await startWireServer([answer]);
		await using first = await startWireServer([redirect(status, `${other.url}/chat/completions?key=hidden`)]);
		const failing = collectReply(model(first.url).reply(request, never));
		const origin = new URL(other.url).origin;
		await expect(failing).rejects.toThrow(
			`sends requests on to another server, ${origin}, which is not followed: set OPENAI_BASE_URL to the server that is meant`,
		);
		expect(first.requests).toHaveLength(1);
		expect(other.requests).toEqual([]);
	});

	it('to another origin after one of its own is not followed either', async () => {
		await using other = await startWireServer([answer]);
		await using first = await startWireServer([redirect(307, '/v1/other'), redirect(307, `${other.url}/x`)]);
		await expect(collectReply(model(first.url).reply(request, never))).rejects.toThrow('another server');
		expect(other.requests).toEqual([]);
	});

	it.each([301, 302, 307, 308])('within its origin by %i gets the whole request there', async (status) => {
		await using server = await startWireServer([redirect(status, '/v1/elsewhere'), answer]);
		const { reply } = await collectReply(model(server.url).reply(request, never));
		expect(reply.text).toBe('Hi');
		expect(server.requests[1]?.raw).toBe(server.requests[0]?.raw);
		expect(server.requests[1]?.headers.authorization).toBe('Bearer sk-test');
	});

	it('in a circle is given up', async () => {
		await using server = await startWireServer([redirect(307, '/v1/round')]);
		await expect(collectReply(model(server.url).reply(request, never))).rejects.toThrow('status 307');
		expect(server.requests).toHaveLength(6);
	});

	it.each(['file:///etc/passwd', 'javascript:0', '//127.0.0.1:1/x'])('to %s is not followed', async (location) => {
		await using server = await startWireServer([redirect(307, location)]);
		await expect(collectReply(model(server.url).reply(request, never))).rejects.toThrow('another server');
	});

	it('is not followed to another origin for the list of models', async () => {
		await using other = await startWireServer([{ chunks: ['{"data":[]}'] }]);
		await using first = await startWireServer([redirect(302, `${other.url}/models`)]);
		const list = await listModels({ baseUrl: first.url, apiKey: 'sk-test' }, never);
		expect(list).toMatchObject({ kind: 'failed', reason: expect.stringContaining('another server') });
		expect(other.requests).toEqual([]);
	});
});
