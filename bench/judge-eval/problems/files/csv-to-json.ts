import type { Problem } from '../../problem.ts';
import { fault, py, record, text, whole } from '../words.ts';

const input = { source: 'in.csv', target: 'out.json' };

export const csvToJson: Problem = {
	order: {
		name: 'files/convert_to_json',
		purpose:
			'Convert the CSV file source into the JSON file target: a list of objects, one a row in its order; cells that are whole numbers become numbers (not those with a zero before, such as 007), empty ones null, all others stay text. Tells how many objects. A file that is not there or has no header is refused.',
		input: record({ source: text, target: text }),
		output: record({ count: whole }),
		capabilities: ['files'],
		examples: [
			{
				input,
				files: { 'in.csv': 'id,name,age\n007,Ann,30\n8,Bo,\n' },
				output: { count: 2 },
				writes: {
					'out.json': [
						{ id: '007', name: 'Ann', age: 30 },
						{ id: 8, name: 'Bo', age: null },
					],
				},
			},
			{
				input,
				files: { 'in.csv': 'n\n-5\n1.5\n' },
				output: { count: 2 },
				writes: { 'out.json': [{ n: -5 }, { n: '1.5' }] },
			},
		],
		rejects: [{ input: { source: 'none.csv', target: 'out.json' } }],
	},
	right: py`
import csv
import json
import re


def value_of(cell: str):
    if cell == "":
        return None
    return int(cell) if re.fullmatch(r"-?[1-9][0-9]*|0", cell) else cell


def run(input: dict) -> dict:
    try:
        with open(input["source"], encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            header, rows = reader.fieldnames, list(reader)
    except OSError as error:
        raise ValueError("The source cannot be read") from error
    if not header:
        raise ValueError("The file has no header")
    objects = [{name: value_of(row[name] or "") for name in header} for row in rows]
    with open(input["target"], "w", encoding="utf-8") as file:
        json.dump(objects, file, ensure_ascii=False, indent=2)
    return {"count": len(objects)}
`,
	other: [
		py`
import csv
import json
from pathlib import Path


def convert(cell: str):
    if not cell:
        return None
    digits = cell.removeprefix("-")
    plain = digits.isascii() and digits.isdigit() and (digits[0] != "0" or cell == "0")
    return int(cell) if plain else cell


def run(input: dict) -> dict:
    source = Path(input["source"])
    if not source.is_file():
        raise ValueError("There is no file " + input["source"])
    lines = list(csv.reader(source.read_text(encoding="utf-8-sig").splitlines()))
    lines = [line for line in lines if line]
    if not lines:
        raise ValueError("The file is empty")
    found = [dict(zip(lines[0], map(convert, line), strict=False)) for line in lines[1:]]
    Path(input["target"]).write_text(json.dumps(found), encoding="utf-8")
    return {"count": len(found)}
`,
	],
	tests: [
		{
			name: 'only a header',
			input,
			files: { 'in.csv': 'a,b\n' },
			output: { count: 0 },
			writes: { 'out.json': { json: [] } },
		},
		{
			name: 'zero',
			input,
			files: { 'in.csv': 'a\n0\n00\n' },
			output: { count: 2 },
			writes: { 'out.json': [{ a: 0 }, { a: '00' }] },
		},
		{
			name: 'a comma in quotes',
			input,
			files: { 'in.csv': 'a,b\n"x, y",1\n' },
			output: { count: 1 },
			writes: { 'out.json': [{ a: 'x, y', b: 1 }] },
		},
		{
			name: 'other letters',
			input,
			files: { 'in.csv': 'né\nü\n' },
			output: { count: 1 },
			writes: { 'out.json': [{ né: 'ü' }] },
		},
		{ name: 'no file', input: { source: 'x.csv', target: 'out.json' }, error: '' },
		{ name: 'an empty file', input, files: { 'in.csv': '' }, error: '' },
	],
	wrong: [
		{ of: 1, output: { count: 2 }, writes: { 'out.json': [{ a: 0 }, { a: 0 }] }, why: 'forgot zeros before' },
		{ of: 2, output: { count: 1 }, writes: { 'out.json': [{ a: 'x, y', b: '1' }] }, why: 'numbers as text' },
		{ of: 0, error: '', why: 'took a file without rows for wrong' },
	],
	faults: [
		fault('empty', ['        json.dump(objects, file, ensure_ascii=False, indent=2)', '        json.dump([], file)']),
		fault('type', [
			'return int(cell) if re.fullmatch(r"-?[1-9][0-9]*|0", cell) else cell',
			'return int(cell) if re.fullmatch(r"-?[0-9]+", cell) else cell',
		]),
		fault('missing-case', ['    if cell == "":\n        return None\n', '']),
		fault('columns', [
			'{name: value_of(row[name] or "") for name in header}',
			'{name: value_of(row[other] or "") for name, other in zip(header, header[1:] + header[:1], strict=True)}',
		]),
		fault('one-byte', ['        json.dump(objects, file, ensure_ascii=False, indent=2)', '        file.write("1")']),
		fault('format', [
			'        json.dump(objects, file, ensure_ascii=False, indent=2)',
			'        json.dump({"rows": objects}, file)',
		]),
	],
};
