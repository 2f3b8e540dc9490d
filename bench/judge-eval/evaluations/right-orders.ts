import { list, number, record, text, whole } from '../problems/words.ts';

/** The orders that the sloppy ones mean. */
export const rightOrders = [
	{
		name: 'numbers/sum_numbers',
		purpose: 'Add up numbers',
		input: record({ numbers: list(number) }),
		output: record({ sum: number }),
		examples: [
			{ input: { numbers: [1, 2] }, output: { sum: 3 } },
			{ input: { numbers: [-1] }, output: { sum: -1 } },
		],
		rejects: [{ input: { numbers: [] } }],
		capabilities: [],
		dependencies: [],
	},
	{
		name: 'text/count_words',
		purpose: 'Count words',
		input: record({ text, 'least?': whole }),
		output: record({ words: whole }),
		examples: [
			{ input: { text: 'a b' }, output: { words: 2 } },
			{ input: { text: 'c' }, output: { words: 1 } },
		],
		rejects: [{ input: { text: '' } }],
		capabilities: [],
		dependencies: [],
	},
	{
		name: 'tables/count_rows',
		purpose: 'Count rows',
		input: record({ path: text, limit: whole }),
		output: record({ rows: whole, names: list(text) }),
		examples: [
			{ input: { path: 'a.csv', limit: 2 }, files: { 'a.csv': 'n\n1\n' }, output: { rows: 1, names: ['n'] } },
			{ input: { path: 'b.csv', limit: 3 }, files: { 'b.csv': 'm\n' }, output: { rows: 0, names: ['m'] } },
		],
		rejects: [{ input: { path: 'none.csv', limit: 1 } }],
		capabilities: ['files'],
		dependencies: [],
	},
	{
		name: 'tables/copy_rows',
		purpose: 'Copy rows of a table to another',
		input: record({ path: text, 'out?': text }),
		output: record({ 'rows?': whole, 'saved?': text }),
		examples: [
			{
				input: { path: 'a.csv', out: 'o.csv' },
				files: { 'a.csv': 'n\n1\n' },
				output: { rows: 1 },
				writes: { 'o.csv': 'n\n1\n' },
			},
			{ input: { path: 'b.csv' }, files: { 'b.csv': 'n\n' }, output: { rows: 0 }, writes: {} },
		],
		rejects: [{ input: { path: 'none.csv' } }],
		capabilities: ['files'],
		dependencies: [],
	},
] as const;
