import { describe, expect, it } from 'vitest';
import { brainAt, hi, never, retry } from '../../../../support/brain-at.ts';
import { collectReply } from '../../../../support/collect-reply.ts';
import { delta, sse, sseOpen, startWireServer, type WireAnswer } from '../../../../support/wire-server.ts';

async function failureOf(answer: WireAnswer): Promise<unknown> {
	await using server = await startWireServer([answer]);
	const model = brainAt(server.url, { retry: { ...retry, tries: 1 } });
	return await collectReply(model.reply(hi, never)).catch((error: unknown) => error);
}

const whole = (body: object, type = 'application/json'): WireAnswer => ({
	headers: { 'content-type': type },
	chunks: [JSON.stringify(body)],
});
const tooLong = { object: 'error', message: "This model's maximum context length is 4096 tokens.", code: 400 };
const busy = { object: 'error', message: 'Seven is too many', code: 503 };
const login = { base_resp: { status_code: 1004, status_msg: 'login fail: carry the key' }, choices: null };

describe('an error under a status that says that all is well', () => {
	it.each<readonly [what: string, answer: WireAnswer, failure: string, said: string]>([
		['MiniMax', whole(login), 'unauthorized', 'does not accept the key'],
		['Z.ai', whole({ code: 500, msg: '404 NOT_FOUND', success: false }), 'server-error', '(status 500: 404 NOT_FOUND)'],
		['FastAPI', whole({ detail: 'Not authenticated' }), 'unauthorized', 'does not accept the key'],
		['vLLM', whole(tooLong), 'context-overflow', 'no longer fits'],
		['a code in an error', whole({ error: { code: 429, message: 'slow' } }), 'rate-limited', 'limiting'],
		[
			'lines of JSON',
			whole({ error: 'the runner has ended' }, 'application/x-ndjson'),
			'server-error',
			'runner has ended',
		],
		['vLLM in a stream', { chunks: [sse(tooLong)] }, 'context-overflow', 'no longer fits'],
		['vLLM behind words', { chunks: [sse(delta({ content: 'Hi' }), busy)] }, 'server-error', '(status 503: Seven is'],
		['MiniMax in a stream', { chunks: [sse(login)] }, 'unauthorized', 'does not accept the key'],
		['Z.ai in a stream', { chunks: [sse({ code: 500, msg: 'Oh' })] }, 'server-error', '(status 500: Oh)'],
	])('is told: %s', async (_, answer, failure, said) => {
		expect(await failureOf(answer)).toMatchObject({ failure, message: expect.stringContaining(said) });
	});

	it.each([{ hello: 'world' }, { model: 'm', message: { role: 'assistant', content: 'Hi' }, done: true }, [], 7])(
		'is not seen in what is no answer at all: %j',
		async (body) => {
			expect(await failureOf(whole(body as object))).toMatchObject({
				failure: 'refused-request',
				message: expect.stringContaining('something else than a completion'),
			});
		},
	);

	it('is not seen in chunks beside an answer', async () => {
		const base = { base_resp: { status_code: 0, status_msg: 'success' } };
		const chunks = [
			sseOpen({ id: 'c' }, base, { type: 'ping', code: 0, msg: 'ok' }, delta({ content: 'Hi' })),
			sse(base),
		];
		expect(await failureOf({ chunks })).toMatchObject({ reply: { text: 'Hi' } });
	});
});
