import { describe, expect, it } from 'vitest';
import { nameNear, namesMeant } from '../../../src/base/text/meant-names.ts';

const names = ['gpt-4o', 'gpt-4o-mini', 'Qwen/Qwen3-Coder:30b', 'meta-llama/Llama-3.3-70B', 'GPT-4o'];

describe('a word means', () => {
	it.each([
		['gpt-4o', ['gpt-4o']],
		['Gpt4o', ['gpt-4o', 'GPT-4o']],
		['gpt 4o MINI', ['gpt-4o-mini']],
		['qwen', ['Qwen/Qwen3-Coder:30b']],
		['coder', ['Qwen/Qwen3-Coder:30b']],
		['llama3.3', ['meta-llama/Llama-3.3-70B']],
		['gpt', ['gpt-4o', 'gpt-4o-mini', 'GPT-4o']],
		['claude', []],
		['', []],
		['-', []],
		['a'.repeat(2 ** 20), []],
	])('by %j the names %j', (word, meant) => {
		expect(namesMeant(word, names)).toEqual(meant);
	});
});

describe('the name near a word that none has', () => {
	it.each([
		['gtp-4o-mni', 'gpt-4o-mini'],
		['QWEN3-CODRE:30b', 'Qwen/Qwen3-Coder:30b'],
		['claude', undefined],
		['a'.repeat(2 ** 20), undefined],
	])('%j is %j', (word, near) => {
		expect(nameNear(word, names)).toBe(near);
	});
});
