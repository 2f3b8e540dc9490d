import { expect, it } from 'vitest';
import { waitFor } from '../support/wait-for.ts';
import { openLine, question } from './gateway-line.ts';
import { type Answer, chatAnswer, json } from './scripted-upstream.ts';

/** Answers with the use that the server counted, once it may. */
const using = (input: number, output: number, after?: Promise<void>): Answer => {
	const answer = json({ ...chatAnswer, usage: { prompt_tokens: input, completion_tokens: output } });
	return async (response, reached) => {
		await after;
		await answer(response, reached);
	};
};

const pdf = `data:application/pdf;base64,${'A'.repeat(4_000)}`;
const withPdf = question({
	messages: [{ role: 'user', content: [{ type: 'file', file: { filename: 'a.pdf', file_data: pdf } }] }],
});

it('lets of small files with many pages one be read at a time, and none when the budget is gone', async () => {
	const open = Promise.withResolvers<void>();
	await using line = await openLine(using(90_000, 10, open.promise), { limits: { tokens: 100_000, minutes: 60 } });
	using _prompt = line.run.prompt();
	const asked = Array.from({ length: 10 }, () => line.ask(withPdf));
	await waitFor(() => line.upstream.reached.length > 0, 'a call to be sent');
	const beside = line.ask(question());
	expect(line.upstream.reached).toHaveLength(1);
	open.resolve();
	const statuses = (await Promise.all(asked)).map(({ status }) => status);
	expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(2);
	expect(statuses.filter((status) => status === 402).length).toBeGreaterThanOrEqual(8);
	await (await beside).text();
	const { spent, held } = line.run.ledger();
	expect(spent.inputTokens).toBeLessThan(300_000);
	expect(held).toBe(0);
});

it('asks the mind’s budget for no more than the file seems to need', async () => {
	const wanted: number[] = [];
	const budget = {
		reserve: async (tokens: number) => {
			wanted.push(tokens);
			return { settle: async () => {} };
		},
	};
	await using line = await openLine(using(10, 10), { budget });
	using _prompt = line.run.prompt();
	expect((await line.ask(withPdf)).status).toBe(200);
	expect(wanted).toEqual([expect.closeTo(350, -2)]);
});

it('counts what a model may have thought for a client that leaves before it says anything', async () => {
	let now = 0;
	await using line = await openLine(
		(response) => {
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			response.write('event: response.created\ndata: {"type":"response.created","response":{}}\n\n');
		},
		{ gateway: { now: () => now } },
	);
	using _prompt = line.run.prompt();
	const leaving = new AbortController();
	const body = { model: 'm1', input: 'Think', stream: true, max_output_tokens: 20_000 };
	const response = await line.ask(body, { path: '/v1/responses', signal: leaving.signal });
	now = 45_000;
	leaving.abort();
	await line.upstream.reached[0]?.closed;
	await waitFor(() => line.run.ledger().calls === 1, 'the call to be settled');
	expect(line.run.ledger().spent.outputTokens).toBe(9_000);
	await response.body?.cancel().catch(() => {});
});

it.each([
	[
		'/v1/chat/completions',
		question({ stream: true, max_tokens: 20_000 }),
		'data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":3}}\n\ndata: [DONE]\n\n',
	],
	[
		'/v1/responses',
		{ model: 'm1', input: 'Hi', stream: true, max_output_tokens: 20_000 },
		'data: {"type":"response.completed","response":{"usage":{"input_tokens":7,"output_tokens":3}}}\n\n',
	],
])('costs what was counted where the client of %s leaves after the last event', async (path, body, last) => {
	let now = 0;
	await using line = await openLine(
		(response) => {
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			response.write(last);
		},
		{ gateway: { now: () => now } },
	);
	using _prompt = line.run.prompt();
	const leaving = new AbortController();
	const response = await line.ask(body, { path, signal: leaving.signal });
	await response.body?.getReader().read();
	now = 60_000;
	leaving.abort();
	await waitFor(() => line.run.ledger().calls === 1, 'the call to be settled');
	expect(line.run.ledger().spent).toMatchObject({ inputTokens: 7, outputTokens: 3 });
});

