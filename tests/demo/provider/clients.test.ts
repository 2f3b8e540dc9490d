import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import type { ScriptedReply } from '../../../src/demo/model-server/script.ts';
import { type Provider, startProvider } from '../../../src/demo/provider/provider.ts';
import { hostedIn } from '../../../src/demo/provider/provider-request.ts';

const reply: ScriptedReply = {
	reasoning: 'I need the list',
	text: 'I look now.',
	calls: [{ name: 'ls', arguments: { path: '/w' }, id: 'c1' }],
	usage: { input: 70, output: 20 },
};
const parameters = { type: 'object', properties: { path: { type: 'string' } } };

function start(script = reply): Promise<Provider> {
	return startProvider(() => script, { models: ['m'], apiKey: 'key' });
}

function client({ url }: Provider, apiKey = 'key'): OpenAI {
	return new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 });
}

describe("OpenAI's own client", () => {
	it('puts a streamed response together, and goes on with it', async () => {
		await using provider = await start();
		const openai = client(provider);
		const tools: OpenAI.Responses.Tool[] = [{ type: 'function', name: 'ls', parameters, strict: false }];
		const stream = openai.responses.stream({ model: 'm', input: 'List it', tools });
		const types: string[] = [];
		for await (const { type } of stream) types.push(type);
		const response = await stream.finalResponse();
		expect(response.output.map(({ type }) => type)).toEqual(['reasoning', 'message', 'function_call']);
		expect(response.output_text).toBe('I look now.');
		expect(response.usage).toMatchObject({ input_tokens: 70, output_tokens: 20, total_tokens: 90 });
		expect([...new Set(types)]).toEqual([
			'response.created',
			'response.in_progress',
			'response.output_item.added',
			'response.reasoning_summary_part.added',
			'response.reasoning_summary_text.delta',
			'response.reasoning_summary_text.done',
			'response.reasoning_summary_part.done',
			'response.output_item.done',
			'response.content_part.added',
			'response.output_text.delta',
			'response.output_text.done',
			'response.content_part.done',
			'response.function_call_arguments.delta',
			'response.function_call_arguments.done',
			'response.completed',
		]);
		const input = [
			{ role: 'user' as const, content: 'List it' },
			...response.output,
			{ type: 'function_call_output' as const, call_id: 'c1', output: 'a.txt' },
		] as OpenAI.Responses.ResponseInput;
		const next = await openai.responses.create({ model: 'm', input, tools });
		expect(next.status).toBe('completed');
	});

	it('puts a streamed completion together, and finds the models', async () => {
		await using provider = await start();
		const openai = client(provider);
		const stream = openai.chat.completions.stream({
			model: 'm',
			messages: [{ role: 'user', content: 'List it' }],
			tools: [{ type: 'function', function: { name: 'ls', parameters } }],
			stream_options: { include_usage: true },
		});
		const { choices, usage } = await stream.finalChatCompletion();
		expect(choices[0]?.message).toMatchObject({
			content: 'I look now.',
			tool_calls: [{ id: 'c1', function: { name: 'ls' } }],
		});
		expect(usage).toEqual({ prompt_tokens: 70, completion_tokens: 20, total_tokens: 90 });
		expect((await openai.models.list()).data.map(({ id }) => id)).toEqual(['m']);
		expect(await openai.models.retrieve('m')).toMatchObject({ id: 'm' });
	});

	it.each([
		[401, OpenAI.AuthenticationError],
		[402, OpenAI.APIError],
		[403, OpenAI.PermissionDeniedError],
		[404, OpenAI.NotFoundError],
		[429, OpenAI.RateLimitError],
		[500, OpenAI.InternalServerError],
	])('knows its error of status %d', async (status, kind) => {
		await using provider = await start();
		if (status !== 401 && status !== 404) provider.bend({ error: { status, message: 'No more' } });
		const openai = client(provider, status === 401 ? 'other' : 'key');
		const asking = openai.responses.create({ model: status === 404 ? 'x' : 'm', input: 'Hi' });
		await expect(asking).rejects.toThrow(kind);
		await expect(asking).rejects.toMatchObject({ status });
	});
});

/** The events of a stream, each with its data parsed. */
async function events(
	response: Response,
): Promise<{ readonly event?: string; readonly data: Record<string, unknown> }[]> {
	const blocks = (await response.text()).split(/\r?\n\r?\n/).filter((block) => block !== '');
	return blocks.map((block) => {
		const [, event] = /^event: (.+)$/m.exec(block) ?? [];
		const [, data = '{}'] = /^data: (.+)$/m.exec(block) ?? [];
		return { ...(event !== undefined && { event }), data: JSON.parse(data) };
	});
}

