import type { Problem } from '../../problem.ts';
import { fault, list, py, record, text } from '../words.ts';

const input = { source: 'in.json', target: 'out.csv' };
const holds = (rows: string, ...columns: readonly string[]) => ({ 'out.csv': { rows, columns, ordered: true } });

export const jsonToCsv: Problem = {
	order: {
		name: 'files/convert_to_csv',
		purpose:
			'Convert the JSON file source, a list of flat objects, into the CSV file target: a column for each key in the order in which keys first come, a row for each object in its order, empty where an object lacks a key or has null; true and false in small letters. Tells the columns. A file that is not there, no JSON, or no list of objects with at least one is refused.',
		input: record({ source: text, target: text }),
		output: record({ columns: list(text) }),
		capabilities: ['files'],
		examples: [
			{
				input,
				files: {
					'in.json': [
						{ b: 1, a: 'x' },
						{ a: null, c: true },
					],
				},
				output: { columns: ['b', 'a', 'c'] },
				writes: holds('b,a,c\n1,x,\n,,true\n', 'b', 'a', 'c'),
			},
			{
				input,
				files: { 'in.json': [{ k: 'a,b' }, { k: 'c' }] },
				output: { columns: ['k'] },
				writes: holds('k\n"a,b"\nc\n', 'k'),
			},
		],
		rejects: [{ input, files: { 'in.json': 'no json' } }],
	},
	right: py`
import csv
import json


def cell_of(value) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def run(input: dict) -> dict:
    try:
        with open(input["source"], encoding="utf-8") as file:
            rows = json.load(file)
    except (OSError, ValueError) as error:
        raise ValueError("The source cannot be read as JSON") from error
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise ValueError("The source must be a list of objects")
    columns = list(dict.fromkeys(name for row in rows for name in row))
    with open(input["target"], "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows([cell_of(row.get(name)) for name in columns] for row in rows)
    return {"columns": columns}
`,
	other: [
		py`
import csv
import json
import os


def run(input: dict) -> dict:
    if not os.path.exists(input["source"]):
        raise ValueError("The file is not there")
    with open(input["source"], encoding="utf-8") as source:
        text = source.read()
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError("The file is no JSON") from error
    if type(found) is not list or found == [] or any(type(one) is not dict for one in found):
        raise ValueError("A list of objects is needed")
    names: list = []
    for one in found:
        names += [name for name in one if name not in names]
    with open(input["target"], "w", encoding="utf-8", newline="") as target:
        writer = csv.DictWriter(target, names, restval="", lineterminator="\n")
        writer.writeheader()
        for one in found:
            writer.writerow({k: {True: "true", False: "false"}[v] if isinstance(v, bool) else v for k, v in one.items()})
    return {"columns": names}
`,
	],
	tests: [
		{
			name: 'one object',
			input,
			files: { 'in.json': [{ a: 1.5 }] },
			output: { columns: ['a'] },
			writes: holds('a\n1.5\n', 'a'),
		},
		{
			name: 'false and 0',
			input,
			files: { 'in.json': [{ x: false, y: 0 }] },
			output: { columns: ['x', 'y'] },
			writes: holds('x,y\nfalse,0\n', 'x', 'y'),
		},
		{
			name: 'keys that come late',
			input,
			files: { 'in.json': [{ z: 1 }, { y: 2, z: 3 }] },
			output: { columns: ['z', 'y'] },
			writes: holds('z,y\n1,\n3,2\n', 'z', 'y'),
		},
		{ name: 'no objects', input, files: { 'in.json': [] }, error: '' },
		{ name: 'an object', input, files: { 'in.json': { a: 1 } }, error: '' },
		{ name: 'no file', input: { source: 'x.json', target: 'o.csv' }, error: '' },
	],
	wrong: [
		{
			of: 2,
			output: { columns: ['y', 'z'] },
			writes: holds('y,z\n,1\n2,3\n', 'y', 'z'),
			why: 'columns by the alphabet',
		},
		{ of: 1, output: { columns: ['x', 'y'] }, writes: holds('x,y\nFalse,0\n', 'x', 'y'), why: 'as Python writes it' },
		{ of: 4, output: { columns: ['a'] }, writes: holds('a\n1\n', 'a'), why: 'took one object for a list' },
	],
	faults: [
		fault('columns', [
			'[cell_of(row.get(name)) for name in columns] for row',
			'[cell_of(value) for value in row.values()] for row',
		]),
		fault('header-only', [
			'        writer.writerows([cell_of(row.get(name)) for name in columns] for row in rows)\n',
			'',
		]),
		fault('order', [
			'list(dict.fromkeys(name for row in rows for name in row))',
			'sorted({name for row in rows for name in row})',
		]),
		fault('missing-case', ['    if value is None:\n        return ""\n', '']),
		fault('missing-case', ['for row in rows for name in row))', 'for row in rows[:1] for name in row))']),
		fault('type', [
			'str(value).lower() if isinstance(value, bool) else str(value)',
			'str(value or "").lower() if isinstance(value, bool) else str(value)',
		]),
	],
};
