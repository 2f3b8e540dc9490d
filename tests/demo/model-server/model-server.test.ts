import { describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '../../../src/demo/model-server/model-server.ts';

const messages = [{ role: 'user', content: 'Hi' }];

function post(server: ModelServer, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return fetch(`${server.url}/chat/completions`, { method: 'POST', body: text, headers });
}

/** The text of a whole completion. */
async function textOf(response: Response): Promise<string> {
	const body = await response.json();
	return (body as { choices: [{ message: { content: string } }] }).choices[0].message.content;
}

describe('the model server', () => {
	it('plays the list of each model in order', async () => {
		await using server = await startModelServer({
			brain: [{ text: 'One' }, { text: ['T', 'wo'] }],
			coder: [{ text: 'Three' }],
		});
		const said = [];
		for (const model of ['brain', 'coder', 'brain']) {
			said.push(await textOf(await post(server, { model, messages })));
		}
		expect(said).toEqual(['One', 'Three', 'Two']);
		expect(server.requests.map(({ model }) => model)).toEqual(['brain', 'coder', 'brain']);
	});

	it('gives functions the request and its number', async () => {
		await using server = await startModelServer({
			brain: (request, nth) => ({ text: `${nth}: ${request.messages.at(-1)?.content}` }),
		});
		await post(server, { model: 'brain', messages });
		expect(await textOf(await post(server, { model: 'brain', messages }))).toBe('1: Hi');
	});

	it('streams chunk by chunk, with usage when asked and an end mark', async () => {
		await using server = await startModelServer({
			brain: [
				{
					reasoning: 'hm',
					text: ['a', 'b'],
					calls: [{ name: 'bash', arguments: { command: 'ls' }, id: 'x' }],
					usage: { input: 7, output: 2 },
				},
			],
		});
		const response = await post(server, {
			model: 'brain',
			messages,
			stream: true,
			stream_options: { include_usage: true },
		});
		expect(response.headers.get('content-type')).toContain('text/event-stream');
		const events = (await response.text()).split('\n\n').filter((event) => event !== '');
		expect(events.pop()).toBe('data: [DONE]');
		const chunks = events.map((event) => JSON.parse(event.slice('data: '.length)));
		expect(chunks.pop()).toMatchObject({
			choices: [],
			usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 },
		});
		expect(chunks.map(({ choices }) => choices[0].delta)).toEqual([
			{ role: 'assistant', content: '' },
			{ reasoning_content: 'hm' },
			{ content: 'a' },
			{ content: 'b' },
			{ tool_calls: [{ index: 0, id: 'x', type: 'function', function: { name: 'bash', arguments: '' } }] },
			{ tool_calls: [{ index: 0, function: { arguments: '{"command":"ls"}' } }] },
			{},
		]);
		expect(chunks.at(-1).choices[0].finish_reason).toBe('tool_calls');
	});

	it('answers a breach of the grammar with 400 and takes nothing off the script', async () => {
		await using server = await startModelServer({ brain: [{ text: 'One' }] });
		const refused = await post(server, { model: 'brain', messages: [{ role: 'robot', content: 'x' }] });
		expect(refused.status).toBe(400);
		expect(await refused.json()).toMatchObject({
			error: { message: expect.stringContaining("'robot'"), type: expect.any(String), code: 'invalid_value' },
		});
		expect((await post(server, '{"model":')).status).toBe(400);
		expect((await post(server, { model: 'brain', messages })).status).toBe(200);
		expect(server.requests.map(({ problem }) => problem !== undefined)).toEqual([true, true, false]);
	});

	it('records every request byte for byte', async () => {
		await using server = await startModelServer({ brain: [{ text: 'One' }] });
		const raw = `{ "model": "brain",  "messages": ${JSON.stringify(messages)} }`;
		await post(server, raw);
		expect(server.requests[0]).toMatchObject({ raw, model: 'brain', body: { messages } });
		expect(await server.requests[0]?.ended).toBe('answered');
	});

	it('says when a script is at its end or fails', async () => {
		await using server = await startModelServer({
			brain: [],
			coder: () => {
				throw new Error('expected something else');
			},
		});
		for (const [model, words] of [
			['brain', 'The script of "brain" has no reply left'],
			['coder', 'The script of "coder" failed: expected something else'],
		]) {
			const response = await post(server, { model, messages });
			expect(response.status).toBe(400);
			expect(await response.json()).toMatchObject({ error: { message: words } });
		}
	});

	it('answers as told: errors, waits, breaks', async () => {
		let release = () => {};
		const after = new Promise<void>((resolve) => {
			release = resolve;
		});
		await using server = await startModelServer({
			brain: [
				{ error: { status: 429, code: 'slow_down', retryAfter: 3 } },
				{ text: 'Held', after },
				{ text: ['a', 'b'], cutAfter: 2 },
			],
		});
		const limited = await post(server, { model: 'brain', messages });
		expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3']);
		const held = post(server, { model: 'brain', messages });
		release();
		expect((await held).status).toBe(200);
		const cut = await post(server, { model: 'brain', messages, stream: true });
		await expect(cut.text()).rejects.toThrow('terminated');
	});

	it('knows when a client leaves', async () => {
		await using server = await startModelServer({ brain: [{ text: ['a', 'b'], chunkDelayMs: 60_000 }] });
		const leaving = new AbortController();
		await fetch(`${server.url}/chat/completions`, {
			method: 'POST',
			body: JSON.stringify({ model: 'brain', messages, stream: true }),
			signal: leaving.signal,
		});
		leaving.abort();
		expect(await server.requests[0]?.ended).toBe('aborted');
	});

	it('checks the key, lists its models, knows no other', async () => {
		await using server = await startModelServer({ brain: [], coder: [] }, { apiKey: 'right' });
		const authorization = 'Bearer right';
		expect((await post(server, { model: 'brain', messages })).status).toBe(401);
		expect((await post(server, { model: 'other', messages }, { authorization })).status).toBe(404);
		const models = await (await fetch(`${server.url}/models`, { headers: { authorization } })).json();
		expect(models).toMatchObject({ data: [{ id: 'brain' }, { id: 'coder' }] });
		expect((await fetch(`${server.url}/nothing`, { headers: { authorization } })).status).toBe(404);
	});

	it('takes a new script while it runs', async () => {
		await using server = await startModelServer({ brain: [{ text: 'One' }] });
		server.play('brain', [{ text: 'Other' }]);
		expect(await textOf(await post(server, { model: 'brain', messages }))).toBe('Other');
	});

	it("refuses more tokens than its window has, in a vendor's words, and takes nothing off the script", async () => {
		await using server = await startModelServer({ brain: [{ text: 'One' }] }, { window: 100 });
		const refused = await post(server, { model: 'brain', messages: [{ role: 'user', content: 'x'.repeat(400) }] });
		expect([refused.status, await refused.json()]).toMatchObject([
			400,
			{ error: { code: 'context_length_exceeded', message: expect.stringContaining('maximum context length is 100') } },
		]);
		expect(await textOf(await post(server, { model: 'brain', messages }))).toBe('One');
	});

	it('refuses what it is told not to know', async () => {
		await using server = await startModelServer({ brain: [{ text: 'One' }] }, { refuses: ['seed', 'json_schema'] });
		expect((await post(server, { model: 'brain', messages, seed: 1 })).status).toBe(400);
		expect((await post(server, { model: 'brain', messages })).status).toBe(200);
	});
});
