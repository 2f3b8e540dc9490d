import { describe, expect, it } from 'vitest';
import { brainAt, hi, never, retry } from '../../support/brain-at.ts';
import { collectReply } from '../../support/collect-reply.ts';
import { startWireServer, type WireAnswer } from '../../support/wire-server.ts';

const asJson = { 'content-type': 'application/json' };
const once = { retry: { ...retry, tries: 1 } };

async function failureOf(answer: WireAnswer, options: Parameters<typeof brainAt>[1] = once): Promise<unknown> {
	await using server = await startWireServer([answer]);
	return await collectReply(brainAt(server.url, options).reply(hi, never)).catch((error: unknown) => error);
}

describe('the shape of an error', () => {
	it.each<readonly [what: string, body: unknown]>([
		['an object', { error: { message: 'Seven is too many' } }],
		['a list', [{ error: { code: 400, message: 'Seven is too many' } }]],
		['a string', { error: 'Seven is too many' }],
		['the message alone', { message: 'Seven is too many' }],
		['a list of errors', { errors: [{ message: 'Seven is too many' }] }],
		['details', { detail: 'Seven is too many' }],
		['an answer in an answer', { error: { message: '{"error":{"message":"Seven is too many"}}' } }],
		['a message without words beside details', { message: '', detail: 'Seven is too many' }],
		['a list of sentences', { detail: ['Seven is too many'] }],
		['no message beside details', { message: null, detail: [{ msg: 'Seven is too many' }] }],
		["Baidu's", { error_code: 336003, error_msg: 'Seven is too many' }],
		["MiniMax's", { base_resp: { status_code: 2013, status_msg: 'Seven is too many' } }],
		["AWS's", { __type: 'ValidationException', Message: 'Seven is too many' }],
		['a reason', { code: 20012, reason: 'Seven is too many', data: null }],
		['a title', { type: 'about:blank', title: 'Seven is too many' }],
		['details beside a title', { title: 'Bad Request', detail: 'Seven is too many' }],
		['a page beside a sentence', { message: '<!DOCTYPE html><html>Oh</html>', detail: 'Seven is too many' }],
	])('does not matter: %s', async (_, body) => {
		expect(await failureOf({ status: 400, headers: asJson, chunks: [JSON.stringify(body)] })).toMatchObject({
			failure: 'refused-request',
			message: expect.stringContaining('(status 400: Seven is too many)'),
		});
	});

	it('lists of errors by their field are told with it', async () => {
		const errors = { messages: ['Seven is too many'], n: null, model: 'unknown' };
		expect(await failureOf({ status: 422, headers: asJson, chunks: [JSON.stringify({ errors })] })).toMatchObject({
			message: expect.stringContaining('(status 422: messages: Seven is too many; model: unknown)'),
		});
	});

	it.each([
		['a list', [{ error: { code: 400, message: 'API key not valid. Please pass a valid API key.' } }]],
		['its code', { error: { code: 400, message: 'Bad', details: [{ reason: 'API_KEY_INVALID' }] } }],
	])('a key that is not accepted is told as such with a 400, too: %s', async (_, body) => {
		const failure = await failureOf({ status: 400, headers: asJson, chunks: [JSON.stringify(body)] });
		expect(failure).toMatchObject({ failure: 'unauthorized', message: expect.stringContaining('key') });
	});

	it('a request that speaks of keys, and is quoted, is none about the key', async () => {
		const message = "1 validation error: extra [type=extra_forbidden, input_value={'messages': 'invalid API key'}]";
		const failure = await failureOf({ status: 400, headers: asJson, chunks: [JSON.stringify({ error: { message } })] });
		expect(failure).toMatchObject({ failure: 'refused-request' });
	});

	it('a small request that is refused without a word is no conversation that is too long', async () => {
		expect(await failureOf({ status: 400, chunks: [] })).toMatchObject({ failure: 'refused-request' });
	});

	it('a large one is', async () => {
		await using server = await startWireServer([{ status: 400, chunks: [] }]);
		const large = { ...hi, messages: [{ role: 'user' as const, text: 'long '.repeat(10_000) }] };
		const failed = collectReply(brainAt(server.url, once).reply(large, never));
		await expect(failed).rejects.toMatchObject({ failure: 'context-overflow' });
	});
});

describe('what people have seen', () => {
	it('is not lost when a reply breaks off in its reasoning: it is asked for again', async () => {
		const thought = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { reasoning_content: 'hm' } }] })}\n\n`;
		const text = { choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] };
		await using server = await startWireServer([
			{ chunks: [thought] },
			{ chunks: [`data: ${JSON.stringify(text)}\n\ndata: [DONE]\n\n`] },
		]);
		const { reply } = await collectReply(brainAt(server.url, { retry }).reply(hi, never));
		expect(reply).toMatchObject({ text: 'Hi', reasoning: '' });
	});
});

describe('a wait that a server asks for', () => {
	it('is told as more than a year where a server asks for any longer', async () => {
		const answer = { status: 429, headers: { ...asJson, 'retry-after': '9'.repeat(30) }, chunks: ['{}'] };
		expect(await failureOf(answer)).toMatchObject({ message: expect.stringMatching(/wait for more than a year$/) });
	});

	it('is told with its end where it is longer than is waited', async () => {
		const failure = await failureOf({ status: 429, headers: { ...asJson, 'retry-after': '7200' }, chunks: ['{}'] });
		expect(failure).toMatchObject({
			failure: 'rate-limited',
			message: expect.stringMatching(/It asks to wait for 2 h, until \d{4}-\d\d-\d\d \d\d:\d\d UTC$/),
		});
	});
});

describe('a key', () => {
	it.each(['x', 'ollama', 'lm-studio', 'not-needed'])(
		'that is none is not cut out of sentences: %s',
		async (apiKey) => {
			const message = 'ollama and lm-studio are not-needed for x';
			const answer = { status: 400, headers: asJson, chunks: [JSON.stringify({ error: { message } })] };
			expect(await failureOf(answer, { ...once, apiKey })).toMatchObject({ message: expect.stringContaining(message) });
		},
	);

	it.each(['abc1', 'nobody-knows-this', 'testing correct horse', 'sk-test-0123456789'])(
		'that is one never stands in a sentence: %s',
		async (apiKey) => {
			const answer = {
				status: 400,
				headers: asJson,
				chunks: [JSON.stringify({ error: { message: `Not ${apiKey} here` } })],
			};
			expect(await failureOf(answer, { ...once, apiKey })).toMatchObject({
				message: expect.not.stringContaining(apiKey),
			});
		},
	);
});
