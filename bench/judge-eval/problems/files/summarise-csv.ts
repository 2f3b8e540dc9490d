import type { Problem } from '../../problem.ts';
import { fault, list, mapOf, number, py, record, text, whole } from '../words.ts';

export const summariseCsv: Problem = {
	order: {
		name: 'files/summarise_csv',
		purpose:
			'Summarise the CSV file at path: its columns in their order, its number of rows, and the sums of those columns that hold only numbers and at least one, rounded to 2 decimals; empty cells do not count. A file that is not there or has no header is refused.',
		input: record({ path: text }),
		output: record({ columns: list(text), rows: whole, sums: mapOf(number) }),
		capabilities: ['files'],
		examples: [
			{
				input: { path: 'a.csv' },
				files: { 'a.csv': 'name,cost\npen,1.5\ncup,2\n' },
				output: { columns: ['name', 'cost'], rows: 2, sums: { cost: 3.5 } },
			},
			{
				input: { path: 'b.csv' },
				files: { 'b.csv': 'x,y\n1,\n2,\n' },
				output: { columns: ['x', 'y'], rows: 2, sums: { x: 3 } },
			},
		],
		rejects: [{ input: { path: 'none.csv' } }],
	},
	right: py`
import csv


def as_number(text: str):
    try:
        return float(text)
    except ValueError:
        return None


def run(input: dict) -> dict:
    try:
        with open(input["path"], encoding="utf-8-sig", newline="") as file:
            table = [row for row in csv.reader(file) if row]
    except OSError as error:
        raise ValueError(f"{input['path']} cannot be read") from error
    if not table:
        raise ValueError("The file has no header")
    header, rows = table[0], table[1:]
    sums = {}
    for at, name in enumerate(header):
        cells = [row[at].strip() for row in rows if at < len(row) and row[at].strip()]
        numbers = [as_number(cell) for cell in cells]
        if numbers and None not in numbers:
            sums[name] = round(sum(numbers), 2)
    return {"columns": header, "rows": len(rows), "sums": sums}
`,
	other: [
		py`
import os

import pandas


def run(input: dict) -> dict:
    if not os.path.isfile(input["path"]):
        raise ValueError("There is no such file: " + input["path"])
    try:
        table = pandas.read_csv(input["path"], dtype=str, encoding="utf-8-sig", keep_default_na=False)
    except pandas.errors.EmptyDataError as error:
        raise ValueError("The file is empty") from error
    sums = {}
    for name in table.columns:
        cells = table[name].str.strip()
        numbers = pandas.to_numeric(cells[cells != ""], errors="coerce")
        if len(numbers) > 0 and numbers.notna().all():
            sums[str(name)] = round(float(numbers.sum()), 2)
    return {"columns": [str(name) for name in table.columns], "rows": len(table), "sums": sums}
`,
	],
	tests: [
		{
			name: 'only a header',
			input: { path: 'h.csv' },
			files: { 'h.csv': 'a,b\n' },
			output: { columns: ['a', 'b'], rows: 0, sums: {} },
		},
		{
			name: 'a word among numbers',
			input: { path: 'w.csv' },
			files: { 'w.csv': 'n,m\n1,2\nx,3\n' },
			output: { columns: ['n', 'm'], rows: 2, sums: { m: 5 } },
		},
		{
			name: 'a comma in quotes',
			input: { path: 'q.csv' },
			files: { 'q.csv': 'name,n\n"a, b",4\n' },
			output: { columns: ['name', 'n'], rows: 1, sums: { n: 4 } },
		},
		{
			name: 'negative and empty',
			input: { path: 'e.csv' },
			files: { 'e.csv': 'n,k\n-1,a\n,b\n0.25,c\n' },
			output: { columns: ['n', 'k'], rows: 3, sums: { n: -0.75 } },
		},
		{ name: 'empty file', input: { path: 'z.csv' }, files: { 'z.csv': '' }, error: '' },
		{ name: 'no file', input: { path: 'gone.csv' }, error: '' },
	],
	wrong: [
		{ of: 0, output: { columns: ['a', 'b'], rows: 0, sums: { a: 0, b: 0 } }, why: 'sums of nothing' },
		{ of: 1, output: { columns: ['n', 'm'], rows: 2, sums: { n: 1, m: 5 } }, why: 'words skipped' },
		{ of: 3, output: { columns: ['n', 'k'], rows: 2, sums: { n: -0.75 } }, why: 'empty cells as no rows' },
	],
	faults: [
		fault('off-by-one', ['"rows": len(rows)', '"rows": len(table)']),
		fault('missing-case', ['if numbers and None', 'if None']),
		fault('operator', [
			'if numbers and None not in numbers:',
			'numbers = [one for one in numbers if one is not None]\n        if numbers:',
		]),
		fault('empty', ['    header, rows = table[0], table[1:]\n', '    header, rows = table[0], []\n']),
		fault('reads', [
			'        with open(input["path"],',
			'        with open("a.csv" if input["path"] != "b.csv" else "b.csv",',
		]),
		fault('rounding', ['round(sum(numbers), 2)', 'float(int(sum(numbers) * 2) / 2)']),
	],
};
