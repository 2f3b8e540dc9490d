import type { Problem } from '../../problem.ts';
import { fault, number, py, record, text, whole } from '../words.ts';

const people = 'name,age,town\nAnn,30,Rome\nBo,25,Oslo\nCy,30,Bern\n';
const input = (least: number, column = 'age') => ({ source: 'in.csv', column, least, target: 'out.csv' });

export const filterCsv: Problem = {
	order: {
		name: 'files/filter_csv',
		purpose:
			'Write those rows of the CSV file source to the CSV file target whose number in a column is at least the given one, with the header and in their order; rows without a number there are left out. Tells how many rows were written. A missing file or column is refused.',
		input: record({ source: text, column: text, least: number, target: text }),
		output: record({ rows: whole }),
		capabilities: ['files'],
		examples: [
			{
				input: input(30),
				files: { 'in.csv': people },
				output: { rows: 2 },
				writes: {
					'out.csv': {
						rows: 'name,age,town\nAnn,30,Rome\nCy,30,Bern\n',
						columns: ['name', 'age', 'town'],
						ordered: true,
					},
				},
			},
			{
				input: input(26),
				files: { 'in.csv': 'age,id\n26,z\n,y\n99,x\n' },
				output: { rows: 2 },
				writes: { 'out.csv': { rows: 'age,id\n26,z\n99,x\n', columns: ['age', 'id'], ordered: true } },
			},
		],
		rejects: [{ input: input(1, 'size'), files: { 'in.csv': people } }],
	},
	right: py`
import csv


def as_number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return float("-inf")


def run(input: dict) -> dict:
    column = input["column"]
    try:
        with open(input["source"], encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            header, rows = list(reader.fieldnames or []), list(reader)
    except OSError as error:
        raise ValueError("The source cannot be read") from error
    if column not in header:
        raise ValueError(f"There is no column {column}")
    kept = [row for row in rows if as_number(row[column]) >= input["least"]]
    with open(input["target"], "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, header)
        writer.writeheader()
        writer.writerows(kept)
    return {"rows": len(kept)}
`,
	other: [
		py`
import pandas


def run(input: dict) -> dict:
    try:
        table = pandas.read_csv(input["source"], dtype=str, keep_default_na=False)
    except (OSError, pandas.errors.EmptyDataError) as error:
        raise ValueError("The file cannot be read as a table") from error
    if input["column"] not in table.columns:
        raise ValueError("The column is not there")
    numbers = pandas.to_numeric(table[input["column"]], errors="coerce")
    chosen = table[numbers >= input["least"]]
    chosen.to_csv(input["target"], index=False)
    return {"rows": int(len(chosen))}
`,
	],
	tests: [
		{
			name: 'none fits',
			input: input(99),
			files: { 'in.csv': people },
			output: { rows: 0 },
			writes: { 'out.csv': { columns: ['name', 'age', 'town'] } },
		},
		{
			name: 'all fit',
			input: input(-5),
			files: { 'in.csv': 'age,b\n-5,x\n0,y\n' },
			output: { rows: 2 },
			writes: { 'out.csv': 'age,b\n-5,x\n0,y\n' },
		},
		{
			name: 'words there',
			input: input(1),
			files: { 'in.csv': 'b,age\nx,old\ny,2\n' },
			output: { rows: 1 },
			writes: { 'out.csv': 'b,age\ny,2\n' },
		},
		{
			name: 'decimals and quotes',
			input: input(1.5),
			files: { 'in.csv': 'age,note\n1.49,a\n1.5,"b, c"\n' },
			output: { rows: 1 },
			writes: { 'out.csv': 'age,note\n1.5,"b, c"\n' },
		},
		{ name: 'no file', input: { ...input(1), source: 'gone.csv' }, error: '' },
		{ name: 'an empty file', input: input(1), files: { 'in.csv': '' }, error: '' },
	],
	wrong: [
		{ of: 3, output: { rows: 2 }, writes: { 'out.csv': 'age,note\n1.49,a\n1.5,"b, c"\n' }, why: 'rounded first' },
		{ of: 2, error: '', why: 'took a word for wrong' },
		{ of: 1, output: { rows: 1 }, writes: { 'out.csv': 'age,b\n0,y\n' }, why: 'above, not at least' },
	],
	faults: [
		fault('boundary', ['>= input["least"]', '> input["least"]']),
		fault('header-only', ['        writer.writerows(kept)\n', '']),
		fault('columns', ['csv.DictWriter(file, header)', 'csv.DictWriter(file, sorted(header))']),
		fault('empty', [
			'        writer = csv.DictWriter(file, header)\n        writer.writeheader()\n        writer.writerows(kept)\n',
			'        file.write("")\n',
		]),
		fault('one-byte', [
			'        writer = csv.DictWriter(file, header)\n        writer.writeheader()\n        writer.writerows(kept)\n',
			'        file.write(" ")\n',
		]),
		fault('missing-case', ['        return float("-inf")', '        return float("inf")']),
	],
};
