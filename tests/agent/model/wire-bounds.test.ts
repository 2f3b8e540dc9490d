import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { listModels } from '../../../src/agent/model/list-models.ts';
import type { ModelLimits } from '../../../src/agent/model/model-limits.ts';
import { brainAt, hi, never } from '../../support/brain-at.ts';
import { collectReply, textOf } from '../../support/collect-reply.ts';
import { call, piece, stop, toolStop } from '../../support/read-chunks.ts';
import { callDelta, delta, sse, sseOpen, startWireServer, type WireAnswer } from '../../support/wire-server.ts';

const asJson = { 'content-type': 'application/json' };
const filler = Buffer.alloc(64 * 1024, 'x');
/** More than any limit of these tests lets through, and little enough for a test that fails to end. */
const plenty = 1_000;

function* repeated(chunk: string | Uint8Array, first: string | Uint8Array = '', times = plenty) {
	if (first.length > 0) yield first;
	for (let count = 0; count < times; count++) yield chunk;
}

/** The chunk every 20 ms, for longer than a test may take. */
async function* paced(chunk: string, first = '') {
	if (first !== '') yield first;
	for (let count = 0; count < 3_000; count++) {
		yield chunk;
		await pause(20);
	}
}

async function askFor(answer: WireAnswer, limits: Partial<ModelLimits> = {}) {
	await using server = await startWireServer([answer]);
	const collected = await collectReply(brainAt(server.url, { limits }).reply(hi, never));
	await server.requests[0]?.closed;
	return collected;
}

async function failureOf(answer: WireAnswer, limits: Partial<ModelLimits> = {}) {
	await using server = await startWireServer([answer]);
	const failing = collectReply(brainAt(server.url, { limits }).reply(hi, never));
	const error = await failing.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	await server.requests[0]?.closed;
	expect(server.requests).toHaveLength(1);
	return error;
}

