import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BudgetError, type Purse, paidFrom, piecesPaidFrom } from '../../../../src/agent/model/cost/purse.ts';
import { brainAt, hi, never } from '../../../support/brain-at.ts';
import { collectReply } from '../../../support/collect-reply.ts';
import { delta, sse, startWireServer, type WireAnswer, type WireServer } from '../../../support/wire-server.ts';

const limited: Purse = async () => ({ outputTokens: 300, settle: async () => undefined });
const unlimited: Purse = async () => ({ settle: async () => undefined });

const whole: WireAnswer = { chunks: [sse(delta({ content: 'Hello' }), delta({}, 'stop'))] };
const cut = (content: string, outputTokens?: number): WireAnswer => ({
	chunks: [
		sse(
			delta({ content }),
			delta({}, 'length'),
			...(outputTokens === undefined
				? []
				: [{ choices: [], usage: { prompt_tokens: 9, completion_tokens: outputTokens } }]),
		),
	],
});
const refusal = (message: string): WireAnswer => ({
	status: 400,
	headers: { 'content-type': 'application/json' },
	chunks: [JSON.stringify({ error: { message } })],
});

const caps = ({ requests }: WireServer) =>
	requests.map(({ raw }) => {
		const { max_tokens, max_completion_tokens } = JSON.parse(raw);
		return [max_tokens, max_completion_tokens];
	});

async function ask(answers: readonly WireAnswer[], purse = limited, times = 1) {
	await using server = await startWireServer(answers);
	const brain = brainAt(server.url);
	const replies = [];
	for (let time = 0; time < times; time += 1)
		replies.push((await collectReply(piecesPaidFrom(purse, brain.reply(hi, never)))).reply);
	return { reply: replies.at(-1), caps: caps(server), raw: server.requests.map(({ raw }) => raw) };
}

describe('the answer of a model', () => {
	it('may have as many tokens as are held for it, and is not limited where nothing limits its budget', async () => {
		const { raw, caps: asked } = await ask([whole]);
		expect(asked).toEqual([[300, undefined]]);
		const [free] = (await ask([whole], unlimited)).raw;
		expect(raw[0]?.replace(',"max_tokens":300', '')).toBe(free);
		expect(free).not.toContain('max_');
	});

	it('is limited by the field that its server takes, or by none where it takes neither, which is learned', async () => {
		const first = refusal(
			"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
		);
		const other = refusal('max_completion_tokens: Extra inputs are not permitted');
		expect((await ask([first, whole], limited, 2)).caps).toEqual([
			[300, undefined],
			[undefined, 300],
			[undefined, 300],
		]);
		expect((await ask([first, other, whole], limited, 2)).caps).toEqual([
			[300, undefined],
			[undefined, 300],
			[undefined, undefined],
			[undefined, undefined],
		]);
	});

	it('is not limited where its server counts the limit with the prompt, and the two do not fit', async () => {
		const tooLong = refusal(
			"This model's maximum context length is 4096 tokens. However, you requested 4200 tokens (3900 in the messages, 300 in the completion).",
		);
		expect((await ask([tooLong, whole])).caps).toEqual([
			[300, undefined],
			[undefined, undefined],
		]);
		await expect(ask([tooLong])).rejects.toMatchObject({ failure: 'context-overflow', limit: 4_096 });
	});

	it('that is cut by the limit is told to end where the budget does; by a limit of its server it is not', async () => {
		const sentence = 'The answer was cut off at 300 tokens: no more was left for it of the budget for today';
		expect((await ask([cut('Half an', 300)])).reply).toMatchObject({
			text: 'Half an',
			cutBy: 'budget',
			cutWhy: sentence,
		});
		expect((await ask([cut('Half an')])).reply).toMatchObject({ cutBy: 'budget' });
		const { reply } = await ask([cut('Half an', 100)]);
		expect(reply?.cut).toBe(true);
		expect(reply).not.toHaveProperty('cutBy');
	});

	it('that is to be a value, and is cut by the limit, is no wrong answer, and is not asked for again', async () => {
		await using server = await startWireServer([cut('{"sum": 1', 300)]);
		const question = {
			system: 'Be good',
			prompt: 'How many?',
			name: 'sum',
			schema: z.object({ sum: z.number(), of: z.string() }),
		};
		const asked = paidFrom(limited, () => brainAt(server.url).ask(question, never));
		await expect(asked).rejects.toThrow(BudgetError);
		expect(server.requests).toHaveLength(1);
	});
});
