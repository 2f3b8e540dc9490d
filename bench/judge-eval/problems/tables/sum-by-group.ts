import type { Problem } from '../../problem.ts';
import { fault, list, number, py, record, text, whole } from '../words.ts';

const rows = (...all: readonly (readonly [string, number | null])[]) =>
	all.map(([group, amount]) => ({ group, amount }));
const sums = (...all: readonly (readonly [string, number, number])[]) =>
	all.map(([group, sum, count]) => ({ group, sum, count }));

export const sumByGroup: Problem = {
	order: {
		name: 'tables/sum_by_group',
		purpose:
			'Add up amounts by group: of each group the sum rounded to 2 decimals and the number of amounts; rows whose amount is null are not counted, but their group is there (sum 0, count 0). Largest sum first, by the alphabet among equals. No rows are refused.',
		input: record({ rows: list(record({ group: text, amount: { type: ['number', 'null'] } })) }),
		output: record({ groups: list(record({ group: text, sum: number, count: whole })) }),
		examples: [
			{ input: { rows: rows(['a', 1], ['b', 5], ['a', 2.5]) }, output: { groups: sums(['b', 5, 1], ['a', 3.5, 2]) } },
			{ input: { rows: rows(['x', null], ['w', -1]) }, output: { groups: sums(['x', 0, 0], ['w', -1, 1]) } },
		],
		rejects: [{ input: { rows: [] } }],
	},
	right: py`
def run(input: dict) -> dict:
    if not input["rows"]:
        raise ValueError("There are no rows")
    groups: dict = {}
    for row in input["rows"]:
        sum_count = groups.setdefault(row["group"], [0, 0])
        if row["amount"] is not None:
            sum_count[0] += row["amount"]
            sum_count[1] += 1
    found = [{"group": name, "sum": round(total, 2), "count": count} for name, (total, count) in groups.items()]
    return {"groups": sorted(found, key=lambda one: (-one["sum"], one["group"]))}
`,
	other: [
		py`
import pandas


def run(input: dict) -> dict:
    if len(input["rows"]) == 0:
        raise ValueError("The table is empty")
    table = pandas.DataFrame(input["rows"])
    table["amount"] = table["amount"].astype(float)
    found = table.groupby("group")["amount"].agg(["sum", "count"]).reset_index()
    found["sum"] = found["sum"].round(2)
    found = found.sort_values(["sum", "group"], ascending=[False, True])
    return {
        "groups": [
            {"group": str(group), "sum": float(total), "count": int(count)}
            for group, total, count in found.itertuples(index=False)
        ]
    }
`,
	],
	tests: [
		{ name: 'ties', input: { rows: rows(['b', 1], ['a', 1]) }, output: { groups: sums(['a', 1, 1], ['b', 1, 1]) } },
		{ name: 'one row', input: { rows: rows(['a', 0]) }, output: { groups: sums(['a', 0, 1]) } },
		{
			name: 'negative',
			input: { rows: rows(['a', -5], ['b', -2], ['a', 1]) },
			output: { groups: sums(['b', -2, 1], ['a', -4, 2]) },
		},
		{ name: 'cents', input: { rows: rows(['a', 0.1], ['a', 0.2]) }, output: { groups: sums(['a', 0.3, 2]) } },
		{
			name: 'null among numbers',
			input: { rows: rows(['a', 2], ['a', null], ['a', 3]) },
			output: { groups: sums(['a', 5, 2]) },
		},
		{
			name: 'by case different',
			input: { rows: rows(['A', 1], ['a', 2]) },
			output: { groups: sums(['a', 2, 1], ['A', 1, 1]) },
		},
	],
	wrong: [
		{ of: 4, output: { groups: sums(['a', 5, 3]) }, why: 'counted the null' },
		{ of: 0, output: { groups: sums(['b', 1, 1], ['a', 1, 1]) }, why: 'equals as they came' },
		{ of: 5, output: { groups: sums(['a', 3, 2]) }, why: 'without regard to case' },
	],
	faults: [
		fault('missing-case', [
			'        if row["amount"] is not None:\n            sum_count[0] += row["amount"]\n            sum_count[1] += 1\n',
			'        sum_count[0] += row["amount"] or 0\n        sum_count[1] += 1\n',
		]),
		fault('order', ['(-one["sum"], one["group"])', '-one["sum"]']),
		fault('operator', ['if row["amount"] is not None:', 'if row["amount"]:']),
		fault('rounding', ['round(total, 2)', 'round(total)']),
		fault('order', ['(-one["sum"], one["group"])', '(one["sum"], one["group"])']),
	],
};
