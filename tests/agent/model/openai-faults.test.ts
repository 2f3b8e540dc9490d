import { LLMock } from '@copilotkit/aimock';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ModelRequest } from '../../../src/agent/model/model.ts';
import { createOpenAiModel, type OpenAiModelOptions } from '../../../src/agent/model/openai-model.ts';
import { collectReply } from '../../support/collect-reply.ts';

// A server that we did not write, with faults that we did not think of.
const mock = new LLMock({ port: 0, host: '127.0.0.1' });
const never = new AbortController().signal;

beforeAll(() => mock.start());
afterEach(() => {
	mock.reset();
});
afterAll(() => mock.stop());

function say(text: string): ModelRequest {
	return { system: 'Be good', messages: [{ role: 'user', text }], tools: [] };
}

function model(options: Partial<OpenAiModelOptions> = {}) {
	const retry = { tries: 3, baseMs: 1, maxMs: 1, maxAskedMs: 5_000 };
	return createOpenAiModel({ model: 'gpt-test', baseUrl: `${mock.url}/v1`, apiKey: 'sk-test', retry, ...options });
}

it('text streams, with usage', async () => {
	mock.onMessage('hello', { content: 'Hi there, how are you?' });
	const { reply, parts } = await collectReply(model().reply(say('hello'), never));
	expect(reply).toMatchObject({
		text: 'Hi there, how are you?',
		cut: false,
		usage: { inputTokens: expect.any(Number) },
	});
	expect(parts.length).toBeGreaterThan(1);
});

it('parallel tool calls stream', async () => {
	mock.onMessage('look', {
		toolCalls: [
			{ name: 'bash', arguments: '{"command":"ls"}' },
			{ name: 'bash', arguments: '{"command":"pwd"}' },
		],
	});
	const { reply } = await collectReply(model().reply(say('look'), never));
	expect(reply.calls.map(({ arguments: args }) => args)).toEqual(['{"command":"ls"}', '{"command":"pwd"}']);
});

it.each([429, 500, 503])('one answer of %i is tried again', async (status) => {
	mock.onMessage('hello', { content: 'Hi' });
	mock.nextRequestError(status, { message: 'Not now' });
	const { reply, parts } = await collectReply(model().reply(say('hello'), never));
	expect(reply.text).toBe('Hi');
	expect(parts[0]).toMatchObject({ type: 'retry' });
});

it('a stream that is cut after chunks fails as cut off', async () => {
	mock.onMessage(
		'hello',
		{ content: 'A long answer that does not come to its end' },
		{ chunkSize: 4, latency: 20, truncateAfterChunks: 4 },
	);
	await expect(collectReply(model().reply(say('hello'), never))).rejects.toMatchObject({ failure: 'cut-off' });
});

it('a connection that is dropped fails as cut off', async () => {
	mock.onMessage(
		'hello',
		{ content: 'A long answer '.repeat(20) },
		{ chunkSize: 2, latency: 5, disconnectAfterMs: 60 },
	);
	await expect(collectReply(model().reply(say('hello'), never))).rejects.toMatchObject({ failure: 'cut-off' });
});

it('a first token that takes too long is silence', async () => {
	mock.onMessage('hello', { content: 'Hi' }, { streamingProfile: { ttft: 60_000 } });
	await expect(collectReply(model({ limits: { silenceMs: 100 } }).reply(say('hello'), never))).rejects.toMatchObject({
		failure: 'silent',
	});
});

it('a request that nothing answers is an unknown model', async () => {
	await expect(collectReply(model().reply(say('unheard of'), never))).rejects.toMatchObject({
		failure: 'unknown-model',
	});
});