it.each([
	['thinking_budget', { thinking_budget: 1e9 }, { thinking_budget: 100 }, 200],
	['a budget without an end', { thinking_budget: -1 }, { thinking_budget: 100 }, 200],
	['budget_tokens', { thinking: { type: 'enabled', budget_tokens: 1e9 } }, { thinking: { budget_tokens: 100 } }, 100],
	['reasoning.max_tokens', { reasoning: { max_tokens: 1e9 } }, { reasoning: { max_tokens: 100 } }, 100],
	[
		'the template',
		{ chat_template_kwargs: { thinking_budget: 1e9 } },
		{ chat_template_kwargs: { thinking_budget: 100 } },
		100,
	],
	['one that is lower', { thinking_budget: 60 }, { thinking_budget: 60 }, 160],
])('bounds thinking by the output limit, and holds what stands beside it: %s', async (_, asked, sent, output) => {
	const held: number[] = [];
	const budget = {
		reserve: async (_tokens: number, _model: string, most: number) => {
			held.push(most);
			return { settle: async () => {} };
		},
	};
	await using line = await openLine(using(1, 1), { budget });
	using _prompt = line.run.prompt();
	expect((await line.ask(question(asked))).status).toBe(200);
	expect(JSON.parse(line.upstream.reached[0]?.body ?? '')).toMatchObject({ ...sent, max_tokens: 100 });
	expect(held).toEqual([output]);
});

it.each([
	['n', { n: 2 }],
	['n as no number', { n: '2' }],
	['best_of', { best_of: 20 }],
	['beams', { use_beam_search: true, n: 1, best_of: 20 }],
	['a second limit', { max_completion_tokens: 100, max_tokens: 1e9 }],
	['a least', { min_tokens: 1e9, ignore_eos: true }],
])('has one answer of the length that was held: %s', async (_, asked) => {
	await using line = await openLine(using(1, 1));
	using _prompt = line.run.prompt();
	const { status } = await line.ask(question(asked));
	const [reached] = line.upstream.reached;
	if (status !== 200) return expect([status, reached]).toEqual([400, undefined]);
	expect(Object.keys(JSON.parse(reached?.body ?? ''))).not.toEqual(
		expect.arrayContaining([expect.stringMatching(/^(?:n|best_of|use_beam_search|min_tokens|ignore_eos)$/)]),
	);
	expect(reached?.body).not.toContain('1000000000');
});

it('counts tokens for nothing, but no more often than it answers', async () => {
	await using line = await openLine(json({ input_tokens: 5 }), {
		limits: { tokens: 1e6, minutes: 60, callsAMinute: 2 },
	});
	using _prompt = line.run.prompt();
	const count = () => line.ask({ model: 'm1', messages: [] }, { path: '/v1/messages/count_tokens' });
	expect([(await count()).status, (await count()).status, (await count()).status]).toEqual([200, 200, 429]);
	expect(line.run.ledger().spent).toMatchObject({ inputTokens: 0, outputTokens: 0 });
	expect(line.upstream.reached).toHaveLength(2);
});

it('sends no picture that can fetch others', async () => {
	await using line = await openLine(using(1, 1));
	using _prompt = line.run.prompt();
	const svg = Buffer.from('<svg><image href="https://example.com/secret"/></svg>').toString('base64');
	const url = `data:image/svg+xml;base64,${svg}`;
	const content = [{ type: 'image_url', image_url: { url } }];
	expect((await line.ask(question({ messages: [{ role: 'user', content }] }))).status).toBe(200);
	expect(line.upstream.reached[0]?.body).not.toContain(svg);
	expect(line.run.ledger().stripped).toEqual(['pictures by address']);
});

it.each([
	['texts', { prompt_tokens: '900', completion_tokens: '3' }],
	['nothing', { prompt_tokens: null, completion_tokens: null }],
	['zeros', { prompt_tokens: 0, completion_tokens: 0 }],
	['less than nothing', { prompt_tokens: -5, completion_tokens: -5 }],
	['more than there is', { prompt_tokens: 1e300, completion_tokens: 1e300 }],
	['a list', { prompt_tokens: [900], completion_tokens: [3] }],
])('pays for an answer of which the upstream counts %s', async (_, usage) => {
	await using line = await openLine(json({ ...chatAnswer, usage }));
	using _prompt = line.run.prompt();
	await (await line.ask(question())).text();
	const { inputTokens, outputTokens } = line.run.ledger().spent;
	expect(inputTokens).toBeGreaterThan(10);
	expect(outputTokens).toBeGreaterThan(10);
	expect(outputTokens).toBeLessThanOrEqual(100);
});

it('holds calls at once with text that a tokenizer cannot join for what they may come to', async () => {
	const open = Promise.withResolvers<void>();
	await using line = await openLine(using(100_000, 10, open.promise), { limits: { tokens: 200_000, minutes: 60 } });
	using _prompt = line.run.prompt();
	const content = '7301948265'.repeat(10_000);
	const asked = Array.from({ length: 6 }, () => line.ask(question({ messages: [{ role: 'user', content }] })));
	await waitFor(() => line.upstream.reached.length === 3, 'as many calls as there is room for');
	open.resolve();
	expect((await Promise.all(asked)).filter(({ status }) => status === 200)).toHaveLength(3);
	expect(line.run.ledger().spent.inputTokens).toBe(300_000);
});
