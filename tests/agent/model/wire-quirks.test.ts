import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../../src/agent/model/model.ts';
import { createOpenAiModel, type OpenAiModelOptions } from '../../../src/agent/model/openai-model.ts';
import { collectReply, textOf } from '../../support/collect-reply.ts';
import { callDelta, delta, sse, sseOpen, startWireServer, type WireAnswer } from '../../support/wire-server.ts';

const tools = [{ name: 'list', description: 'List', parameters: { type: 'object', properties: {} } }];
const hi: ModelRequest = { system: 'Be good', messages: [{ role: 'user', text: 'Hi' }], tools };
const never = new AbortController().signal;

function modelAt(url: string, options: Partial<OpenAiModelOptions> = {}) {
	const retry = { tries: 2, baseMs: 1, maxMs: 1, maxAskedMs: 1_000 };
	return createOpenAiModel({ model: 'm', baseUrl: url, retry, ...options });
}

async function ask(answers: readonly WireAnswer[], options: Partial<OpenAiModelOptions> = {}) {
	await using server = await startWireServer(answers);
	const collected = await collectReply(modelAt(server.url, options).reply(hi, never));
	return { ...collected, requests: server.requests };
}

const hello = [delta({ role: 'assistant', content: '' }), delta({ content: 'Hel' }), delta({ content: 'lö' })];
const stop = delta({}, 'stop');
const whole = sse(...hello, stop);
const completion = { choices: [{ index: 0, message: { role: 'assistant', content: 'Hellö' }, finish_reason: 'stop' }] };
const asJson = { 'content-type': 'application/json' };

describe('an answer that is whole', () => {
	it.each<readonly [what: string, answer: WireAnswer]>([
		['in one piece', { chunks: [whole] }],
		['byte by byte', { chunks: [...Buffer.from(whole)].map((byte) => Buffer.of(byte)) }],
		['with CRLF line ends', { chunks: [whole.replaceAll('\n', '\r\n')] }],
		[
			'with comments in between',
			{ chunks: [': OPENROUTER PROCESSING\n\n', whole.replaceAll('data: {', ': wait\n\ndata: {')] },
		],
		['without a space after data:', { chunks: [whole.replaceAll('data: ', 'data:')] }],
		['with a retry field', { chunks: [`retry: 3000\n\n${whole}`] }],
		['without [DONE]', { chunks: [sseOpen(...hello, stop)] }],
		['without finish_reason', { chunks: [sse(...hello)] }],
		['without [DONE], then dropped', { chunks: [sseOpen(...hello, stop)], close: 'destroy' }],
		['kept open after [DONE]', { chunks: [whole], close: 'hold' }],
		['of another content type', { chunks: [whole], headers: { 'content-type': 'text/plain' } }],
		['with "error": null', { chunks: [sse(...hello.map((chunk) => ({ ...(chunk as object), error: null })), stop)] }],
		['not streamed although asked', { chunks: [JSON.stringify(completion)], headers: asJson }],
		['with a chunk without choices', { chunks: [sse({ id: 'c' }, ...hello, stop, { choices: [], usage: null })] }],
	])('is read %s', async (_, answer) => {
		const { parts, reply, requests } = await ask([answer]);
		expect(reply).toEqual({ text: 'Hellö', reasoning: '', calls: [], cut: false });
		expect(textOf(parts)).toBe('Hellö');
		expect(requests).toHaveLength(1);
	});

	it('is not waited for when the connection stays open after its end', async () => {
		const { reply } = await ask([{ chunks: [sseOpen(...hello, stop)], close: 'hold' }], {
			limits: { silenceMs: 1_000 },
		});
		expect(reply.text).toBe('Hellö');
	});
});

