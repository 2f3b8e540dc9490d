import { describe, expect, it } from 'vitest';
import { amountText } from '../../../src/agent/budget/amounts.ts';
import { costOf, noPrices, priceOf, readPrices } from '../../../src/agent/budget/prices.ts';

const cost = (input: number, output: number, more = {}) => ({ cost: { input, output, ...more } });
/** As https://models.dev/api.json has it. */
const list = {
	openai: {
		id: 'openai',
		npm: '@ai-sdk/openai',
		models: { 'gpt-x': { id: 'gpt-x', ...cost(2, 8, { cache_read: 0.5 }) } },
	},
	router: { api: 'https://router.example/v1', models: { 'gpt-x': cost(3, 9), 'open/free': cost(0, 0) } },
	local: { api: 'http://127.0.0.1:11434/v1', models: { 'gpt-x': cost(0, 0) } },
	coding: { api: 'https://router.example/coding/v1', models: { 'gpt-x': cost(1, 1) } },
	broken: { models: { odd: { cost: { input: 'much' } }, 'no-cost': { id: 'no-cost' } } },
	nothing: 7,
};
const prices = readPrices(list) ?? noPrices;
const inputOf = (model: string, url: string) => priceOf({ model, url }, prices)?.cost.input;

describe('the price of a model', () => {
	it.each([
		['gpt-x', 'https://api.openai.com/v1', 2],
		['gpt-x', 'https://router.example/v1', 3],
		['gpt-x', 'https://router.example/coding/v1/', 1],
		['gpt-x', 'http://127.0.0.1:11434/v1', 0],
		// Of an address that is not listed, the dearest; of one that is, nobody else's.
		['gpt-x', 'http://proxy.example/v1', 3],
		['open/free', 'https://api.openai.com/v1', undefined],
		['open/free', 'http://proxy.example/v1', 0],
		['never-heard', 'http://proxy.example/v1', undefined],
		['no-cost', 'http://proxy.example/v1', undefined],
		['gpt-x', 'no address', 3],
	])('%s at %s is %s', (model, url, input) => {
		expect(inputOf(model, url)).toBe(input);
	});

	it('is left out where it cannot be read, and that is counted', () => {
		expect(prices.unread).toBe(2);
		expect(readPrices({})).toEqual(noPrices);
		for (const other of [[], 7, null, 'x', { a: 1, b: 2 }]) expect(readPrices(other)).toBeUndefined();
	});
});

describe('the cost of tokens', () => {
	it('is in millionths of a dollar, rounded up, and less for what was kept', () => {
		const price = { cost: { input: 2, output: 8, cache_read: 0.5 } };
		expect(costOf({ inputTokens: 1_000_000, outputTokens: 500_000 }, price)).toBe(6_000_000);
		expect(costOf({ inputTokens: 1_000, outputTokens: 0, cachedTokens: 1_000 }, price)).toBe(500);
		expect(costOf({ inputTokens: 1, outputTokens: 0 }, { cost: { input: 0.02, output: 0 } })).toBe(1);
	});

	it('is that of long prompts above 200,000 tokens', () => {
		const price = { cost: { input: 1, output: 1, context_over_200k: { input: 2, output: 3 } } };
		expect(costOf({ inputTokens: 200_000, outputTokens: 10 }, price)).toBe(200_010);
		expect(costOf({ inputTokens: 200_001, outputTokens: 10 }, price)).toBe(400_032);
	});
});

it.each([
	['tokens', 0, '0 tokens'],
	['tokens', 999, '999 tokens'],
	['tokens', 1_234, '1.2k tokens'],
	['tokens', 999_499, '999k tokens'],
	['tokens', 999_500, '1M tokens'],
	['tokens', 1_550_000, '1.6M tokens'],
	['microUsd', 0, '0 USD'],
	['microUsd', 5_000_000, '5 USD'],
	['microUsd', 520_000, '0.52 USD'],
	['microUsd', 1_200, '0.0012 USD'],
] as const)('%s: %i is told as %s', (unit, amount, text) => {
	expect(amountText(unit, amount)).toBe(text);
});
