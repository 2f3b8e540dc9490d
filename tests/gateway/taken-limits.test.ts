import { expect, it } from 'vitest';
import { budgetOf, openLine, question } from './gateway-line.ts';
import { type Answer, chatAnswer, json } from './scripted-upstream.ts';

const refusal = (message: string) => json({ error: { message, type: 'invalid_request_error' } }, 400);

/** Takes what a model's own server takes, and refuses the rest in its words. */
const strict =
	(why: (asked: Record<string, number | undefined>) => string | undefined): Answer =>
	async (response, reached) => {
		const message = why(JSON.parse(reached.body));
		await (message === undefined ? json(chatAnswer) : refusal(message))(response, reached);
	};

const limits = (line: Awaited<ReturnType<typeof openLine>>) =>
	line.upstream.reached.map(({ body }) => {
		const { max_tokens, max_completion_tokens } = JSON.parse(body);
		return max_tokens ?? { other: max_completion_tokens };
	});

it('asks a model that can say less once more, for as much as it can', async () => {
	await using line = await openLine(
		strict(({ max_tokens = 0 }) =>
			max_tokens > 8192 ? 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]' : undefined,
		),
	);
	using _prompt = line.run.prompt();
	expect((await line.ask(question({ max_tokens: undefined }))).status).toBe(200);
	expect(limits(line)).toEqual([32_768, 8_192]);
	expect(line.run.ledger()).toMatchObject({ calls: 1, held: 0, spent: { inputTokens: 7, outputTokens: 3 } });
	// The refused call cost nothing.
	expect(line.spent).toEqual([undefined, expect.objectContaining({ outputTokens: 3 })]);
	expect(line.run.ledger().lastError).toBeUndefined();
});

it('asks a model that knows the limit by another name by that', async () => {
	await using line = await openLine(
		strict(({ max_tokens }) =>
			max_tokens === undefined
				? undefined
				: "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
		),
	);
	using _prompt = line.run.prompt();
	expect((await line.ask(question())).status).toBe(200);
	expect(limits(line)).toEqual([100, { other: 100 }]);
});

it('asks once more and no oftener, and passes the last words on', async () => {
	await using line = await openLine(
		strict(({ max_tokens = 0 }) => `max_tokens: ${max_tokens} > ${max_tokens - 1}, which is the maximum`),
	);
	using _prompt = line.run.prompt();
	const response = await line.ask(question({ max_tokens: undefined }));
	expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('32767 > 32766')]);
	expect(line.upstream.reached).toHaveLength(2);
	expect(line.run.ledger()).toMatchObject({ calls: 0, held: 0, lastError: { status: 400 } });
});

it('holds what the second asking may cost, and asks nobody where there is too little for it', async () => {
	const spent: Parameters<typeof budgetOf>[0] = [];
	let asked = 0;
	const budget: ReturnType<typeof budgetOf> = {
		reserve: async (...call) => {
			asked += 1;
			return asked === 1 ? await budgetOf(spent).reserve(...call) : { refused: 'Used up meanwhile' };
		},
	};
	await using line = await openLine(refusal('the valid range of max_tokens is [1, 8192]'), { budget });
	using _prompt = line.run.prompt();
	const response = await line.ask(question({ max_tokens: undefined }));
	expect([response.status, await response.text()]).toEqual([402, expect.stringContaining('Used up meanwhile')]);
	expect(line.upstream.reached).toHaveLength(1);
	expect(line.run.ledger()).toMatchObject({ calls: 0, held: 0 });
});