describe('bytes without end are given up, and the connection closed', () => {
	it.each<readonly [what: string, answer: WireAnswer]>([
		['a line of a stream', { chunks: repeated(filler, 'data: ') }],
		['an event of many lines', { chunks: repeated(`data: ${'x'.repeat(9_000)}\n`.repeat(8)) }],
		['comments', { chunks: repeated(`: ${'x'.repeat(9_000)}\n\n`.repeat(8)) }],
		['other fields than data', { chunks: repeated(`id: ${'x'.repeat(9_000)}\n\n`.repeat(8)) }],
		['a whole completion', { chunks: repeated(filler, '{"choices":"'), headers: asJson }],
	])('%s', async (_, answer) => {
		expect(await failureOf(answer)).toMatchObject({
			failure: 'bad-answer',
			message: expect.stringMatching(/ sent more than 16 MB .*: .*\. MODEL_ANSWER_LIMIT moves this limit$/),
		});
	});

	it('an error that does not end is told by its status, and by its start where that is plain words', async () => {
		const chunks = repeated(filler, '{"error":{"input":"My diary","message":"No, because ');
		expect(await failureOf({ status: 400, headers: asJson, chunks })).toMatchObject({
			failure: 'refused-request',
			message: expect.stringContaining('refused the request (status 400): '),
		});
		expect(await failureOf({ status: 400, headers: asJson, chunks: repeated(filler, 'No, because ') })).toMatchObject({
			failure: 'refused-request',
			message: expect.stringContaining('(status 400: No, because xxx'),
		});
	});

	it('a list of models', async () => {
		await using server = await startWireServer([{ chunks: repeated(filler, '{"data":"'), headers: asJson }]);
		expect(await listModels({ baseUrl: server.url }, never)).toEqual({
			kind: 'failed',
			reason: 'the answer is longer than 16 MB',
		});
	});

	it('headers, by the silence', async () => {
		const server = createServer(async (socket) => {
			socket.on('error', () => undefined);
			socket.write('HTTP/1.1 200 OK\r\n');
			for (let count = 0; !socket.destroyed && count < 1_000; count++) {
				socket.write(`x-${count}: y\r\n`);
				await pause(20);
			}
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
		const address = server.address();
		const port = typeof address === 'object' ? address?.port : 0;
		const model = brainAt(`http://127.0.0.1:${port}/v1`, { limits: { silenceMs: 300 } });
		await expect(collectReply(model.reply(hi, never))).rejects.toMatchObject({ failure: 'silent' });
		server.close();
	});
});

describe('life without an answer has an end', () => {
	// Long enough that the server hears of the call
	const limits = { silenceMs: 20_000, callMs: 1_000 };

	it.each<readonly [what: string, answer: WireAnswer]>([
		['comments alone', { chunks: paced(': keepalive\n\n') }],
		['empty lines', { chunks: paced('\n') }],
		['empty deltas', { chunks: paced(sseOpen(delta({ role: 'assistant', content: '' }))) }],
		['usage', { chunks: paced(sseOpen({ choices: [], usage: { prompt_tokens: 1 } })) }],
		['comments after the first word', { chunks: paced(': keepalive\n\n', sseOpen(delta({ content: 'Hm' }))) }],
		['blanks of a completion that is not streamed', { chunks: paced(' '), headers: asJson }],
	])('%s', async (_, answer) => {
		expect(await failureOf(answer, limits)).toMatchObject({
			failure: 'silent',
			message: expect.stringMatching(
				/ kept the connection open, but gave nothing of an answer for 1 s: .*MODEL_CALL_SECONDS/,
			),
		});
	});

	it('an answer that goes on and on ends at four times as long', async () => {
		const error = await failureOf({ chunks: paced(sseOpen(delta({ content: 'x' }))) }, { callMs: 1_000 });
		expect(error).toMatchObject({
			failure: 'silent',
			message: expect.stringMatching(/ did not end its answer within 4 s: .*MODEL_CALL_SECONDS/),
		});
	}, 30_000);

	it('comments after the reason to end are not waited for', async () => {
		const chunks = paced(': keepalive\n\n', sseOpen(delta({ content: 'Hi' }), stop));
		const { reply } = await askFor({ chunks }, { silenceMs: 1_000 });
		expect(reply).toMatchObject({ text: 'Hi', cut: false });
	});
});

describe('an answer above its limit', () => {
	const limits = { answerBytes: 1_000 };
	const why = 'The answer was cut at 1000 bytes: MODEL_ANSWER_LIMIT says how long it may be';
	const endless = (fields: object) => ({ chunks: repeated(sseOpen(delta(fields)), '', 100_000) });

	it.each<readonly [what: string, answer: WireAnswer]>([
		['streamed', endless({ content: 'abcdefg' })],
		[
			'not streamed',
			{ chunks: [JSON.stringify({ choices: [{ message: { content: 'a'.repeat(5_000) } }] })], headers: asJson },
		],
		[
			'after reasoning',
			{ chunks: [sse(delta({ reasoning: 'r'.repeat(999) }), delta({ content: 'a'.repeat(1_001) }))] },
		],
	])('keeps its start and says so: %s', async (_, answer) => {
		const { reply, parts } = await askFor(answer, limits);
		expect(reply).toMatchObject({ cut: true, cutWhy: why });
		expect(reply.text).toHaveLength(1_000);
		expect(textOf(parts)).toBe(reply.text);
	});

	it('is cut between characters', async () => {
		const { reply } = await askFor(endless({ content: 'a😀' }), { answerBytes: 1_003 });
		expect(reply.text).toBe(`${'a😀'.repeat(200)}a`);
	});

	it.each<readonly [what: string, fields: object]>([
		['of its own field', { reasoning_content: 'hm, ' }],
		['in tags', { content: '<think>hm, ' }],
		['of blank space', { content: ' '.repeat(100) }],
	])('is none when all of it is reasoning %s', async (_, fields) => {
		expect(await failureOf(endless(fields), limits)).toMatchObject({
			failure: 'bad-answer',
			message: expect.stringMatching(/ thought aloud for more than 1000 bytes without an answer: .*MODEL_ANSWER_LIMIT/),
		});
	});

	it('keeps a call whose arguments are too long, and tells the Brain', async () => {
		const first = sseOpen(callDelta(call('bash', '{"command":"ls"}', { index: 0, id: 'a' })));
		const second = sseOpen(callDelta(call('bash', '{"command":"', { index: 1, id: 'b' })));
		const more = sseOpen(callDelta(piece('xxxxxxx', { index: 1 })));
		const { reply } = await askFor({ chunks: repeated(more, first + second, 100_000) }, limits);
		expect(reply.calls).toMatchObject([
			{ name: 'bash', arguments: '{"command":"ls"}' },
			{
				name: 'bash',
				arguments: '{}',
				problem:
					'The arguments were longer than the 1000 bytes that one answer may have (MODEL_ANSWER_LIMIT): do it in smaller steps',
			},
		]);
		expect(reply.calls[0]).not.toHaveProperty('problem');
	});

	it('keeps 128 calls, and tells the Brain of the rest', async () => {
		const calls = Array.from({ length: 300 }, (_, index) => call('bash', '{}', { index, id: `c${index}` }));
		const { reply } = await askFor({ chunks: [sse(...calls.map((one) => callDelta(one)), toolStop)] });
		expect(reply.calls).toHaveLength(129);
		expect(reply.calls.filter(({ problem }) => problem !== undefined)).toEqual([
			expect.objectContaining({ problem: 'Only 128 calls of one message are run: make the others again' }),
		]);
		expect(reply.calls[128]).toHaveProperty('problem');
	});

	it('keeps the starts of ids and names, and no extra of megabytes', async () => {
		const long = 'n'.repeat(100_000);
		const extra_content = { google: { thought_signature: 's'.repeat(300_000) } };
		const { reply } = await askFor({
			chunks: [sse(callDelta(call(long, '{}', { index: 0, id: long, extra_content })), toolStop)],
		});
		expect(reply.calls[0]?.name).toBe('n'.repeat(256));
	});
});
