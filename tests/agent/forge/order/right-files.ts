/** Orders on files that are right as they stand: they must pass as they are. */

import { list, number, object, order, text } from './right-parts.ts';

/** An order on files. */
function onFiles(
	one: object,
	other: object,
	{ rejects = [{ input: { path: 'none.csv', out: 'o.csv' } }], more = {} } = {},
) {
	return order({
		input: object({ path: text, out: text }, ['path']),
		output: object({ n: number }),
		examples: [one, other],
		rejects,
		more: { capabilities: ['files'], ...more },
	});
}

const csv = { path: 'in.csv', out: 'o.csv' };

export const rightFiles: readonly (readonly [string, object])[] = [
	[
		'files of text that are written as text',
		onFiles(
			{ input: csv, files: { 'in.csv': '[["a"], [1]]' }, output: { n: 1 }, writes: { 'o.csv': 'a\n1\n' } },
			{
				input: { path: 'in.json', out: 'o.json' },
				files: { 'in.json': '{"a": "none"}' },
				output: { n: 2 },
				writes: { 'o.json': '"text"' },
			},
		),
	],
	[
		'files as data',
		onFiles(
			{
				input: { path: 'in.xlsx', out: 'o.xlsx' },
				files: { 'in.xlsx': { name: [['a'], [{ date: '2026-01-31' }]], path: [['b'], ['none']] } },
				output: { n: 1 },
				writes: { 'o.xlsx': { Total: [['a'], [1]] } },
			},
			{
				input: { path: 'in.zip', out: 'o.txt' },
				files: { 'in.zip': { 'a.txt': '-' } },
				output: { n: 2 },
				writes: { 'o.txt': { contains: ['a.txt'] } },
			},
			{ rejects: [{ input: { path: 'bad.xlsx' }, files: { 'bad.xlsx': '[broken' } } as never] },
		),
	],
	[
		'files without an ending',
		onFiles(
			{ input: { path: 'none', out: 'null' }, files: { none: 'a', '-': '' }, output: { n: 1 }, writes: { null: 'b' } },
			{
				input: { path: 'data', out: 'text' },
				files: { data: '[1]', name: 'x' },
				output: { n: 2 },
				writes: { text: 'c', content: 'd' },
			},
		),
	],
	[
		'what is written, as a list of what stands in it',
		onFiles(
			{
				input: { path: 'in.csv', out: 'o.md' },
				files: { 'in.csv': 'a\n' },
				output: { n: 1 },
				writes: { 'o.md': ['# Title', 'a'] },
			},
			{ input: { path: 'in.csv' }, files: { 'in.csv': 'a\n1\n' }, output: { n: 2 }, writes: {} },
		),
	],
	[
		'results that name what stands in an archive',
		onFiles(
			{ input: { path: 'in.zip' }, files: { 'in.zip': { 'a.txt': 'x' } }, output: { n: 1, names: ['a.txt'] } },
			{ input: { path: 'in.zip' }, files: { 'in.zip': { 'b/c.csv': 'x' } }, output: { n: 1, names: ['b/c.csv'] } },
			{ more: { output: object({ n: number, names: list(text) }) } },
		),
	],
];
