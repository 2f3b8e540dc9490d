import type { Problem } from '../../problem.ts';
import { fault, py, record, text, whole } from '../words.ts';

const input = { first: 'a.csv', second: 'b.csv', key: 'id', target: 'all.csv' };
const files = (first: string, second: string) => ({ 'a.csv': first, 'b.csv': second });
const holds = (rows: string) => ({ 'all.csv': { rows, ordered: true } });

export const mergeCsv: Problem = {
	order: {
		name: 'files/merge_csv',
		purpose:
			'Join two CSV files on the column key, which both have: each row of the first, in its order, with the columns of the second row with the same key behind its own; empty where there is none. Written to the CSV file target. Tells how many rows found a partner. A missing file, a missing key column, or a key that is twice in the second file is refused.',
		input: record({ first: text, second: text, key: text, target: text }),
		output: record({ rows: whole, matched: whole }),
		capabilities: ['files'],
		examples: [
			{
				input,
				files: files('id,name\n1,Ann\n2,Bo\n', 'id,town\n2,Oslo\n3,Bern\n'),
				output: { rows: 2, matched: 1 },
				writes: holds('id,name,town\n1,Ann,\n2,Bo,Oslo\n'),
			},
			{
				input,
				files: files('x,id\n9,k\n8,k\n', 'p,id,q\n5,k,6\n'),
				output: { rows: 2, matched: 2 },
				writes: holds('x,id,p,q\n9,k,5,6\n8,k,5,6\n'),
			},
		],
		rejects: [{ input, files: files('id\n1\n', 'id,v\n1,a\n1,b\n') }],
	},
	right: py`
import csv


def read(path: str, key: str):
    try:
        with open(path, encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            header, rows = list(reader.fieldnames or []), list(reader)
    except OSError as error:
        raise ValueError(f"{path} cannot be read") from error
    if key not in header:
        raise ValueError(f"{path} has no column {key}")
    return header, rows


def run(input: dict) -> dict:
    key = input["key"]
    header, rows = read(input["first"], key)
    other_header, others = read(input["second"], key)
    by_key = {row[key]: row for row in others}
    if len(by_key) < len(others):
        raise ValueError("A key is twice in the second file")
    added = [name for name in other_header if name != key]
    matched = 0
    with open(input["target"], "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header + added)
        for row in rows:
            other = by_key.get(row[key], {})
            matched += bool(other)
            writer.writerow([row[name] for name in header] + [other.get(name, "") for name in added])
    return {"rows": len(rows), "matched": matched}
`,
	other: [
		py`
import pandas


def table(path: str, key: str) -> pandas.DataFrame:
    try:
        found = pandas.read_csv(path, dtype=str, keep_default_na=False)
    except (OSError, pandas.errors.EmptyDataError) as error:
        raise ValueError("No table can be read from " + path) from error
    if key not in found:
        raise ValueError(f"The key {key} is no column of {path}")
    return found


def run(input: dict) -> dict:
    left, right = table(input["first"], input["key"]), table(input["second"], input["key"])
    if right[input["key"]].duplicated().any():
        raise ValueError("Keys of the second file must be unique")
    both = left.merge(right, on=input["key"], how="left", indicator="_found")
    matched = int((both.pop("_found") == "both").sum())
    both.fillna("").to_csv(input["target"], index=False)
    return {"rows": len(both), "matched": matched}
`,
	],
	tests: [
		{
			name: 'none found',
			input,
			files: files('id,n\n1,a\n', 'id,m\n2,b\n'),
			output: { rows: 1, matched: 0 },
			writes: holds('id,n,m\n1,a,\n'),
		},
		{
			name: 'second in another order',
			input,
			files: files('id\n2\n1\n', 'v,id\nx,1\ny,2\n'),
			output: { rows: 2, matched: 2 },
			writes: holds('id,v\n2,y\n1,x\n'),
		},
		{
			name: 'only keys in the second',
			input,
			files: files('id,n\n1,a\n', 'id\n1\n'),
			output: { rows: 1, matched: 1 },
			writes: holds('id,n\n1,a\n'),
		},
		{
			name: 'no rows',
			input,
			files: files('id,n\n', 'id,m\n1,a\n'),
			output: { rows: 0, matched: 0 },
			writes: { 'all.csv': { columns: ['id', 'n', 'm'] } },
		},
		{ name: 'no key', input: { ...input, key: 'nr' }, files: files('id\n1\n', 'id\n1\n'), error: '' },
		{ name: 'no second file', input, files: { 'a.csv': 'id\n1\n' }, error: '' },
	],
	wrong: [
		{
			of: 0,
			output: { rows: 0, matched: 0 },
			writes: { 'all.csv': { columns: ['id', 'n', 'm'] } },
			why: 'an inner join',
		},
		{ of: 1, output: { rows: 2, matched: 2 }, writes: holds('id,v\n1,x\n2,y\n'), why: 'by the keys' },
		{ of: 3, error: '', why: 'took a file without rows for wrong' },
	],
	faults: [
		fault('header-only', [
			'            writer.writerow([row[name] for name in header] + [other.get(name, "") for name in added])\n',
			'',
		]),
		fault('columns', ['writer.writerow(header + added)', 'writer.writerow(header + added[::-1])']),
		fault('missing-case', [
			'            matched += bool(other)\n',
			'            matched += bool(other)\n            if not other:\n                continue\n',
		]),
		fault('order', ['        for row in rows:\n', '        for row in sorted(rows, key=lambda row: row[key]):\n']),
		fault('operator', ['matched += bool(other)', 'matched += 1']),
		fault('missing-case', [
			'    if len(by_key) < len(others):\n        raise ValueError("A key is twice in the second file")\n',
			'',
		]),
	],
};
