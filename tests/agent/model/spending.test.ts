import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createOpenAiModel } from '../../../src/agent/model/openai-model.ts';
import { countingTokens } from '../../../src/agent/model/spending.ts';
import type { Usage } from '../../../src/chat/usage.ts';
import { startModelServer } from '../../../src/demo/model-server/model-server.ts';

const never = new AbortController().signal;
const request = { system: 'You code', prompt: 'Write it', name: 'tool', schema: z.strictObject({ code: z.string() }) };
const good = { text: '{"code":"x"}', usage: { input: 10, output: 2 } };
const bad = { text: 'no', usage: { input: 7, output: 1 } };

function modelAt(url: string, model = 'coder') {
	return createOpenAiModel({ model, baseUrl: url, retry: { tries: 1, baseMs: 1, maxMs: 1, maxAskedMs: 1 } });
}

/** All that was told of while `work` was done, however it ended. */
async function spentIn(work: () => Promise<unknown>): Promise<readonly Usage[]> {
	const spent: Usage[] = [];
	const spend = async (usage: Usage) => {
		spent.push(usage);
	};
	await countingTokens(spend, work).catch(() => undefined);
	return spent;
}

describe('tokens of a value that was asked for', () => {
	it('are told, those of an answer that could not be used too', async () => {
		await using server = await startModelServer({ coder: [bad, good] });
		expect(await spentIn(() => modelAt(server.url).ask(request, never))).toEqual([
			{ inputTokens: 7, outputTokens: 1 },
			{ inputTokens: 10, outputTokens: 2 },
		]);
	});

	it('are told where no answer could be used', async () => {
		await using server = await startModelServer({ coder: [bad, bad] });
		expect(await spentIn(() => modelAt(server.url).ask(request, never))).toHaveLength(2);
	});

	it('are those of each of two that are asked at once', async () => {
		await using server = await startModelServer({ coder: [good], judge: [bad, good] });
		const both = () =>
			Promise.all([modelAt(server.url).ask(request, never), modelAt(server.url, 'judge').ask(request, never)]);
		expect(await spentIn(both)).toHaveLength(3);
	});

	it('are told to whoever asked, and to nobody else at the same time', async () => {
		await using server = await startModelServer({ coder: [good], judge: [bad, good] });
		const [one, other] = await Promise.all([
			spentIn(() => modelAt(server.url).ask(request, never)),
			spentIn(() => modelAt(server.url, 'judge').ask(request, never)),
		]);
		expect([one.length, other.length]).toEqual([1, 2]);
	});

	it('that cannot be kept fail whoever asked', async () => {
		await using server = await startModelServer({ coder: [good] });
		const full = () => Promise.reject(new Error('disk full'));
		await expect(countingTokens(full, () => modelAt(server.url).ask(request, never))).rejects.toThrow('disk full');
	});
});
