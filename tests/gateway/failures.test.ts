import { expect, it } from 'vitest';
import { gatewayLimits } from '../../src/gateway/gateway-limits.ts';
import { refusalOf } from '../../src/gateway/upstream/failures.ts';
import { waitFor } from '../support/wait-for.ts';
import { openLine, operatorKey, question } from './gateway-line.ts';
import { type Answer, chatAnswer, chatEvents, json } from './scripted-upstream.ts';

const html: Answer = (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
const head =
	(status: number, headers: Record<string, string> = {}): Answer =>
	(response) =>
		void response
			.writeHead(status, { 'content-type': 'application/json', ...headers })
			.end('{"error":"at http://10.0.0.1/"}');

it.each<[string, Answer, number, string]>([
	['HTML', html, 502, "The model's server does not speak this language: it answers with text/html"],
	[
		'a redirect',
		head(302, { location: 'http://169.254.169.254/' }),
		502,
		'sends requests on to another address, which is not followed',
	],
	['a refusal of the operator’s key', head(401), 403, "The model's server refuses the operator's access"],
	['a refusal of the operator’s rights', head(403), 403, "The model's server refuses the operator's access"],
	['an empty account', head(402), 402, 'has no money left'],
	['no such model', head(404), 404, 'does not know this model'],
	['a fault', head(500), 500, "The model's server has failed (status 500)"],
	['a fault of its own numbering', head(529), 529, "The model's server has failed (status 529)"],
	['compressed bytes', head(200, { 'content-encoding': 'gzip' }), 502, 'compresses its answers'],
])('answers %s with one sentence of its own', async (_what, answer, status, sentence) => {
	await using line = await openLine(answer);
	using _prompt = line.run.prompt();
	const response = await line.ask(question());
	const text = await response.text();
	expect([response.status, text]).toEqual([status, expect.stringContaining(sentence)]);
	expect(text).not.toMatch(/10\.0\.0\.1|169\.254|127\.0\.0\.1/);
	expect(line.upstream.reached).toHaveLength(1);
	expect(line.run.ledger()).toMatchObject({ calls: 0, held: 0, lastError: { status } });
	expect(line.notices).toMatchObject([{ kind: 'upstream', sentence: expect.stringContaining(sentence) }]);
	expect(line.spent).toEqual([undefined]);
});

it('tells the agent to ask again where the upstream is busy, and people nothing', async () => {
	await using line = await openLine(head(429, { 'retry-after': '7' }));
	using _prompt = line.run.prompt();
	const response = await line.ask(question());
	expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
	expect(line.notices).toEqual([]);
});

it.each([
	['OpenAI has no credits left', { type: 'insufficient_quota', code: 'credit_balance_exhausted' }],
	['a project may spend no more', { type: 'insufficient_quota', code: 'project_spend_limit_exceeded' }],
	['a server like it has none', { type: 'insufficient_quota', code: 'insufficient_quota' }],
	[
		'Anthropic takes no more within the month',
		{ type: 'rate_limit_error', details: { error_code: 'enforced_spend_limit_reached' } },
	],
])('ends an agent at once where it is of no use to ask again, as %s', async (_what, error) => {
	await using line = await openLine(json({ error: { message: 'See http://10.0.0.1/billing', ...error } }, 429));
	using _prompt = line.run.prompt();
	const response = await line.ask(question());
	const sentence = "The operator's account at the model's server has nothing left that it may spend";
	const text = await response.text();
	expect([response.status, text]).toEqual([402, expect.stringContaining(sentence)]);
	expect(text).not.toContain('10.0.0.1');
	expect(line.run.ledger().lastError).toEqual({ status: 402, sentence });
	expect(line.notices).toEqual([{ kind: 'upstream', sentence }]);
	expect(line.spent).toEqual([undefined]);
});

it('has an agent ask again where a quota is one of a minute', () => {
	const words = JSON.stringify({ error: { code: 'insufficient_quota', message: 'Allocated quota exceeded' } });
	const head = { status: 429, type: 'application/json', encoding: '', wantsEvents: true };
	expect(refusalOf({ ...head, host: 'dashscope.aliyuncs.com' }, words)?.status).toBe(429);
	expect(refusalOf({ ...head, host: 'models.example.com' }, words)?.status).toBe(402);
	expect(refusalOf({ ...head, host: 'models.example.com' }, '{"error":{"code":"slow_down"}}')?.status).toBe(429);
});

it('passes the words on that tell an agent how to mend its request, without the operator’s key', async () => {
	const said = { error: { message: `Too long for ${operatorKey}`, code: 'context_length_exceeded' } };
	await using line = await openLine(json(said, 400));
	using _prompt = line.run.prompt();
	const response = await line.ask(question());
	expect(response.status).toBe(400);
	expect(await response.json()).toEqual({ error: { message: 'Too long for [key]', code: 'context_length_exceeded' } });
	expect(line.run.ledger().lastError?.sentence).toBe(
		"The model's server refuses the request (status 400): Too long for [key]",
	);
});

it('says that an upstream is down, and that it is back', async () => {
	await using line = await openLine(json(chatAnswer));
	using _prompt = line.run.prompt();
	await line.upstream[Symbol.asyncDispose]();
	const response = await line.ask(question());
	expect([response.status, await response.text()]).toEqual([
		502,
		expect.stringContaining('cannot be reached (ECONNREFUSED)'),
	]);
	expect(line.run.ledger()).toMatchObject({ calls: 0, held: 0 });
	expect(line.spent).toEqual([undefined]);
});

it('says that an upstream did not stream where that was asked', async () => {
	await using line = await openLine(json({ error: 'Unexpected endpoint or method' }));
	using _prompt = line.run.prompt();
	expect((await line.ask(question({ stream: true }))).status).toBe(502);
});

it('gives up on an upstream that never begins, and takes what was held as spent', async () => {
	const limits = { ...gatewayLimits, time: { ...gatewayLimits.time, firstByte: 50 } };
	await using line = await openLine(() => {}, { gateway: { limits } });
	using _prompt = line.run.prompt();
	const response = await line.ask(question());
	expect([response.status, await response.text()]).toEqual([504, expect.stringContaining('did not answer in time')]);
	expect(line.spent).toMatchObject([{ outputTokens: 100 }]);
});

it.each<[string, Answer, string]>([
	[
		'falls silent',
		(response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chatEvents[0]),
		'fell silent in its answer',
	],
	[
		'breaks off',
		(response) =>
			void response
				.writeHead(200, { 'content-type': 'text/event-stream' })
				.write(chatEvents[0], () => response.destroy()),
		'answer broke off',
	],
])('ends a stream that %s with an error of the dialect’s own', async (_what, answer, sentence) => {
	const limits = { ...gatewayLimits, time: { ...gatewayLimits.time, idle: 50 } };
	await using line = await openLine(answer, { gateway: { limits } });
	using _prompt = line.run.prompt();
	const text = await (await line.ask(question({ stream: true }))).text();
	expect(text.startsWith(chatEvents[0] ?? '')).toBe(true);
	expect(text).toContain(sentence);
	expect(line.run.ledger()).toMatchObject({ calls: 1, held: 0, lastError: { status: 502 } });
});

it('cuts an answer that is no stream where it breaks off, so that half of it is none', async () => {
	await using line = await openLine((response) => {
		response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":', () => response.destroy());
	});
	using _prompt = line.run.prompt();
	await expect(line.ask(question()).then((response) => response.text())).rejects.toThrow();
	expect((await line.ask('', { path: '/api/hello', method: 'GET' })).status).toBe(200);
});

it('ends a line without end at its bound, with little of it in memory', async () => {
	const limits = { ...gatewayLimits, answerBytes: 8 * 2 ** 20 };
	const piece = Buffer.alloc(2 ** 20, 'x');
	await using line = await openLine(
		async (response) => {
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			for (let sent = 0; sent < 16 && !response.destroyed; sent += 1)
				await new Promise((resolve) => response.write(piece, resolve));
			response.end();
		},
		{ gateway: { limits } },
	);
	using _prompt = line.run.prompt();
	const response = await line.ask(question({ stream: true }));
	let size = 0;
	let last = '';
	for await (const chunk of response.body ?? []) {
		size += chunk.length;
		last = Buffer.from(chunk).toString().slice(-500);
	}
	expect(size).toBeLessThan(9 * 2 ** 20);
	expect(last).toContain("The model's answer is too long");
	expect(line.run.ledger().spent.outputTokens).toBe(100);
});

it('settles a call whose agent has left before an answer began', async () => {
	const begun = Promise.withResolvers<void>();
	await using line = await openLine(() => begun.resolve());
	using _prompt = line.run.prompt();
	const leaving = new AbortController();
	const asked = line.ask(question(), { signal: leaving.signal });
	await begun.promise;
	leaving.abort();
	await expect(asked).rejects.toThrow();
	await line.upstream.reached[0]?.closed;
	await waitFor(() => line.spent.length === 1, 'the call to be settled');
	expect(line.run.ledger()).toMatchObject({ calls: 1, held: 0 });
});

it('settles a call whose relay dies', async () => {
	const begun = Promise.withResolvers<void>();
	await using line = await openLine(() => begun.resolve());
	using _prompt = line.run.prompt();
	line.ask(question()).catch(() => {});
	await begun.promise;
	line.relay.process.kill('SIGKILL');
	await waitFor(() => line.spent.length === 1, 'the call to be settled');
	expect(line.run.ledger().held).toBe(0);
});
