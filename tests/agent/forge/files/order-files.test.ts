import { describe, expect, it } from 'vitest';
import { filesIn, writesIn } from '../../../../src/agent/forge/files/order-files.ts';
import { checkSpec } from '../../../../src/agent/forge/spec/gate.ts';
import type { RawSpec } from '../../../../src/agent/forge/spec/spec.ts';

const text = { type: 'string' };
const object = (properties: object) => ({ type: 'object', additionalProperties: false, properties });

/** An order that reads a table and draws it. */
const order: RawSpec = {
	name: 'draw_table',
	category: 'tables',
	purpose: 'Sum a column by another and draw it',
	input: object({ file: text, chart: text }),
	output: object({ chart: text, count: { type: 'integer' } }),
	examples: [
		{
			input: { file: 'in.csv', chart: 'out.png' },
			files: { 'in.csv': 'a,b\n1,2\n' },
			output: { chart: 'out.png' },
			writes: { 'out.png': { title: 'b by a' } },
		},
		{
			input: { file: 'deep/in.csv', chart: 'out.png' },
			files: { 'deep/in.csv': [['a'], [1]] },
			output: { count: 1 },
			writes: { 'out.png': {} },
		},
	],
	rejects: [{ input: { file: 'in.csv', chart: 'out.png' }, files: { 'in.csv': 'a\n' } }],
	capabilities: ['files'],
};
const [first, second] = order.examples;
if (!first || !second) throw new Error('The order has two examples');

async function said(changes: Partial<RawSpec>): Promise<string> {
	const checked = await checkSpec({ ...order, ...changes });
	return 'name' in checked ? 'nothing' : checked.map(({ at, says }) => `${at}: ${says}`).join('\n');
}

const withFirst = (changes: object, more: Partial<RawSpec> = {}) =>
	said({ ...more, examples: [{ ...first, ...changes }, second] });

describe('an order on files', () => {
	it('is taken where its examples bring what it reads and say what it writes', async () => {
		expect(await said({})).toBe('nothing');
		expect(
			await withFirst({ input: { file: 'in.xlsx', chart: 'out.png' }, files: { 'in.xlsx': { Jan: [['a'], [1]] } } }),
		).toBe('nothing');
	});

	it.each<[string, object, RegExp]>([
		['an example draws what nobody checks', { writes: undefined }, /names "out\.png".*"writes".*"series"/],
		['an example reads what it does not bring', { files: {} }, /names "in\.csv".*"files", such as/],
		['a result names a file that nobody checks', { output: { chart: 'other.svg' } }, /names "other\.svg"/],
		[
			'a workbook is brought as a number',
			{ files: { 'in.csv': '', 'x.xlsx': { Jan: 7 } } },
			/examples\[0\]\.files\["x\.xlsx"\]: must be rows/,
		],
		['it brings a kind that nobody can make', { files: { 'in.csv': '', 'song.mp3': 'x' } }, /\.mp3.*test/],
		[
			'a plot is to hold what plots do not',
			{ writes: { 'out.png': { heading: 'x' } } },
			/no "heading"; there are title/,
		],
		[
			'a table is to hold what is none',
			{ writes: { 'out.png': {}, 'out.csv': 7 } },
			/writes\["out\.csv"\]: must be rows/,
		],
		[
			'it writes more files than are looked at',
			{ writes: Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`${at}.csv`, {}])) },
			/examples\[0\]\.writes: has more than 16/,
		],
		['a name leads out', { writes: { '../out.png': {} } }, /relative/],
		[
			'a Parquet comes without what reads it',
			{ files: { 'in.csv': '', 'a.parquet': [['a'], [1]] } },
			/"dependencies": \["pyarrow"\]/,
		],
	])('is refused before a model is asked where %s', async (_, changes, sentence) => {
		const problem = await withFirst(changes);
		expect(problem).toMatch(sentence);
		expect(problem).not.toContain('\n');
	});

	it('is believed that a name is none of a file where it says that it writes none', async () => {
		const example = { input: { file: 'in.csv', chart: 'other.png' }, files: { 'in.csv': '' }, output: { count: 0 } };
		expect(await said({ examples: [{ ...example, writes: {} }, second] })).toBe('nothing');
		expect(await said({ examples: [example, second] })).toMatch(/"writes": {} says that it is no file/);
	});

	it('takes a Parquet with a package that reads it, and text for what must be refused', async () => {
		expect(
			await withFirst({ files: { 'in.csv': '', 'a.parquet': [['a'], [1]] } }, { dependencies: ['pyarrow>=20'] }),
		).toBe('nothing');
		const rejects = [{ input: { file: 'in.xlsx' }, files: { 'in.xlsx': 'no workbook' } }];
		expect(await said({ rejects })).toBe('nothing');
	});

	it.each([
		['Convert a PDF to text', /a PDF/],
		['Write the sums as a JSON and into a workbook', /a workbook/],
		['Read Excel data and sum it', /a workbook/],
		['Read an MP3 file', /sound.*cannot be made here/],
		['Sums a column and leaves the sums in report.json', /report\.json, and no example has one/],
		['Reads rows from an SQLite database', /SQLite/],
	])('is told which kind no example has: %s', async (purpose, sentence) => {
		expect(await said({ purpose })).toMatch(sentence);
	});

	it('is believed where it says that none is written', async () => {
		expect(
			await said({
				purpose: 'Write what a PDF says',
				examples: [first, { ...second, input: { file: 'deep/in.csv' }, writes: {} }],
			}),
		).toBe('nothing');
	});

	it.each([
		'Figure out the chart position of a song',
		'Order a list of images by name',
		'Split a file name into stem and ending',
		'Sum a CSV column',
		'Extract the zip code from each address',
		'Generate plot data from the rows',
		'Make sums as Node.js reports them',
		'Convert dates to Excel dates',
	])('is not asked for files that it only speaks of: %s', async (purpose) => {
		expect(await said({ purpose })).toBe('nothing');
	});

	it('is not asked for files where it has nothing to do with any', async () => {
		const examples = [
			{ input: { file: 'a.png' }, output: { count: 1 } },
			{ input: { file: 'b.pdf' }, output: { count: 2 } },
		];
		expect(
			await said({
				capabilities: [],
				purpose: 'Read the ending of a PDF name',
				examples,
				rejects: [{ input: { file: '' } }],
			}),
		).toBe('nothing');
	});
});