describe('an answer that is none', () => {
	const midway = sseOpen({
		...(delta({}) as object),
		choices: [],
		error: { message: 'Provider returned error', code: 502 },
	});

	it.each<readonly [what: string, answer: WireAnswer, failure: string]>([
		['an error in a stream', { chunks: [midway] }, 'server-error'],
		['an error event', { chunks: ['event: error\ndata: {"error":{"message":"Overloaded"}}\n\n'] }, 'server-error'],
		['an end by error', { chunks: [sse(delta({}, 'error'))] }, 'server-error'],
		[
			'an error as 200',
			{ chunks: ['{"error":{"type":"exceed_context_size_error","n_ctx":256}}'], headers: asJson },
			'context-overflow',
		],
		[
			'a web page',
			{ chunks: ['<html>Welcome</html>'], headers: { 'content-type': 'text/html; charset=utf-8' } },
			'refused-request',
		],
		['other JSON', { chunks: ['{"hello":"world"}'], headers: asJson }, 'refused-request'],
		['no JSON at all', { chunks: ['Hello'], headers: asJson }, 'refused-request'],
		['broken JSON in the stream', { chunks: ['data: {"choices":[\n\ndata: [DONE]\n\n'] }, 'bad-answer'],
		['empty', { chunks: [] }, 'cut-off'],
		[
			'cut before the end',
			{ chunks: [sseOpen(callDelta({ index: 0, id: 'a', function: { name: 'list', arguments: '{}' } }))] },
			'cut-off',
		],
		['dropped', { chunks: [sseOpen(delta({ role: 'assistant' }))], close: 'destroy' }, 'cut-off'],
		['dropped JSON', { chunks: ['{"choices":'], headers: asJson, close: 'destroy' }, 'cut-off'],
		['404 with a page', { status: 404, chunks: ['<html>'], headers: { 'content-type': 'text/html' } }, 'unknown-model'],
		['413 without a body', { status: 413, headers: {} }, 'context-overflow'],
		['500 without a body', { status: 500, headers: {} }, 'server-error'],
	])('fails: %s', async (_, answer, failure) => {
		await expect(ask([answer])).rejects.toMatchObject({ name: 'ModelError', failure });
	});

	it('after text was streamed fails without a second try', async () => {
		await using server = await startWireServer([{ chunks: [sseOpen(...hello), midway] }]);
		await expect(collectReply(modelAt(server.url).reply(hi, never))).rejects.toMatchObject({ failure: 'server-error' });
		expect(server.requests).toHaveLength(1);
	});
});

