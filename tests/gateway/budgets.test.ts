import { expect, it } from 'vitest';
import { budgetOf, openLine, question } from './gateway-line.ts';
import { chatAnswer, json } from './scripted-upstream.ts';

/** Answers with the use that the server counted. */
const using = (input: number, output: number) =>
	json({ ...chatAnswer, usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output } });

it('lets of 50 calls at once no more through than the budget has room for', async () => {
	const open = Promise.withResolvers<void>();
	let under = 0;
	let most = 0;
	await using line = await openLine(
		async (response, reached) => {
			under += 1;
			most = Math.max(most, under);
			if (under === 3) open.resolve();
			await open.promise;
			await new Promise((resolve) => setImmediate(resolve));
			under -= 1;
			await using(100, 900)(response, reached);
		},
		{ limits: { tokens: 3_600, minutes: 60, callsAtOnce: 50 } },
	);
	using _prompt = line.run.prompt();
	const asked = Array.from({ length: 50 }, () => line.ask(question({ max_tokens: 1_000 })));
	const answers = await Promise.all(asked);
	expect(most).toBe(3);
	expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
	expect(answers.filter(({ status }) => status === 402)).toHaveLength(47);
	const { spent, held, exhausted } = line.run.ledger();
	expect([spent.inputTokens + spent.outputTokens, held]).toEqual([3_000, 0]);
	expect(exhausted).toContain('The budget of this run, 3,600 tokens, is used up: 600 are left');
	expect(line.notices).toEqual([{ kind: 'exhausted', sentence: exhausted }]);
});

it('caps an answer whose request limits nothing, and shortens it where little is left', async () => {
	await using line = await openLine(using(10, 10), { limits: { tokens: 36_000, minutes: 60 } });
	using _prompt = line.run.prompt();
	const caps = () => line.upstream.reached.map(({ body }) => JSON.parse(body).max_tokens);
	await (await line.ask(question({ max_tokens: undefined }))).text();
	expect(caps()).toEqual([32_768]);
	const long = 'word '.repeat(2_000);
	await (await line.ask(question({ max_tokens: undefined, messages: [{ role: 'user', content: long }] }))).text();
	expect(caps()).toEqual([32_768, 2_048]);
});

it('takes what an upstream counted, even where it is more than was held', async () => {
	await using line = await openLine(using(5_000, 6_000), { limits: { tokens: 10_000, minutes: 60 } });
	using _prompt = line.run.prompt();
	expect((await line.ask(question())).status).toBe(200);
	expect((await line.ask(question())).status).toBe(402);
	expect(line.run.ledger()).toMatchObject({ calls: 1, held: 0, lastError: { status: 402 } });
});

it('estimates what an upstream does not count', async () => {
	await using line = await openLine(json({ ...chatAnswer, usage: undefined }));
	using _prompt = line.run.prompt();
	await (await line.ask(question())).text();
	const { inputTokens, outputTokens } = line.run.ledger().spent;
	expect(inputTokens).toBeGreaterThan(10);
	expect(outputTokens).toBeGreaterThan(10);
	expect(outputTokens).toBeLessThanOrEqual(100);
});

it('says why the mind’s budget refuses, once, and gives back what was held of the run', async () => {
	const reserved: number[] = [];
	const refused = 'The budget of this channel for today is used up';
	const budget = {
		reserve: async (tokens: number) => {
			reserved.push(tokens);
			return { refused };
		},
	};
	await using line = await openLine(json(chatAnswer), { budget });
	using _prompt = line.run.prompt();
	for (let time = 0; time < 3; time += 1) {
		const response = await line.ask(question({ max_tokens: undefined }));
		expect([response.status, await response.text()]).toEqual([402, expect.stringContaining(refused)]);
	}
	// The second time with a shorter answer; then nobody is asked again within the prompt.
	expect(reserved).toEqual([expect.any(Number), expect.any(Number)]);
	expect(line.run.ledger()).toMatchObject({ calls: 0, held: 0, exhausted: refused });
	expect(line.notices).toEqual([{ kind: 'exhausted', sentence: refused }]);
	expect(line.upstream.reached).toEqual([]);
});

it('asks the mind’s budget anew with the next prompt', async () => {
	let left = false;
	const whole = budgetOf([]);
	const budget = {
		reserve: async (...call: Parameters<typeof whole.reserve>) =>
			left ? whole.reserve(...call) : { refused: 'Used up' },
	};
	await using line = await openLine(json(chatAnswer), { budget });
	const first = line.run.prompt();
	expect((await line.ask(question())).status).toBe(402);
	left = true;
	expect((await line.ask(question())).status).toBe(402);
	first[Symbol.dispose]();
	using _second = line.run.prompt();
	expect((await line.ask(question())).status).toBe(200);
	expect(line.run.ledger().exhausted).toBeUndefined();
});

it('ends calls when the time of the run is used up, and takes no more', async () => {
	const begun = Promise.withResolvers<void>();
	await using line = await openLine(() => begun.resolve(), { limits: { tokens: 1e6, minutes: 0.005 } });
	using _prompt = line.run.prompt();
	const asked = await line.ask(question());
	expect([asked.status, await asked.text()]).toEqual([402, expect.stringContaining('minutes of work, is used up')]);
	const next = line.run.prompt();
	expect((await line.ask(question())).status).toBe(402);
	next[Symbol.dispose]();
	expect(line.notices.filter(({ kind }) => kind === 'exhausted')).toHaveLength(1);
});

it('bounds the calls at once and within a minute', async () => {
	const open = Promise.withResolvers<void>();
	const begun = Promise.withResolvers<void>();
	await using line = await openLine(
		async (response, reached) => {
			begun.resolve();
			await open.promise;
			await using(1, 1)(response, reached);
		},
		{ limits: { tokens: 1e6, minutes: 60, callsAtOnce: 1, callsAMinute: 2 } },
	);
	using _prompt = line.run.prompt();
	const first = line.ask(question());
	await begun.promise;
	const second = await line.ask(question());
	expect([second.status, await second.text()]).toEqual([429, expect.stringContaining('1 calls under way')]);
	open.resolve();
	expect((await first).status).toBe(200);
	expect((await line.ask(question())).status).toBe(200);
	const fourth = await line.ask(question());
	expect([fourth.status, Number(fourth.headers.get('retry-after'))]).toEqual([429, expect.closeTo(60, -1)]);
});
