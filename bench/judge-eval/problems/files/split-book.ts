import type { Problem } from '../../problem.ts';
import { fault, list, py, record, text } from '../words.ts';

const input = (column = 'team') => ({ source: 'in.csv', column, target: 'out.xlsx' });

export const splitBook: Problem = {
	order: {
		name: 'files/split_book',
		purpose:
			'Write the rows of the CSV file source into the workbook target, a sheet for each value of a column, in the order in which values first come, each with the header and its rows in their order; cells that are numbers become numbers. Tells the sheets. A missing file or column, or a file without rows, is refused.',
		input: record({ source: text, column: text, target: text }),
		output: record({ sheets: list(text) }),
		capabilities: ['files'],
		examples: [
			{
				input: input(),
				files: { 'in.csv': 'name,team,age\nAnn,red,30\nBo,blue,25\nCy,red,41\n' },
				output: { sheets: ['red', 'blue'] },
				writes: {
					'out.xlsx': {
						red: {
							rows: [
								['name', 'team', 'age'],
								['Ann', 'red', 30],
								['Cy', 'red', 41],
							],
							ordered: true,
						},
						blue: {
							rows: [
								['name', 'team', 'age'],
								['Bo', 'blue', 25],
							],
							ordered: true,
						},
					},
				},
			},
			{
				input: input('k'),
				files: { 'in.csv': 'v,k\n1.5,a\n' },
				output: { sheets: ['a'] },
				writes: {
					'out.xlsx': {
						a: [
							['v', 'k'],
							[1.5, 'a'],
						],
					},
				},
			},
		],
		rejects: [{ input: input('size'), files: { 'in.csv': 'a,b\n1,2\n' } }],
	},
	right: py`
import csv

import openpyxl


def value_of(cell: str):
    try:
        number = float(cell)
    except ValueError:
        return cell
    return int(number) if number.is_integer() else number


def run(input: dict) -> dict:
    try:
        with open(input["source"], encoding="utf-8", newline="") as file:
            rows = [row for row in csv.reader(file) if row]
    except OSError as error:
        raise ValueError("The source cannot be read") from error
    if len(rows) < 2 or input["column"] not in rows[0]:
        raise ValueError("The source has no rows, or no such column")
    header, at = rows[0], rows[0].index(input["column"])
    book = openpyxl.Workbook()
    book.remove(book.active)
    for row in rows[1:]:
        if row[at] not in book.sheetnames:
            book.create_sheet(row[at]).append(header)
        book[row[at]].append([value_of(cell) for cell in row])
    book.save(input["target"])
    return {"sheets": book.sheetnames}
`,
	other: [
		py`
import pandas


def plain(cell: str):
    try:
        value = float(cell)
    except ValueError:
        return cell
    return int(value) if value == int(value) else value


def run(input: dict) -> dict:
    try:
        table = pandas.read_csv(input["source"], dtype=str, keep_default_na=False)
    except (OSError, ValueError) as error:
        raise ValueError("The source is no table") from error
    if input["column"] not in table.columns or table.empty:
        raise ValueError("No rows with that column")
    names = []
    with pandas.ExcelWriter(input["target"], engine="openpyxl") as writer:
        for name, part in table.groupby(input["column"], sort=False):
            part.map(plain).to_excel(writer, sheet_name=str(name), index=False)
            names.append(str(name))
    return {"sheets": names}
`,
	],
	tests: [
		{
			name: 'one group',
			input: input(),
			files: { 'in.csv': 'team,n\nx,1\nx,2\n' },
			output: { sheets: ['x'] },
			writes: {
				'out.xlsx': {
					x: {
						rows: [
							['team', 'n'],
							['x', 1],
							['x', 2],
						],
						ordered: true,
					},
				},
			},
		},
		{
			name: 'not by the alphabet',
			input: input(),
			files: { 'in.csv': 'team,n\nz,1\na,2\nz,3\n' },
			output: { sheets: ['z', 'a'] },
			writes: {
				'out.xlsx': {
					z: [
						['team', 'n'],
						['z', 1],
						['z', 3],
					],
					a: [
						['team', 'n'],
						['a', 2],
					],
				},
			},
		},
		{
			name: 'words and decimals',
			input: input(),
			files: { 'in.csv': 'team,w\nq,hi\nr,-0.5\n' },
			output: { sheets: ['q', 'r'] },
			writes: {
				'out.xlsx': {
					q: [
						['team', 'w'],
						['q', 'hi'],
					],
					r: [
						['team', 'w'],
						['r', -0.5],
					],
				},
			},
		},
		{ name: 'no rows', input: input(), files: { 'in.csv': 'team,n\n' }, error: '' },
		{ name: 'no file', input: { ...input(), source: 'gone.csv' }, error: '' },
		{
			name: 'a middle column',
			input: input('m'),
			files: { 'in.csv': 'a,m,b\n1,x,2\n3,y,4\n' },
			output: { sheets: ['x', 'y'] },
			writes: {
				'out.xlsx': {
					x: [
						['a', 'm', 'b'],
						[1, 'x', 2],
					],
					y: [
						['a', 'm', 'b'],
						[3, 'y', 4],
					],
				},
			},
		},
	],
	wrong: [
		{ of: 1, output: { sheets: ['a', 'z'] }, writes: { 'out.xlsx': {} }, why: 'sheets by the alphabet' },
		{
			of: 5,
			output: { sheets: ['x', 'y'] },
			writes: {
				'out.xlsx': {
					x: [
						['a', 'b'],
						[1, 2],
					],
					y: [
						['a', 'b'],
						[3, 4],
					],
				},
			},
			why: 'without the column itself',
		},
		{ of: 3, output: { sheets: [] }, why: 'no sheets of no rows' },
	],
	faults: [
		fault('header-only', ['        book[row[at]].append([value_of(cell) for cell in row])\n', '']),
		fault('columns', ['[value_of(cell) for cell in row])', '[value_of(cell) for cell in reversed(row)])']),
		fault('type', ['value_of(cell) for cell in row])', 'cell for cell in row])']),
		fault('missing-case', ['.append(header)', '']),
		fault('one-byte', [
			'    book.save(input["target"])\n',
			'    with open(input["target"], "w") as file:\n        file.write("x")\n',
		]),
		fault('off-by-one', ['for row in rows[1:]:', 'for row in rows[1:-1] or rows[1:]:']),
	],
};
