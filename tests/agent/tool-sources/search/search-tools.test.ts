import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchTools } from '../../../../src/agent/tool-sources/search/search-tools.ts';
import type { SearchableTool } from '../../../../src/agent/tool-sources/tool-source.ts';

function tool(name: string, purpose: string, more: Partial<SearchableTool> = {}): SearchableTool {
	return { category: 'tables', name, purpose, usage: '', parameters: [], ...more };
}

function askedBy(phrases: readonly string[], synonyms: readonly string[] = [], notFor: readonly string[] = []) {
	return { found: { phrases, synonyms, notFor } };
}

const tools = [
	tool('sum_by_column', 'Adds up a numeric column of a CSV file for each value of another', {
		parameters: ['group_by'],
	}),
	tool('merge_workbooks', 'Puts the sheets of Excel workbooks into one'),
	tool('count_words', 'Counts the words of a text file', askedBy(['wie oft kommt jedes Wort vor'], ['frequency'])),
	tool('resize_images', 'Scales images', askedBy(['Fotos verkleinern', '画像を小さくする', 'réduire des photos'])),
	tool('csv_to_json', 'Convert a CSV text to JSON objects'),
	tool('json_to_csv', 'Convert JSON objects to a CSV text'),
	tool('split_bill', 'Shares a bill', askedBy(['Restaurantrechnung aufteilen'], ['dinner'], ['divide a table'])),
	tool('split_table', 'Writes a file for each value', askedBy(['divide a table'])),
	tool('swap_units', 'Swaps units, swap by swap', askedBy(['swap miles', 'swap meters'], [], ['swap money'])),
	tool('exchange_rates', 'Gives rates', askedBy(['a rate for money'])),
];

const namesFor = (query: string) => searchTools(query, tools).map((hit) => hit.tool.name);

describe('searchTools()', () => {
	it.each([
		['sum a column', 'sum_by_column'],
		['summing columns', 'sum_by_column'],
		['merging Excel sheets', 'merge_workbooks'],
		['workbok', 'merge_workbooks'],
		['colunm', 'sum_by_column'],
		['count_words', 'count_words'],
		['group', 'sum_by_column'],
		['term frequencies', 'count_words'],
		['wie oft kommt das Wort Haus vor?', 'count_words'],
		['Foto verkleinern', 'resize_images'],
		['Rechnung im Restaurant', 'split_bill'],
		['小さく', 'resize_images'],
		['REDUIRE une photo', 'resize_images'],
		['csv to json', 'csv_to_json'],
		['json to csv', 'json_to_csv'],
		['turn a list of JSON objects into CSV', 'json_to_csv'],
		['make JSON from a CSV file', 'csv_to_json'],
		['divide a table', 'split_table'],
		['swap miles', 'swap_units'],
		['swap money', 'exchange_rates'],
	])('finds by %j first %s', (query, name) => {
		expect(namesFor(query)[0]).toBe(name);
	});

	it('finds nothing by words that no tool has, or by none', () => {
		expect([namesFor('transcribe speech'), namesFor(''), namesFor('the of a')]).toEqual([[], [], []]);
	});

	it('tells a tool that does the opposite by its words', () => {
		const opposed = searchTools('convert json to csv', tools).filter((hit) => hit.opposed);
		expect(opposed.map((hit) => hit.tool.name)).toEqual(['csv_to_json']);
	});

	it('leaves out what has next to nothing to do with it', () => {
		expect(namesFor('count the words of a text file')).not.toContain('split_table');
	});

	it('finds tools of one set and of another, however often they change', () => {
		for (let time = 0; time < 6; time += 1) {
			const [hit] = searchTools('rows', [tool(`sort_rows_${time}`, 'Sorts rows')]);
			expect(hit?.tool.name).toBe(`sort_rows_${time}`);
		}
	});

	it('scores whatever there is above 0, best first, each tool once', () => {
		const words = fc.record({
			name: fc.string(),
			purpose: fc.string(),
			phrases: fc.array(fc.string(), { maxLength: 3 }),
		});
		fc.assert(
			fc.property(fc.string(), fc.array(words), (query, some) => {
				const hits = searchTools(
					query,
					some.map(({ name, purpose, phrases }) => tool(name, purpose, askedBy(phrases))),
				);
				const found = hits.map((hit) => hit.tool);
				const isSorted = hits.every(({ score }, at) => score > 0 && score <= (hits[at - 1]?.score ?? score));
				return new Set(found).size === found.length && isSorted;
			}),
		);
	});

	it('finds every tool first by its own name, whatever it is called', () => {
		const name = fc.stringMatching(/^[bcdfgk][aeiou][lmnr][a-z]{3,8}_[bcdfgk][aeiou][lmnr][a-z]{3,8}$/);
		fc.assert(
			fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 8 }), (names) => {
				const [wanted = ''] = names;
				const hits = searchTools(
					wanted,
					names.map((one) => tool(one, '')),
				);
				return hits[0]?.tool.name === wanted;
			}),
		);
	});
});

it('a query of a megabyte, even one word, is searched by its start', () => {
	const [only] = [tool('sum_column', 'Sums a column')];
	expect(searchTools(`sum a column ${'seeding'.repeat(150_000)}`, [only])[0]?.tool.name).toBe('sum_column');
	expect(searchTools('a1b2c3 '.repeat(150_000), [only])).toEqual([]);
}, 20_000);
