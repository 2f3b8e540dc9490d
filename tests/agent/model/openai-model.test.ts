import { describe, expect, it } from 'vitest';
import { createOpenAiModel } from '../../../src/agent/model/openai-model.ts';
import { startModelServer } from '../../../src/demo/model-server/model-server.ts';
import type { ScriptedReply } from '../../../src/demo/model-server/script.ts';
import { brainAt, hi, never, retry, tools } from '../../support/brain-at.ts';
import { collectReply, textOf } from '../../support/collect-reply.ts';

describe('a reply', () => {
	it('streams its parts and returns the whole', async () => {
		const scripted: ScriptedReply = {
			reasoning: ['let', ' me'],
			text: ['Hel', 'lo'],
			calls: [{ name: 'bash', arguments: { command: 'ls' } }],
			usage: { input: 12, output: 3 },
		};
		await using server = await startModelServer({ brain: [scripted] });
		const { parts, reply } = await collectReply(brainAt(server.url).reply(hi, never));
		expect(parts).toEqual([
			{ type: 'reasoning', delta: 'let' },
			{ type: 'reasoning', delta: ' me' },
			{ type: 'text', delta: 'Hel' },
			{ type: 'text', delta: 'lo' },
		]);
		expect(reply).toEqual({
			text: 'Hello',
			reasoning: 'let me',
			calls: [{ id: expect.stringMatching(/^[A-Za-z0-9]{9}$/), name: 'bash', arguments: '{"command":"ls"}' }],
			usage: { inputTokens: 12, outputTokens: 3 },
			cut: false,
		});
	});

	it('asks for what every server knows and for nothing else', async () => {
		await using server = await startModelServer({ brain: [{ text: 'Hi' }] });
		await collectReply(brainAt(server.url).reply(hi, never));
		expect(server.requests[0]?.body).toEqual({
			model: 'brain',
			messages: [
				{ role: 'system', content: 'Be good' },
				{ role: 'user', content: 'Hi' },
			],
			tools: [{ type: 'function', function: tools[0] }],
			stream: true,
			stream_options: { include_usage: true },
		});
	});

	it('of nothing at all is tolerated', async () => {
		await using server = await startModelServer({ brain: [{ usage: null }] });
		const { reply } = await collectReply(brainAt(server.url).reply(hi, never));
		expect(reply).toEqual({ text: '', reasoning: '', calls: [], cut: false });
	});

	it('comes without a key from a server that wants none', async () => {
		await using server = await startModelServer({ brain: [{ text: 'Hi' }] });
		const model = createOpenAiModel({ model: 'brain', baseUrl: server.url });
		expect((await collectReply(model.reply(hi, never))).reply.text).toBe('Hi');
	});

	it('with calls can be continued, whatever ids the server gave', async () => {
		const calls = [
			{ name: 'bash', arguments: { command: 'a' }, id: 'bash:0' },
			{ name: 'bash', arguments: { command: 'b' }, id: 'bash:0' },
		];
		await using server = await startModelServer({ brain: [{ calls }, { text: 'Done' }] });
		const model = brainAt(server.url);
		const { reply } = await collectReply(model.reply(hi, never));
		const answers = reply.calls.map(({ id }) => ({ role: 'tool' as const, callId: id, ok: true, text: 'ok' }));
		const messages = [...hi.messages, { role: 'assistant' as const, text: '', calls: [...reply.calls] }, ...answers];
		expect((await collectReply(model.reply({ ...hi, messages }, never))).reply.text).toBe('Done');
		expect(server.requests.map(({ problem }) => problem)).toEqual([undefined, undefined]);
	});
});

