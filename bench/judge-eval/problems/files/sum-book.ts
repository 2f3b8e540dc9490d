import type { Problem } from '../../problem.ts';
import { fault, list, number, py, record, text } from '../words.ts';

const input = (column = 'cost') => ({ path: 'book.xlsx', column });

export const sumBook: Problem = {
	order: {
		name: 'files/sum_book',
		purpose:
			'Add up a column of every sheet of the workbook at path: of each sheet that has the column in its first row, in their order, the sum of the numbers there, rounded to 2 decimals, texts and empty cells left out; and the total of all. A file that cannot be read, or a column that no sheet has, is refused.',
		input: record({ path: text, column: text }),
		output: record({ sheets: list(record({ sheet: text, sum: number })), total: number }),
		capabilities: ['files'],
		examples: [
			{
				input: input(),
				files: {
					'book.xlsx': {
						Jan: [
							['item', 'cost'],
							['pen', 1.5],
							['cup', 2],
						],
						Feb: [
							['cost', 'item'],
							[4, 'bag'],
						],
					},
				},
				output: {
					sheets: [
						{ sheet: 'Jan', sum: 3.5 },
						{ sheet: 'Feb', sum: 4 },
					],
					total: 7.5,
				},
			},
			{
				input: input('n'),
				files: { 'book.xlsx': { A: [['n'], [1], ['x'], [-3]], B: [['m'], [9]] } },
				output: { sheets: [{ sheet: 'A', sum: -2 }], total: -2 },
			},
		],
		rejects: [{ input: input('size'), files: { 'book.xlsx': { A: [['n'], [1]] } } }],
	},
	right: py`
import openpyxl


def numbers_in(rows: list, at: int) -> list:
    cells = [row[at] for row in rows]
    return [cell for cell in cells if isinstance(cell, (int, float)) and not isinstance(cell, bool)]


def run(input: dict) -> dict:
    try:
        book = openpyxl.load_workbook(input["path"], data_only=True)
    except Exception as error:
        raise ValueError("The workbook cannot be read") from error
    sheets = []
    for sheet in book.worksheets:
        rows = list(sheet.iter_rows(values_only=True))
        if rows and input["column"] in rows[0]:
            found = numbers_in(rows[1:], rows[0].index(input["column"]))
            sheets.append({"sheet": sheet.title, "sum": round(sum(found), 2)})
    if not sheets:
        raise ValueError("No sheet has that column")
    return {"sheets": sheets, "total": round(sum(one["sum"] for one in sheets), 2)}
`,
	other: [
		py`
import os

import pandas


def run(input: dict) -> dict:
    if not os.path.isfile(input["path"]):
        raise ValueError("There is no such workbook")
    try:
        tables = pandas.read_excel(input["path"], sheet_name=None, dtype=object)
    except Exception as error:
        raise ValueError("It is no workbook") from error
    sums = {}
    for title, table in tables.items():
        if input["column"] in table.columns:
            cells = [cell for cell in table[input["column"]] if type(cell) in (int, float) and cell == cell]
            sums[str(title)] = round(float(sum(cells)), 2)
    if not sums:
        raise ValueError("The column is on no sheet")
    sheets = [{"sheet": title, "sum": value} for title, value in sums.items()]
    return {"sheets": sheets, "total": round(sum(sums.values()), 2)}
`,
	],
	tests: [
		{
			name: 'no rows',
			input: input(),
			files: { 'book.xlsx': { S: [['cost']] } },
			output: { sheets: [{ sheet: 'S', sum: 0 }], total: 0 },
		},
		{
			name: 'empty cells',
			input: input(),
			files: {
				'book.xlsx': {
					S: [
						['a', 'cost'],
						['x', null],
						['y', 2],
					],
				},
			},
			output: { sheets: [{ sheet: 'S', sum: 2 }], total: 2 },
		},
		{
			name: 'three sheets',
			input: input(),
			files: { 'book.xlsx': { C: [['cost'], [1]], A: [['cost'], [2]], B: [['cost'], [3]] } },
			output: {
				sheets: [
					{ sheet: 'C', sum: 1 },
					{ sheet: 'A', sum: 2 },
					{ sheet: 'B', sum: 3 },
				],
				total: 6,
			},
		},
		{
			name: 'numbers as text',
			input: input(),
			files: { 'book.xlsx': { S: [['cost'], ['5'], [5]] } },
			output: { sheets: [{ sheet: 'S', sum: 5 }], total: 5 },
		},
		{ name: 'no workbook', input: { path: 'gone.xlsx', column: 'cost' }, error: '' },
		{ name: 'another column', input: input('price'), files: { 'book.xlsx': { S: [['cost'], [5]] } }, error: '' },
	],
	wrong: [
		{ of: 3, output: { sheets: [{ sheet: 'S', sum: 10 }], total: 10 }, why: 'read a text as a number' },
		{
			of: 2,
			output: {
				sheets: [
					{ sheet: 'A', sum: 2 },
					{ sheet: 'B', sum: 3 },
					{ sheet: 'C', sum: 1 },
				],
				total: 6,
			},
			why: 'sheets by the alphabet',
		},
		{ of: 0, error: '', why: 'took a sheet without rows for wrong' },
	],
	faults: [
		fault('missing-case', ['book.worksheets:', 'book.worksheets[:1]:']),
		fault('columns', ['rows[0].index(input["column"])', '0']),
		fault('off-by-one', ['numbers_in(rows[1:],', 'numbers_in(rows[2:],']),
		fault('order', ['"total": round(sum(one["sum"] for one in sheets), 2)', '"total": sheets[-1]["sum"]']),
		fault('type', [
			'    return [cell for cell in cells if isinstance(cell, (int, float)) and not isinstance(cell, bool)]',
			'    return [float(cell) for cell in cells if str(cell).lstrip("-").replace(".", "").isdigit()]',
		]),
		fault('missing-case', ['    if not sheets:\n        raise ValueError("No sheet has that column")\n', '']),
	],
};
