import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { promptTokens } from '../../../../src/agent/model/cost/estimate.ts';
import {
	BudgetError,
	type PaidCall,
	type Purse,
	paidFrom,
	piecesPaidFrom,
	type Spent,
} from '../../../../src/agent/model/cost/purse.ts';
import { createEmbedder } from '../../../../src/agent/model/endpoint/embedder.ts';
import { withFallbacks } from '../../../../src/agent/model/fallback-model.ts';
import { countingTokens } from '../../../../src/agent/model/spending.ts';
import { startModelServer } from '../../../../src/demo/model-server/model-server.ts';
import type { ScriptedReply } from '../../../../src/demo/model-server/script.ts';
import { brainAt, hi, never } from '../../../support/brain-at.ts';

interface Paid extends Pick<PaidCall, 'model' | 'brings'> {
	readonly spent: Spent | 'nothing' | 'open';
}

/** A purse that notes what was held and how it was settled, in the order in which it was held. */
function notingPurse(): { readonly purse: Purse; readonly paid: Paid[]; readonly prompts: number[] } {
	const paid: Paid[] = [];
	const prompts: number[] = [];
	const purse: Purse = async ({ model, brings, promptTokens: tokens }) => {
		const at = paid.push({ model, brings, spent: 'open' }) - 1;
		prompts.push(tokens);
		const settle = async (spent: Spent | undefined) =>
			void paid.splice(at, 1, { model, brings, spent: spent ?? 'nothing' });
		return { settle };
	};
	return { purse, paid, prompts };
}

async function paidAt(replies: readonly ScriptedReply[], signal = never) {
	await using server = await startModelServer({ brain: replies });
	const { purse, paid } = notingPurse();
	const parts = piecesPaidFrom(purse, brainAt(server.url).reply(hi, signal));
	const drain = async () => {
		for await (const _ of parts);
	};
	await drain().catch(() => undefined);
	return paid.map(({ spent }) => spent);
}

