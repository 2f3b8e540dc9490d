import OpenAI from 'openai';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GatewayLine, openLine } from './gateway-line.ts';
import { chatRecordings } from './recordings/chat.ts';
import { geminiRecordings } from './recordings/gemini.ts';
import { messagesRecordings } from './recordings/messages.ts';
import type { Recording } from './recordings/recording.ts';
import { responsesRecordings } from './recordings/responses.ts';
import { chatAnswer, chatEvents, events, json } from './scripted-upstream.ts';

let line: GatewayLine;
beforeAll(async () => {
	line = await openLine(json(chatAnswer), { limits: { tokens: 1e9, minutes: 60, callsAMinute: 10_000 } });
	line.run.prompt();
});
afterAll(() => line[Symbol.asyncDispose]());

const user = [{ role: 'user', content: 'Hi' }];
const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }];
const calls: Record<Recording['dialect'], (stream: boolean) => readonly [path: string, body: object]> = {
	chat: (stream) => ['/v1/chat/completions', { model: 'm1', messages: user, stream }],
	responses: (stream) => ['/v1/responses', { model: 'm1', input: 'Hi', stream }],
	messages: (stream) => ['/v1/messages?beta=true', { model: 'm1', messages: user, max_tokens: 9, stream }],
	gemini: (stream) => [
		`/v1beta/models/m1:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
		{ contents },
	],
};

const recordings = [...chatRecordings, ...responsesRecordings, ...messagesRecordings, ...geminiRecordings];

// Others are no answers of a model.
it.each(recordings.filter(({ contentType }) => /json|event-stream/.test(contentType)))(
	'passes $title byte by byte, and counts along',
	async ({ dialect, contentType, text, told }) => {
		const bytes = Buffer.from(text);
		line.upstream.answer = async (response) => {
			response.writeHead(200, { 'content-type': contentType });
			for (let at = 0; at < bytes.length; at += 1)
				await new Promise((resolve) => response.write(bytes.subarray(at, at + 1), resolve));
			response.end();
		};
		const before = line.run.ledger().spent;
		const [path, body] = calls[dialect](contentType.startsWith('text/event-stream'));
		const response = await line.ask(body, { path });
		expect([response.status, await response.text()]).toEqual([200, text]);
		const { spent, lastError } = line.run.ledger();
		expect(lastError?.sentence).toBe(told.failure);
		if (!told.usage) return;
		expect(spent.inputTokens - before.inputTokens).toBe(told.usage.inputTokens);
		expect(spent.outputTokens - before.outputTokens).toBe(told.usage.outputTokens);
	},
);

async function client(): Promise<OpenAI> {
	return new OpenAI({ baseURL: `${await line.relay.url}/v1`, apiKey: line.run.key, maxRetries: 0 });
}

it('serves OpenAI’s own client: Chat Completions, streamed and whole, and the list of models', async () => {
	const openai = await client();
	line.upstream.answer = json(chatAnswer);
	const ask = { model: 'm1', messages: [{ role: 'user', content: 'Hi' }] } as const;
	expect(
		(await openai.chat.completions.create({ ...ask, messages: [...ask.messages] })).choices[0]?.message.content,
	).toBe('Hello');
	line.upstream.answer = events(chatEvents);
	let said = '';
	for await (const chunk of await openai.chat.completions.create({ ...ask, messages: [...ask.messages], stream: true }))
		said += chunk.choices[0]?.delta.content ?? '';
	expect(said).toBe('Hello wörld');
	expect(JSON.parse(line.upstream.reached.at(-1)?.body ?? '')).toMatchObject({
		stream_options: { include_usage: true },
	});
	expect((await openai.models.list()).data.map(({ id }) => id)).toEqual(['m1', 'm2']);
});

it('serves OpenAI’s own client: Responses, streamed', async () => {
	const openai = await client();
	const completed = {
		id: 'resp_1',
		object: 'response',
		status: 'completed',
		output: [],
		usage: { input_tokens: 5, output_tokens: 2, total_tokens: 7 },
	};
	const sent = [
		{ type: 'response.created', response: { ...completed, status: 'in_progress' }, sequence_number: 0 },
		{
			type: 'response.output_text.delta',
			delta: 'Hello',
			item_id: 'i',
			output_index: 0,
			content_index: 0,
			sequence_number: 1,
		},
		{ type: 'response.completed', response: completed, sequence_number: 2 },
	];
	line.upstream.answer = events(sent.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`));
	const seen: string[] = [];
	for await (const event of await openai.responses.create({ model: 'm1', input: 'Hi', stream: true }))
		seen.push(event.type);
	expect(seen).toEqual(sent.map(({ type }) => type));
	expect(line.upstream.reached.at(-1)?.url).toBe('/v1/responses');
});

it('gives OpenAI’s own client an error that it understands, before and within a stream', async () => {
	const openai = await client();
	const ask = { model: 'm1', messages: [{ role: 'user' as const, content: 'Hi' }] };
	await expect(openai.chat.completions.create({ ...ask, model: 'other' })).rejects.toMatchObject({ status: 404 });
	line.upstream.answer = (response) => {
		response.writeHead(200, { 'content-type': 'text/event-stream' });
		response.write(chatEvents[0], () => response.destroy());
	};
	const stream = await openai.chat.completions.create({ ...ask, stream: true });
	const read = async () => {
		for await (const _ of stream);
	};
	await expect(read()).rejects.toThrow("The model's answer broke off");
});

it.each([
	['/v1/messages', { 'anthropic-version': '2023-06-01' }, { type: 'error' }],
	['/v1beta/models/m1:generateContent', {}, { error: { status: expect.any(String) } }],
	['/v1/responses', {}, { error: { code: 'invalid_api_key' } }],
	['/v1beta/none', {}, { error: { code: 404 } }],
] as const)('says no at %s in the words of its dialect', async (path, headers, expected) => {
	const response = await line.ask({}, { path, headers: { ...headers, authorization: 'Bearer none' } });
	expect(response.status).toBeGreaterThanOrEqual(401);
	expect(await response.json()).toMatchObject(expected);
});

it('logs calls without their bodies', async () => {
	line.upstream.answer = json(chatAnswer);
	await (await line.ask({ model: 'm1', messages: [{ role: 'user', content: 'ultramarine' }] })).text();
	expect(line.logged.at(-1)).toEqual({
		message: 'Model call',
		...{ run: 's~1', agent: 'codex', dialect: 'chat', model: 'm1', status: 200, stripped: [] },
		...{ ms: expect.any(Number), input: 7, output: 3 },
	});
	expect(JSON.stringify(line.logged)).not.toContain('ultramarine');
});
