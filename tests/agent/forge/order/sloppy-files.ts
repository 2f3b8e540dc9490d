/** Orders as small models write them: the files of examples. */

import type { SloppyOrder } from './sloppy-orders.ts';

const text = { type: 'string' };
const rest = {
	name: 'tables/copy_rows',
	purpose: 'Copy rows of a table to another',
	input: { type: 'object', properties: { path: text, out: text }, required: ['path'] },
	output: { type: 'object', properties: { rows: { type: 'integer' }, saved: text } },
	rejects: [{ input: { path: 'none.csv' } }],
};
const other = { input: { path: 'b.csv' }, files: { 'b.csv': 'n\n' }, output: { rows: 0 }, writes: {} };
const first = { input: { path: 'a.csv', out: 'o.csv' }, files: { 'a.csv': 'n\n1\n' }, output: { rows: 1 } };
const held = { order: { capabilities: ['files'], examples: [{ ...first, writes: { 'o.csv': 'n\n1\n' } }, other] } };

/** An order whose first example says this of what it writes. */
const writing = (writes: unknown, expected: SloppyOrder[2] = held, input: object = first.input) =>
	[{ ...rest, examples: [{ ...first, input, writes }, other] }, expected] as const;
/** One whose first example brings these files. */
const bringing = (files: unknown, expected: SloppyOrder[2]) =>
	[{ ...rest, examples: [{ ...first, files, writes: {} }, other] }, expected] as const;
const brought = (files: object) => ({ order: { examples: [{ files }, other] } });

export const sloppyFiles: readonly SloppyOrder[] = [
	['what is written, without the capability', ...writing({ 'o.csv': 'n\n1\n' })],
	['what is written, as JSON text', ...writing('{"o.csv": "n\\n1\\n"}')],
	['what is written, as lines', ...writing({ 'o.csv': ['n', '1'] })],
	['what is written, as a list of files', ...writing([{ path: 'o.csv', content: 'n\n1\n' }])],
	['what is written, as one file', ...writing({ filename: 'o.csv', text: 'n\n1\n' })],
	['what is written, as pairs', ...writing([['o.csv', 'n\n1\n']])],
	[
		'what is written, under another name, at a path of the session',
		{
			...rest,
			examples: [
				{
					...first,
					input: { path: 'a.csv', out: '/outputs/o.csv' },
					output: { rows: 1, saved: '/outputs/o.csv' },
					output_files: { '/outputs/o.csv': 'n\n1\n' },
				},
				other,
			],
		},
		{
			order: {
				examples: [{ ...first, output: { rows: 1, saved: 'o.csv' }, writes: { 'o.csv': 'n\n1\n' } }, other],
			},
		},
	],
	[
		'a list of files by what they hold',
		...writing([{ name: 'o.csv', rows: [['n'], [1]], ordered: true }], {
			order: { examples: [{ writes: { 'o.csv': { rows: [['n'], [1]], ordered: true } } }, other] },
		}),
	],
	[
		'names alone of what is written',
		...writing(['o.csv', 'p.csv'], { faults: ['examples[0].writes["o.csv"]', 'examples[0].writes["p.csv"]'] }),
	],
	['one name of what is written', ...writing('/outputs/o.csv', { faults: ['examples[0].writes["/outputs/o.csv"]'] })],
	['words for what is written', ...writing('a CSV file', { faults: ['examples[0].writes'] }, { path: 'a.csv' })],
	[
		'a name alone of a kind that nobody reads',
		...writing(['o.mp3'], { order: { examples: [{ writes: { 'o.mp3': {} } }, other] } }, { path: 'a.csv' }),
	],
	[
		'an empty list for nothing that is written',
		...writing([], { order: { examples: [{ writes: {} }, other] } }, { path: 'a.csv' }),
	],
	[
		'a result of nothing beside what is written',
		{ ...rest, examples: [{ ...first, output: null, writes: { 'o.csv': 'n\n1\n' } }, other] },
		{ order: { examples: [{ output: {}, writes: { 'o.csv': 'n\n1\n' } }, other] } },
	],
	['names alone of what is read', ...bringing(['a.csv'], { faults: ['examples[0].files["a.csv"]'] })],
	['words for what is read', ...bringing('a table', { faults: ['examples[0].files'] })],
	[
		'several files in one object of a list',
		...bringing([{ 'a.csv': 'n\n', 'c.csv': 'm\n' }], brought({ 'a.csv': 'n\n', 'c.csv': 'm\n' })),
	],
	[
		'one file by its rows',
		...bringing({ path: 'a.csv', rows: [['n'], [1]] }, brought({ 'a.csv': { rows: [['n'], [1]] } })),
	],
	[
		'sheets as JSON text',
		...bringing(
			{ 'a.csv': '', 'a.xlsx': '{"S": [["n"], [1]]}' },
			brought({ 'a.csv': '', 'a.xlsx': { S: [['n'], [1]] } }),
		),
	],
	[
		'two paths of one name',
		...bringing(
			{ '/inputs/a.csv': 'n\n', '/workspace/a.csv': 'm\n' },
			{ faults: ['examples[0].files["/workspace/a.csv"]'] },
		),
	],
	[
		'two files of which both are wrong',
		...bringing({ 'a.csv': 7, 'a.xlsx': 7 }, { faults: ['examples[0].files["a.csv"]', 'examples[0].files["a.xlsx"]'] }),
	],
	[
		'a broken file to refuse, which looks like JSON',
		{
			...rest,
			examples: [{ ...first, writes: { 'o.csv': 'n\n1\n' } }, other],
			rejects: [{ input: { path: 'x.xlsx' }, files: { 'x.xlsx': '[1]' } }],
		},
		{ order: { rejects: [{ files: { 'x.xlsx': '[1]' } }] } },
	],
];
