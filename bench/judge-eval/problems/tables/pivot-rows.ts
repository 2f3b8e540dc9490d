import type { Problem } from '../../problem.ts';
import { fault, list, mapOf, number, py, record, text } from '../words.ts';

const cells = (...all: readonly (readonly [string, string, number])[]) =>
	all.map(([row, column, value]) => ({ row, column, value }));

export const pivotRows: Problem = {
	order: {
		name: 'tables/pivot_rows',
		purpose:
			'Turn cells (row, column, value) into a table: for each row, in the order of the alphabet, a value for each column that there is anywhere; values of one place are added up, places without any are 0. columns lists the columns by the alphabet. No cells are refused.',
		input: record({ cells: list(record({ row: text, column: text, value: number })) }),
		output: record({ columns: list(text), rows: list(record({ row: text, values: mapOf(number) })) }),
		examples: [
			{
				input: { cells: cells(['b', 'y', 1], ['a', 'x', 2], ['b', 'y', 3]) },
				output: {
					columns: ['x', 'y'],
					rows: [
						{ row: 'a', values: { x: 2, y: 0 } },
						{ row: 'b', values: { x: 0, y: 4 } },
					],
				},
			},
			{ input: { cells: cells(['r', 'c', -1]) }, output: { columns: ['c'], rows: [{ row: 'r', values: { c: -1 } }] } },
		],
		rejects: [{ input: { cells: [] } }],
	},
	right: py`
def run(input: dict) -> dict:
    cells = input["cells"]
    if not cells:
        raise ValueError("There are no cells")
    columns = sorted({cell["column"] for cell in cells})
    table: dict = {}
    for cell in cells:
        values = table.setdefault(cell["row"], dict.fromkeys(columns, 0))
        values[cell["column"]] += cell["value"]
    return {"columns": columns, "rows": [{"row": row, "values": table[row]} for row in sorted(table)]}
`,
	other: [
		py`
import pandas


def run(input: dict) -> dict:
    frame = pandas.DataFrame(input["cells"])
    if frame.empty:
        raise ValueError("Give at least one cell")
    table = frame.pivot_table(index="row", columns="column", values="value", aggfunc="sum", fill_value=0)
    table = table.sort_index().sort_index(axis=1)
    return {
        "columns": [str(name) for name in table.columns],
        "rows": [
            {"row": str(row), "values": {str(name): float(value) for name, value in values.items()}}
            for row, values in table.iterrows()
        ],
    }
`,
	],
	tests: [
		{
			name: 'one row, two columns',
			input: { cells: cells(['r', 'b', 2], ['r', 'a', 1]) },
			output: { columns: ['a', 'b'], rows: [{ row: 'r', values: { a: 1, b: 2 } }] },
		},
		{
			name: 'cancels out',
			input: { cells: cells(['r', 'a', 1], ['r', 'a', -1]) },
			output: { columns: ['a'], rows: [{ row: 'r', values: { a: 0 } }] },
		},
		{
			name: 'rows out of order',
			input: { cells: cells(['z', 'c', 1], ['y', 'c', 2], ['x', 'c', 3]) },
			output: {
				columns: ['c'],
				rows: [
					{ row: 'x', values: { c: 3 } },
					{ row: 'y', values: { c: 2 } },
					{ row: 'z', values: { c: 1 } },
				],
			},
		},
		{
			name: 'a row named as a column',
			input: { cells: cells(['a', 'a', 5], ['a', 'b', 6]) },
			output: { columns: ['a', 'b'], rows: [{ row: 'a', values: { a: 5, b: 6 } }] },
		},
		{
			name: 'three in one place',
			input: { cells: cells(['r', 'c', 0.5], ['r', 'c', 0.5], ['r', 'c', 0.5]) },
			output: { columns: ['c'], rows: [{ row: 'r', values: { c: 1.5 } }] },
		},
		{
			name: 'none shared',
			input: { cells: cells(['a', 'x', 1], ['b', 'y', 2]) },
			output: {
				columns: ['x', 'y'],
				rows: [
					{ row: 'a', values: { x: 1, y: 0 } },
					{ row: 'b', values: { x: 0, y: 2 } },
				],
			},
		},
	],
	wrong: [
		{ of: 4, output: { columns: ['c'], rows: [{ row: 'r', values: { c: 0.5 } }] }, why: 'the last one counts' },
		{
			of: 2,
			output: {
				columns: ['c'],
				rows: [
					{ row: 'z', values: { c: 1 } },
					{ row: 'y', values: { c: 2 } },
					{ row: 'x', values: { c: 3 } },
				],
			},
			why: 'rows as they came',
		},
		{ of: 1, output: { columns: [], rows: [] }, why: 'left out what is 0' },
	],
	faults: [
		fault('operator', ['values[cell["column"]] += cell', 'values[cell["column"]] = cell']),
		fault('order', ['for row in sorted(table)]', 'for row in table]']),
		fault(
			'missing-case',
			['dict.fromkeys(columns, 0))', '{})'],
			[
				'values[cell["column"]] += cell["value"]',
				'values[cell["column"]] = values.get(cell["column"], 0) + cell["value"]',
			],
		),
		fault(
			'columns',
			['{cell["column"] for', '{cell["row"] for'],
			['dict.fromkeys(columns, 0))', 'dict.fromkeys((one["column"] for one in cells), 0))'],
		),
		fault('order', [
			'columns = sorted({cell["column"] for cell in cells})',
			'columns = list(dict.fromkeys(cell["column"] for cell in cells))',
		]),
	],
};
