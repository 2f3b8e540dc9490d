import { describe, expect, it } from 'vitest';
import { brainAt, hi, never, retry } from '../../support/brain-at.ts';
import { collectReply } from '../../support/collect-reply.ts';
import { startWireServer, type WireAnswer } from '../../support/wire-server.ts';

const asJson = { 'content-type': 'application/json' };

/** A refusal with this body, which is sent as it is. */
function refusal(status: number, body: string | object): WireAnswer {
	return { status, headers: asJson, chunks: [typeof body === 'string' ? body : JSON.stringify(body)] };
}

async function failureOf(answer: WireAnswer): Promise<unknown> {
	await using server = await startWireServer([answer]);
	const model = brainAt(server.url, { retry: { ...retry, tries: 1 } });
	return await collectReply(model.reply(hi, never)).catch((error: unknown) => error);
}

const lists = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const objects = (levels: number) => `${'{"error":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('an error that is nested deeper than can be walked', () => {
	it.each<readonly [what: string, answer: WireAnswer]>([
		['lists', refusal(400, `{"error":${lists(15_000)}}`)],
		['objects', refusal(400, objects(5_000))],
		['in a stream', { chunks: [`data: {"error":${lists(100_000)}}\n\n`] }],
	])('is told in a sentence: %s', async (_, answer) => {
		expect(await failureOf(answer)).toMatchObject({
			failure: 'bad-answer',
			message: expect.stringMatching(/gave no usable answer: it sent an error that is nested too deep$/),
		});
	});

	it.each<readonly [what: string, answer: WireAnswer, said: string]>([
		[
			'beside its sentence',
			refusal(400, `{"error":{"message":"Not now","a":${lists(30_000)}}}`),
			' (status 400: Not now)',
		],
		['below a sentence', refusal(400, `{"error":{"detail":${objects(3_000)}}}`), ' (status 400)'],
		['as a whole', refusal(418, lists(120)), ' (status 418)'],
	])('is left out %s', async (_, answer, said) => {
		expect(await failureOf(answer)).toMatchObject({
			failure: 'refused-request',
			message: expect.stringContaining(`refused the request${said}: `),
		});
	});

	it('is left out where a whole answer should be', async () => {
		expect(await failureOf(refusal(200, `{"error":${lists(100_000)}}`))).toMatchObject({
			failure: 'server-error',
			message: expect.stringMatching(/ failed: try again later$/),
		});
		expect(await failureOf(refusal(200, { error: { detail: 'Out of memory' } }))).toMatchObject({
			message: expect.stringContaining('failed (Out of memory)'),
		});
	});
});

describe('an error that quotes the request', () => {
	const input = { messages: [{ role: 'user', content: 'My diary. prompt is too long. '.repeat(10_000) }] };

	it.each<readonly [make: string, body: object]>([
		['FastAPI', { detail: [{ input, type: 'missing', loc: ['body', 'model'], msg: 'Field required' }] }],
		['its own', { error: { input, message: 'body.model: Field required' } }],
		['vLLM', { message: `body.model: Field required, 'input': '${'My diary. '.repeat(20_000)}'}]` }],
	])('is told by what stands beside the quotation: %s', async (_, body) => {
		expect(await failureOf(refusal(422, body))).toMatchObject({
			message: expect.stringContaining('refused the request (status 422: body.model: Field required): '),
		});
	});

	it('is known for what it is, however long the quotation before', async () => {
		expect(await failureOf(refusal(422, { error: { input, code: 'context_length_exceeded' } }))).toMatchObject({
			failure: 'context-overflow',
		});
	});

	it('shows nothing of a body that is cut off within it', async () => {
		const body = `{"error":{"input":"${'My diary. '.repeat(500_000)}","message":"No"}}`;
		expect(await failureOf(refusal(400, body))).toMatchObject({
			failure: 'refused-request',
			message: expect.stringContaining('refused the request (status 400): '),
		});
	});
});

it.each([600, 999])('a status that there is not is told: %i', async (status) => {
	expect(await failureOf(refusal(status, { error: { message: 'Resting' } }))).toMatchObject({
		failure: 'server-error',
		message: expect.stringContaining(`failed (status ${status}: Resting): `),
	});
});
