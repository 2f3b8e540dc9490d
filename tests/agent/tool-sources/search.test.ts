import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SearchableTool, searchTools } from '../../../src/agent/tool-sources/search.ts';
import { wordsOf } from '../../../src/agent/tool-sources/words.ts';

function tool(name: string, purpose: string, parameters: readonly string[] = []): SearchableTool {
	return { category: 'tables', name, purpose, usage: '', parameters };
}

const tools = [
	tool('sum_by_column', 'Adds up a numeric column of a CSV file for each value of another', ['group_by']),
	tool('merge_workbooks', 'Puts the sheets of Excel workbooks into one'),
	tool('count_words', 'Counts the words of a text file'),
];

const namesFor = (query: string) => searchTools(query, tools).map((hit) => hit.tool.name);
const scoreFor = (query: string) => searchTools(query, tools)[0]?.score ?? 0;

describe('searchTools()', () => {
	it.each([
		['sum a column', 'sum_by_column'],
		['summing columns', 'sum_by_column'],
		['merging Excel sheets', 'merge_workbooks'],
		['workbok', 'merge_workbooks'],
		['count_words', 'count_words'],
		['group', 'sum_by_column'],
	])('finds by %j first %s', (query, name) => {
		expect(namesFor(query)[0]).toBe(name);
	});

	it('finds nothing by words that no tool has, or by none', () => {
		expect([namesFor('transcribe speech'), namesFor(''), namesFor('the of a')]).toEqual([[], [], []]);
	});

	it('scores the share of the query that a tool has, whatever other tools there are', () => {
		expect(scoreFor('sum by column')).toBe(1);
		expect(scoreFor('sum speech')).toBeCloseTo(0.5);
		expect(scoreFor('sum speech audio tape')).toBeCloseTo(0.25);
		const [alone] = searchTools('sum speech', tools.slice(0, 1));
		expect(alone?.score).toBeCloseTo(0.5);
	});

	it('counts a misspelt word less than one that is right', () => {
		expect(scoreFor('colunm sum')).toBeLessThan(scoreFor('column sum'));
		expect(scoreFor('colunm sum')).toBeGreaterThan(scoreFor('sum speech'));
	});

	it('scores every query from 0 to 1, best first by BM25, each tool once', () => {
		fc.assert(
			fc.property(fc.string(), fc.array(fc.record({ name: fc.string(), purpose: fc.string() })), (query, some) => {
				const hits = searchTools(
					query,
					some.map(({ name, purpose }) => tool(name, purpose)),
				);
				const found = hits.map((hit) => hit.tool);
				return new Set(found).size === found.length && hits.every(({ score }) => score >= 0 && score <= 1 + 1e-9);
			}),
		);
	});
});

describe('wordsOf()', () => {
	it('takes names apart and brings words to their stem', () => {
		expect(wordsOf('sum_by_column sumsByColumns SUMMING')).toEqual(['sum', 'column', 'sum', 'column', 'sum']);
		expect(wordsOf('classes boxes queries analysis status')).toEqual(['class', 'box', 'query', 'analysi', 'status']);
	});
});

it('a query of a megabyte, even one word, is searched by its start', () => {
	const tools = [{ category: 'tables', name: 'sum_column', purpose: 'Sums a column', usage: '', parameters: [] }];
	expect(searchTools(`sum a column ${'seeding'.repeat(150_000)}`, tools)[0]?.tool.name).toBe('sum_column');
	expect(searchTools('a1b2c3 '.repeat(150_000), tools)).toEqual([]);
}, 20_000);