describe('what a refusal teaches', () => {
	const refuse = (error: object, status = 400): WireAnswer => ({
		status,
		headers: asJson,
		chunks: [JSON.stringify(error)],
	});
	const validation = {
		detail: [
			{ type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted', input: {} },
		],
	};

	it('stream_options can be refused by a validator that names no sentence', async () => {
		const { reply, requests } = await ask([refuse(validation, 422), { chunks: [whole] }]);
		expect(reply.text).toBe('Hellö');
		expect(requests.map(({ raw }) => raw.includes('stream_options'))).toEqual([true, false]);
	});

	it.each(['upstream model not available', 'streaming is not supported right now'])(
		'a server that fails teaches nothing, whatever it says: %s',
		async (message) => {
			const { requests } = await ask([
				refuse({ error: { message } }, 503),
				{ chunks: [JSON.stringify(completion)], headers: asJson },
			]);
			expect(requests.map(({ raw }) => raw.includes('"stream":true'))).toEqual([true, true]);
		},
	);

	it('an error in a stream teaches nothing', async () => {
		const midway = `data: ${JSON.stringify({ error: { message: 'streaming is not available' } })}\n\n`;
		const { requests } = await ask([{ chunks: [midway] }, { chunks: [sse(delta({ content: 'Hi' }), stop)] }]);
		expect(requests.map(({ raw }) => raw.includes('"stream":true'))).toEqual([true, true]);
	});

	it('tools with streaming can be refused', async () => {
		const { requests } = await ask([
			refuse({ error: { code: 400, message: 'Cannot use tools with stream', type: 'invalid_request_error' } }, 400),
			{ chunks: [JSON.stringify(completion)], headers: asJson },
		]);
		expect(requests.map(({ raw }) => raw.includes('"stream":true'))).toEqual([true, false]);
	});

	it('a thought without opening tag streams as reasoning from the second reply on', async () => {
		const thoughtful = sse(delta({ content: 'let me see\n' }), delta({ content: '</think>\nHi' }), stop);
		await using server = await startWireServer([{ chunks: [thoughtful] }]);
		const model = modelAt(server.url);
		const first = await collectReply(model.reply(hi, never));
		const second = await collectReply(model.reply(hi, never));
		for (const { reply } of [first, second]) expect(reply).toMatchObject({ text: 'Hi', reasoning: 'let me see' });
		expect(textOf(second.parts)).toBe('Hi');
	});

	it.each<readonly [what: string, error: object, sent: RegExp]>([
		[
			'reasoning',
			{ message: 'Missing `reasoning_content` field in the assistant message at message index 2' },
			/"reasoning_content":"hm"/,
		],
		[
			'signatures',
			{ message: 'Function call is missing a thought_signature in functionCall parts' },
			/skip_thought_signature_validator/,
		],
		['content', { message: 'messages.1.content: none is not an allowed value' }, /"content":""/],
	])('%s that a server misses is sent', async (_, error, sent) => {
		await using server = await startWireServer([refuse({ error }), { chunks: [whole] }]);
		const calls = [{ id: 'AAAAAAAA1', name: 'list', arguments: '{}' }];
		const messages = [...hi.messages, { role: 'assistant' as const, text: '', reasoning: 'hm', calls }];
		await collectReply(modelAt(server.url).reply({ ...hi, messages }, never));
		expect(server.requests[0]?.raw).not.toMatch(sent);
		expect(server.requests[1]?.raw).toMatch(sent);
	});

	it('what a server attached to a call goes back with it', async () => {
		const extra = { google: { thought_signature: 'sig' } };
		const called = callDelta({ index: 0, id: 'x', extra_content: extra, function: { name: 'list', arguments: '{}' } });
		await using server = await startWireServer([{ chunks: [sse(called, stop)] }, { chunks: [whole] }]);
		const model = modelAt(server.url);
		const { reply } = await collectReply(model.reply(hi, never));
		await collectReply(
			model.reply({ ...hi, messages: [{ role: 'assistant', text: '', calls: [...reply.calls] }] }, never),
		);
		expect(server.requests[1]?.raw).toContain(`"extra_content":${JSON.stringify(extra)}`);
	});
});

describe('connections', () => {
	it('of an earlier call serve later ones, even if the end of its answer comes late', async () => {
		await using server = await startWireServer([{ chunks: [whole], closeAfterMs: 15 }]);
		const model = modelAt(server.url);
		for (let n = 0; n < 6; n++) {
			await collectReply(model.reply(hi, never));
			await server.requests[n]?.closed;
		}
		// Another one opens when the client has not seen the end yet, and when it has had no processor to see it in the time that it waits.
		expect(new Set(server.requests.map(({ port }) => port)).size).toBeLessThan(server.requests.length);
	});

	it('the key goes into the header, and without one there is no header', async () => {
		const withKey = await ask([{ chunks: [whole] }], { apiKey: 'sk-test' });
		const without = await ask([{ chunks: [whole] }]);
		expect(withKey.requests[0]?.headers.authorization).toBe('Bearer sk-test');
		expect(without.requests[0]?.headers).not.toHaveProperty('authorization');
	});

	it('nothing of the environment goes along', async () => {
		const set = {
			OPENAI_ORG_ID: 'org-1',
			OPENAI_PROJECT_ID: 'proj-1',
			OPENAI_API_KEY: 'sk-other',
			OPENAI_ADMIN_KEY: 'sk-admin',
		};
		const before = Object.keys(set).map((name) => [name, process.env[name]] as const);
		Object.assign(process.env, set);
		try {
			const { requests } = await ask([{ chunks: [whole] }]);
			expect(JSON.stringify(requests[0]?.headers)).not.toMatch(/org-1|proj-1|sk-/);
		} finally {
			for (const [name, value] of before) {
				if (value === undefined) delete process.env[name];
				else process.env[name] = value;
			}
		}
	});

	it('that is held open after [DONE] is closed soon', async () => {
		await using server = await startWireServer([{ chunks: [whole], close: 'hold' }]);
		await collectReply(modelAt(server.url).reply(hi, never));
		await server.requests[0]?.closed;
	});
});