describe('a stream of Messages', () => {
	it('has the published order, the whole usage and thinking that is signed', async () => {
		await using provider = await start();
		const ask = (messages: readonly unknown[]) =>
			fetch(`${provider.url}/v1/messages?beta=true`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01', 'x-api-key': 'key' },
				body: JSON.stringify({
					model: 'm',
					max_tokens: 99,
					stream: true,
					messages,
					tools: [{ name: 'ls', input_schema: parameters }],
				}),
			});
		const first = { role: 'user', content: 'List it' };
		const all = await events(await ask([first]));
		expect(all.every(({ event, data }) => event === data['type'])).toBe(true);
		expect([...new Set(all.map(({ event }) => event))]).toEqual([
			'message_start',
			'ping',
			'content_block_start',
			'content_block_delta',
			'content_block_stop',
			'message_delta',
			'message_stop',
		]);
		const delta = all.findLast(({ event }) => event === 'message_delta')?.data;
		expect(delta).toMatchObject({ delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 20 } });
		const content = blocksOf(all.map(({ data }) => data));
		expect(content.map(({ type }) => type)).toEqual(['thinking', 'text', 'tool_use']);
		const result = { type: 'tool_result', tool_use_id: 'c1', content: 'a.txt' };
		const next = await ask([first, { role: 'assistant', content }, { role: 'user', content: [result] }]);
		expect(next.status).toBe(200);
	});
});

/** The blocks of a message as a client puts them together. */
function blocksOf(all: readonly Record<string, unknown>[]): Record<string, unknown>[] {
	const blocks: Record<string, unknown>[] = [];
	let json = '';
	for (const { type, content_block: block, delta } of all as Record<string, Record<string, unknown> | string>[]) {
		if (type === 'content_block_start') blocks.push({ ...(block as object) });
		const last = blocks.at(-1);
		if (type !== 'content_block_delta' || last === undefined) continue;
		const { type: kind, partial_json: part, ...text } = delta as Record<string, string>;
		json += part ?? '';
		for (const [name, value] of Object.entries(text))
			last[name] = `${kind === 'signature_delta' ? '' : last[name]}${value}`;
	}
	return blocks.map((block) => (block['type'] === 'tool_use' ? { ...block, input: JSON.parse(json) } : block));
}

describe('a stream of Gemini', () => {
	const ask = ({ url }: Provider, verb: string) =>
		fetch(`${url}/v1beta/models/m:${verb}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-goog-api-key': 'key' },
			body: JSON.stringify({
				contents: [{ role: 'user', parts: [{ text: 'List it' }] }],
				tools: [{ googleSearch: {} }],
			}),
		});

	it('comes as events, or as an array, its last response with the whole usage', async () => {
		await using provider = await start();
		const asEvents = (await events(await ask(provider, 'streamGenerateContent?alt=sse'))).map(({ data }) => data);
		const asArray = await (await ask(provider, 'streamGenerateContent')).json();
		expect(asArray).toEqual(asEvents);
		expect(asEvents.at(-1)).toMatchObject({
			candidates: [
				{ finishReason: 'STOP', content: { parts: [{ functionCall: { name: 'ls', args: { path: '/w' } } }] } },
			],
			usageMetadata: { promptTokenCount: 70, candidatesTokenCount: 16, thoughtsTokenCount: 4, totalTokenCount: 90 },
		});
		expect(await (await ask(provider, 'generateContent')).json()).toMatchObject({
			candidates: [{ content: { parts: [{ thought: true }, { text: 'I look now.' }, {}] } }],
		});
		expect(provider.requests.map(hostedIn)).toEqual(Array(3).fill(['googleSearch']));
	});

	it('refuses a wrong key in its own shape', async () => {
		await using provider = await startProvider(() => reply, { models: ['m'], apiKey: 'other' });
		const refused = await ask(provider, 'generateContent');
		expect(refused.status).toBe(401);
		expect(await refused.json()).toMatchObject({ error: { code: 401, status: 'UNAUTHENTICATED' } });
	});
});

describe('a provider that is bent', () => {
	const ask = ({ url }: Provider, signal?: AbortSignal) =>
		fetch(`${url}/v1/responses`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', authorization: 'Bearer key' },
			body: JSON.stringify({ model: 'm', input: 'Hi', stream: true }),
			...(signal && { signal }),
		});

	it('drops the connection in the middle of a stream', async () => {
		await using provider = await start();
		provider.bend({ cutAfter: 2 });
		await expect((await ask(provider)).text()).rejects.toThrow();
		expect(await provider.requests[0]?.ended).toBe('aborted');
		provider.bend(undefined);
		expect(await (await ask(provider)).text()).toContain('response.completed');
	});

	it('hangs until the client leaves', async () => {
		await using provider = await start();
		provider.bend({ after: new Promise(() => {}) });
		const leaving = new AbortController();
		const asking = ask(provider, leaving.signal);
		await expect.poll(() => provider.requests.length).toBe(1);
		leaving.abort();
		await expect(asking).rejects.toThrow();
		expect(await provider.requests[0]?.ended).toBe('aborted');
	});

	it('answers those that only look whether it is there, without a key', async () => {
		await using provider = await start();
		for (const path of ['/', '/api/hello']) {
			expect((await fetch(`${provider.url}${path}`, { method: 'HEAD' })).status).toBe(200);
		}
		expect((await fetch(`${provider.url}/v1/files`)).status).toBe(404);
	});
});
