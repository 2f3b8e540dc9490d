import type { Problem } from '../../problem.ts';
import { fault, list, number, py, record, text, whole } from '../words.ts';

const rows = (...all: readonly (readonly [string, number])[]) => all.map(([name, price]) => ({ name, price }));

export const topRows: Problem = {
	order: {
		name: 'tables/top_rows',
		purpose:
			'The rows with the highest prices, count of them, highest first; where prices are equal at the end of these, all of the equal ones are there too. Equal ones keep the order in which they came. Prices below the limit min are left out first, where it is given. A count below 1 is refused.',
		input: record({ rows: list(record({ name: text, price: number })), count: whole, 'min?': number }),
		output: record({ rows: list(record({ name: text, price: number })) }),
		examples: [
			{ input: { rows: rows(['a', 1], ['b', 3], ['c', 2]), count: 2 }, output: { rows: rows(['b', 3], ['c', 2]) } },
			{
				input: { rows: rows(['a', 5], ['b', 5], ['c', 1]), count: 1, min: 1 },
				output: { rows: rows(['a', 5], ['b', 5]) },
			},
		],
		rejects: [{ input: { rows: rows(['a', 1]), count: 0 } }],
	},
	right: py`
def run(input: dict) -> dict:
    count, least = input["count"], input.get("min")
    if count < 1:
        raise ValueError("count must be at least 1")
    rows = [row for row in input["rows"] if least is None or row["price"] >= least]
    rows.sort(key=lambda row: row["price"], reverse=True)
    if len(rows) > count:
        last = rows[count - 1]["price"]
        rows = [row for row in rows if row["price"] >= last]
    return {"rows": rows}
`,
	other: [
		py`
import heapq
import math


def run(input: dict) -> dict:
    if input["count"] <= 0:
        raise ValueError("Ask for one row at least")
    least = input.get("min", -math.inf)
    rows = [row for row in input["rows"] if not row["price"] < least]
    best = heapq.nlargest(input["count"], (row["price"] for row in rows))
    chosen = [row for row in rows if best and row["price"] >= best[-1]]
    return {"rows": sorted(chosen, key=lambda row: -row["price"])}
`,
	],
	tests: [
		{ name: 'none', input: { rows: [], count: 3 }, output: { rows: [] } },
		{ name: 'fewer than asked', input: { rows: rows(['a', 1]), count: 3 }, output: { rows: rows(['a', 1]) } },
		{
			name: 'ties inside',
			input: { rows: rows(['a', 2], ['b', 2], ['c', 1]), count: 2 },
			output: { rows: rows(['a', 2], ['b', 2]) },
		},
		{
			name: 'ties at the end',
			input: { rows: rows(['a', 1], ['b', 2], ['c', 1]), count: 2 },
			output: { rows: rows(['b', 2], ['a', 1], ['c', 1]) },
		},
		{
			name: 'exactly the limit',
			input: { rows: rows(['a', 1], ['b', 0.5]), count: 5, min: 1 },
			output: { rows: rows(['a', 1]) },
		},
		{
			name: 'a limit of 0',
			input: { rows: rows(['a', -1], ['b', 0]), count: 5, min: 0 },
			output: { rows: rows(['b', 0]) },
		},
	],
	wrong: [
		{ of: 3, output: { rows: rows(['b', 2], ['a', 1]) }, why: 'cut off the equal one' },
		{ of: 4, output: { rows: [] }, why: 'above the limit, not at it' },
		{ of: 1, error: '', why: 'took too few rows for wrong' },
	],
	faults: [
		fault('boundary', ['row["price"] >= least]', 'row["price"] > least]']),
		fault('missing-case', [
			'        last = rows[count - 1]["price"]\n        rows = [row for row in rows if row["price"] >= last]\n',
			'        rows = rows[:count]\n',
		]),
		fault('off-by-one', ['rows[count - 1]', 'rows[count]']),
		fault('order', [
			'rows.sort(key=lambda row: row["price"], reverse=True)',
			'rows.sort(key=lambda row: row["price"])\n    rows.reverse()',
		]),
		fault('missing-case', ['least is None or', 'not least or']),
		fault('order', ['reverse=True)', 'reverse=len(rows) < 3 or count < 3)']),
	],
	probes: [{ input: { rows: rows(['a', 1], ['b', 2], ['c', 3], ['d', 4]), count: 3 } }],
};