describe('a call to a model', () => {
	it('is held before it is sent, and settled by what its server counts', async () => {
		const spent = { counted: 'by-server', inputTokens: 100, outputTokens: 20 };
		expect(await paidAt([{ text: 'Hello', usage: { input: 100, output: 20 } }])).toEqual([spent]);
	});

	it('is settled by an estimate where its server counts nothing, or nought', async () => {
		const spent = { counted: 'estimated', outputTokens: expect.any(Number) };
		expect(await paidAt([{ text: 'Hello there', usage: null }])).toEqual([spent]);
		expect(await paidAt([{ text: 'Hello there', usage: { input: 0, output: 0 } }])).toEqual([spent]);
	});

	it('costs nothing where it is refused, and each try that was begun costs what it came to', async () => {
		const good = { text: 'Hi', usage: { input: 7, output: 1 } };
		expect(await paidAt([{ error: { status: 503 } }, { error: { status: 429 } }, good])).toEqual([
			'nothing',
			'nothing',
			{ counted: 'by-server', inputTokens: 7, outputTokens: 1 },
		]);
	});

	it('that breaks off costs its prompt and what came of it', async () => {
		const [first] = await paidAt([{ text: ['Hello ', 'you ', 'there'], cutAfter: 2 }]);
		expect(first).toEqual({ counted: 'estimated', outputTokens: expect.any(Number) });
	});

	it('that is stopped, or whose reader leaves, is settled all the same', async () => {
		await using server = await startModelServer({
			brain: [{ text: ['a', 'b', 'c'], chunkDelayMs: 500 }, { text: 'd' }],
		});
		const { purse, paid } = notingPurse();
		for await (const part of piecesPaidFrom(purse, brainAt(server.url).reply(hi, never))) {
			expect(paid.map(({ spent }) => spent)).toEqual(['open']);
			if (part.type === 'text') break;
		}
		expect(paid[0]?.spent).toMatchObject({ counted: 'estimated' });
		const stopped = AbortSignal.abort(new Error('stop'));
		const second = piecesPaidFrom(purse, brainAt(server.url).reply(hi, stopped));
		await expect(second.next()).rejects.toThrow('stop');
		expect(paid[1]?.spent).not.toBe('open');
	});

	it('is not made where the purse refuses, and no other model is asked instead', async () => {
		await using server = await startModelServer({ brain: [{ text: 'a' }], other: [{ text: 'b' }] });
		const model = withFallbacks(brainAt(server.url), [brainAt(server.url, { model: 'other' })]);
		const broke: Purse = () => Promise.reject(new BudgetError('used up'));
		await expect(piecesPaidFrom(broke, model.reply(hi, never)).next()).rejects.toThrow(BudgetError);
		expect(server.requests).toEqual([]);
	});

	it('is paid by the name of the model that answers', async () => {
		await using server = await startModelServer({ brain: [{ error: { status: 404 } }], other: [{ text: 'b' }] });
		const { purse, paid } = notingPurse();
		const model = withFallbacks(brainAt(server.url), [brainAt(server.url, { model: 'other' })]);
		for await (const _ of piecesPaidFrom(purse, model.reply(hi, never)));
		expect(paid.at(-1)).toMatchObject({ model: 'other', spent: { counted: 'by-server' } });
	});

	it('for a value is paid for as often as it is asked', async () => {
		await using server = await startModelServer({ brain: [{ text: 'no' }, { text: '{"code":"x"}' }] });
		const { purse, paid } = notingPurse();
		const request = { system: 'Code', prompt: 'Write', name: 'tool', schema: z.strictObject({ code: z.string() }) };
		await paidFrom(purse, () => brainAt(server.url).ask(request, never));
		expect(paid).toHaveLength(2);
	});

	it('for vectors is held, settled and told to whoever counts tokens', async () => {
		const embeds = (texts: readonly string[]) => texts.map(() => [1, 0]);
		await using server = await startModelServer({}, { embeddings: { small: embeds, none: () => 500 } });
		const { purse, paid } = notingPurse();
		const told: unknown[] = [];
		const embed = (model: string) =>
			countingTokens(
				async (usage) => void told.push(usage),
				() => paidFrom(purse, () => createEmbedder({ model, baseUrl: server.url }).embed(['four'], never)),
			);
		await embed('small');
		await embed('none');
		expect(paid).toEqual([
			{ model: 'small', brings: 'vectors', spent: { counted: 'by-server', inputTokens: 1, outputTokens: 0 } },
			{ model: 'none', brings: 'vectors', spent: 'nothing' },
		]);
		expect(told).toEqual([{ inputTokens: 1, outputTokens: 0, model: 'small' }]);
		const broke: Purse = () => Promise.reject(new BudgetError('used up'));
		const refused = paidFrom(broke, () => createEmbedder({ model: 'small', baseUrl: server.url }).embed(['x'], never));
		expect(await refused).toEqual({ kind: 'failed', reason: 'a budget is used up' });
	});
});

describe('the estimate of a prompt', () => {
	const of = (content: string) => promptTokens({ messages: [{ role: 'user', content }] });

	it('counts every script by its bytes, tools, and a picture as one', () => {
		expect(of('word '.repeat(300))).toBeGreaterThan(300);
		expect(of('漢'.repeat(300))).toBeGreaterThanOrEqual(300);
		const url = `data:image/png;base64,${'A'.repeat(100_000)}`;
		const picture = promptTokens({
			messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
		});
		expect(picture).toBeLessThan(2_000);
		expect(picture).toBeGreaterThan(1_500);
	});

	it('of a megabyte of anything is made at once', () => {
		for (const text of ['\u0000', '\ud800', '"\\', '{"type":"image_url"', '🧨'])
			expect(of(text.repeat(2 ** 20 / text.length))).toBeGreaterThan(2 ** 18);
	});
});