describe('what a test brings along and expects', () => {
	it.each<[string, unknown, unknown]>([
		['a.csv', 'x,y\n', { text: 'x,y\n' }],
		[
			'a.csv',
			[
				['x', 'y'],
				['a, b', 1],
			],
			{ text: 'x,y\n"a, b",1\n' },
		],
		['a.csv', [['x'], [{ date: '2026-01-31' }]], { text: 'x\n2026-01-31\n' }],
		['a.tsv', [{ x: 1, y: null }], { text: 'x\ty\n1\t\n' }],
		['a.json', { x: 1 }, { text: '{\n "x": 1\n}' }],
		['a.jsonl', [{ x: 1 }, 2], { text: '{"x":1}\n2\n' }],
		[
			'a.xlsx',
			[['x'], [{ date: '2026-01-31' }]],
			{ made: { kind: 'book', sheets: [{ name: 'Sheet1', rows: [['x'], [{ date: '2026-01-31' }]] }] } },
		],
		['a.xlsx', 'x\n1\n', { made: { kind: 'book', sheets: [{ name: 'Sheet1', rows: [['x'], [1]] }] } }],
		['a.png', {}, { made: { kind: 'image', width: 40, height: 30 } }],
		['a.jpg', { width: 2, height: 3, color: 'red' }, { made: { kind: 'image', width: 2, height: 3, colour: 'red' } }],
		['a.pdf', 'one page', { made: { kind: 'pdf', pages: ['one page'] } }],
		['a.docx', ['one', 'two'], { made: { kind: 'docx', lines: ['one', 'two'] } }],
		['a.zip', { 'b.txt': 'x' }, { made: { kind: 'archive', files: { 'b.txt': 'x' } } }],
	])('takes a file %s for what it is', (name, value, file) => {
		expect(filesIn({ [name]: value }, { broken: false })).toEqual({ [name]: file });
	});

	it.each<[string, unknown, RegExp]>([
		['a.xlsx', { 'a/b': [['x'], [1]] }, /a sheet "a\/b", and Excel takes no such name/],
		[
			'a.parquet',
			[
				['x', 'x'],
				[1, 2],
			],
			/a name of its own for each column/,
		],
		['a.parquet', [['x'], [1], ['a']], /one type in the column "x"/],
		[
			'a.sqlite',
			{
				t: [
					['x', null],
					[1, 2],
				],
			},
			/a name of its own for each column/,
		],
		['a.png', { color: 'sunny' }, /a colour such as "red"/],
		['a.png', 'its text', /facts of it/],
		['a.csv', Array.from({ length: 400 }, (_, at) => ({ [`x${at}`]: 1 })), /too many columns/],
	])('takes no file %s that could not be made', (name, value, problem) => {
		expect(filesIn({ [name]: value }, { broken: false })).toMatch(problem);
	});

	it('reads the rows of a CSV that is written down as text', () => {
		expect(writesIn({ 'o.csv': 'id;name\r\n007;"a;\n""b"""\n2;\n' }, 'Copies')).toEqual({
			'o.csv': {
				kind: 'tables',
				separator: ';',
				tables: [
					{
						header: ['id', 'name'],
						rows: [
							['007', 'a;\n"b"'],
							[2, ''],
						],
						rowsInOrder: false,
						columnsInOrder: false,
					},
				],
			},
		});
	});

	it('takes a shape that nobody meant for what it is, whatever a model sends', () => {
		for (const value of [7, [1], [[{}]], { rows: 1 }, { rows: [{ a: {} }] }, 'x', false, [[], [1]]]) {
			for (const name of ['a.csv', 'a.xlsx', 'a.png', 'a.txt', 'a.zip', 'a.parquet', 'a'])
				expect(['object', 'string']).toContain(typeof writesIn({ [name]: value }, ''));
		}
	});
});