describe('a failure', () => {
	it.each<readonly [error: NonNullable<ScriptedReply['error']>, failure: string]>([
		[{ status: 401 }, 'unauthorized'],
		[{ status: 403 }, 'unauthorized'],
		[{ status: 400, message: 'No' }, 'refused-request'],
		[{ status: 400, code: 'context_length_exceeded' }, 'context-overflow'],
		[{ status: 429, code: 'insufficient_quota' }, 'rate-limited'],
		[{ status: 429, retryAfter: 3600 }, 'rate-limited'],
	])('by %j is told at once as %s', async (error, failure) => {
		await using server = await startModelServer({ brain: [{ error }, { text: 'Too late' }] });
		await expect(collectReply(brainAt(server.url).reply(hi, never))).rejects.toMatchObject({
			name: 'ModelError',
			failure,
		});
		expect(server.requests).toHaveLength(1);
	});

	it.each<readonly [what: string, reply: ScriptedReply]>([
		['status 429', { error: { status: 429, retryAfter: 0 } }],
		['status 500', { error: { status: 500 } }],
		['status 503', { error: { status: 503 } }],
		['a break before anything', { cutAfter: 0 }],
		['a break within tool calls', { calls: [{ name: 'bash', arguments: { command: 'ls' } }], cutAfter: 3 }],
	])('by %s is tried again, and said', async (_, broken) => {
		await using server = await startModelServer({ brain: [broken, broken, { text: 'At last' }] });
		const { parts, reply } = await collectReply(brainAt(server.url).reply(hi, never));
		expect(reply.text).toBe('At last');
		expect(parts.map(({ type }) => type)).toEqual(['retry', 'retry', 'text']);
	});

	it('that stays is given up after four tries', async () => {
		await using server = await startModelServer({ brain: () => ({ error: { status: 500 } }) });
		await expect(collectReply(brainAt(server.url).reply(hi, never))).rejects.toMatchObject({ failure: 'server-error' });
		expect(server.requests).toHaveLength(4);
	});

	it('after text was streamed is not tried again', async () => {
		await using server = await startModelServer({ brain: [{ text: ['Hel', 'lo'], cutAfter: 2 }, { text: 'Twice' }] });
		const stream = brainAt(server.url).reply(hi, never);
		expect(await stream.next()).toMatchObject({ value: { type: 'text', delta: 'Hel' } });
		await expect(stream.next()).rejects.toMatchObject({
			failure: 'cut-off',
			message: `The model endpoint at ${server.url} broke off in the middle of its answer: try again`,
		});
		expect(server.requests).toHaveLength(1);
	});

	it('to know the model names the setting', async () => {
		await using server = await startModelServer({ other: [] });
		await expect(collectReply(brainAt(server.url).reply(hi, never))).rejects.toMatchObject({
			failure: 'unknown-model',
			message: `The model "brain" is not known at ${server.url}: set BRAIN_MODEL`,
		});
	});

	it('to connect is tried again, then told', async () => {
		const server = await startModelServer({});
		await server[Symbol.asyncDispose]();
		const model = brainAt(server.url, { retry: { ...retry, tries: 2 } });
		const stream = model.reply(hi, never);
		expect(await stream.next()).toMatchObject({ value: { type: 'retry' } });
		await expect(stream.next()).rejects.toMatchObject({
			failure: 'unreachable',
			message: `The model endpoint at ${server.url} refused the connection: is the server running?`,
		});
	});

	it('never shows credentials of the address', async () => {
		const model = brainAt('http://me:hunter2@127.0.0.1:9/v1?token=hunter2');
		const failed = collectReply(model.reply(hi, never));
		await expect(failed).rejects.toMatchObject({ name: 'ModelError', message: expect.not.stringContaining('hunter2') });
	});
});

describe('what a server lacks', () => {
	it.each(['stream_options', 'stream'] as const)('%s: is learned once and left out from then on', async (feature) => {
		await using server = await startModelServer({ brain: [{ text: 'One' }, { text: 'Two' }] }, { refuses: [feature] });
		const model = brainAt(server.url);
		const first = await collectReply(model.reply(hi, never));
		expect(first.parts).toEqual([{ type: 'text', delta: 'One' }]);
		expect(textOf((await collectReply(model.reply(hi, never))).parts)).toBe('Two');
		expect(server.requests.map(({ problem }) => problem !== undefined)).toEqual([true, false, false]);
	});

	it('null content: other ways are tried until one is taken', async () => {
		await using server = await startModelServer({ brain: [{ text: 'One' }] }, { refuses: ['null-content'] });
		const call = { id: 'AAAAAAAA1', name: 'bash', arguments: '{}' };
		const messages = [...hi.messages, { role: 'assistant' as const, text: '', calls: [call] }];
		const { reply } = await collectReply(brainAt(server.url).reply({ ...hi, messages }, never));
		expect(reply.text).toBe('One');
		expect(server.requests).toHaveLength(2);
	});
});
