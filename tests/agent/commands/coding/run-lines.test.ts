import { describe, expect, it } from 'vitest';
import { readPrices } from '../../../../src/agent/budget/prices.ts';
import type { Driver } from '../../../../src/agent/coding/driver.ts';
import { keepRun, newRun, type RunRecord } from '../../../../src/agent/coding/run/run-record.ts';
import { agentLines } from '../../../../src/agent/commands/coding/run-lines.ts';
import type { FakeCoding } from '../../../support/fake-coding.ts';
import { budgetsOn } from '../../../support/paid-model.ts';
import { inbound } from '../../../support/workbench.ts';
import { openCoding } from '../../coding/run/open-coding.ts';

const command = (args: string) => inbound('command', { name: 'agent', args });
const prices = readPrices({ lab: { models: { small: { cost: { input: 2, output: 10 } } } } });

/** An agent whose every prompt asks a model once, by this many tokens; how it ends stands in its task. */
function asking(coding: () => FakeCoding): Driver['prompt'] {
	return async (text) => {
		const held = await coding().orders.at(-1)?.budget.reserve(100_000, 'small', 1_000);
		if (!held || 'refused' in held) throw new Error(held?.refused ?? 'There is no run');
		await held.settle({ inputTokens: 50_000, outputTokens: 500 });
		return text.includes('fail') ? { kind: 'failed', why: 'It broke\nin the middle' } : { kind: 'done' };
	};
}

async function openPaid(known = prices) {
	let coding: FakeCoding | undefined;
	const prompt = asking(() => {
		if (!coding) throw new Error('There is no agent yet');
		return coding;
	});
	const at = await openCoding({
		prompt,
		budgets: (store) => budgetsOn(store, known && { prices: known }),
	});
	coding = at.coding;
	return at;
}

async function told(at: Awaited<ReturnType<typeof openPaid>>, name: 'status' | 'usage', args = '') {
	await at.bench.say(inbound('command', { name, args }));
	return at.bench.platform.posts.at(-1) ?? '';
}

describe('what a coding agent has cost', () => {
	it('is told by /status and /usage session: prompts, tokens, money, time and how it ended', async () => {
		await using at = await openPaid();
		await at.bench.say(command('codex mend it'));
		// 50,000 at 2 and 500 at 10 USD a million.
		expect(await told(at, 'status')).toMatch(
			/Agent {6}codex waits for the next message, last done: 1 prompt, 100 tokens in, 10 out, 0\.10 USD, \d+ s/,
		);
		await at.bench.say(command('codex fail at it'));
		expect(await told(at, 'usage', 'session')).toMatch(
			/- codex: 2 prompts, 200 tokens in, 20 out, 0\.21 USD, \d+ s, last failed: It broke in the middle/,
		);
	});

	it('counts runs that are too old to be remembered', async () => {
		await using at = await openPaid();
		const once = { agent: 'pi', options: {}, folder: '', asked: 'brain', call: undefined } as const;
		for (let run = 0; run < 70; run += 1) {
			const begun = newRun(once, await at.runs(), 0);
			await keepRun(at.folder, { ...begun, state: 'ended', prompts: 1, ms: 1_000, inputTokens: 10, outputTokens: 1 });
		}
		expect(await at.runs()).toHaveLength(50);
		expect(await told(at, 'usage', 'session')).toContain('- pi: 70 prompts, 700 tokens in, 70 out, 70 s');
	});

	it('has no money where no price is known', async () => {
		await using at = await openPaid(readPrices({}));
		await at.bench.say(command('codex mend it'));
		expect(await told(at, 'usage', 'session')).toMatch(/- codex: 1 prompt, 100 tokens in, 10 out, \d+ s, last done/);
		expect((await at.runs())[0]?.microUsd).toBeUndefined();
	});
});

describe('agentLines()', () => {
	const run = (count: number, agent: string, more: Partial<RunRecord>): RunRecord => ({
		...{ count, agent, options: {}, folder: '', asked: 'thread', state: 'ended' },
		...{ startedAt: new Date(0).toISOString(), prompts: 1, ms: 1_000, inputTokens: 10, outputTokens: 1 },
		...more,
	});

	it('sums the runs of each agent, the most used first, with the outcome that is known last', () => {
		const runs = [
			run(1, 'pi', { microUsd: 5_000, outcome: 'done' }),
			run(2, 'codex', { inputTokens: 1_000, outcome: 'failed: it broke' }),
			run(3, 'pi', { microUsd: 2_000 }),
		];
		expect(agentLines(runs)).toEqual([
			'codex: 1 prompt, 1,000 tokens in, 1 out, 1 s, last failed: it broke',
			'pi: 2 prompts, 20 tokens in, 2 out, 0.0070 USD, 2 s, last done',
		]);
	});
});
