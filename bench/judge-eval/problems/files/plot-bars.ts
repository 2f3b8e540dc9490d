import type { Problem } from '../../problem.ts';
import { fault, list, py, record, text } from '../words.ts';

const input = { source: 'in.csv', target: 'bars.png' };
const bars = (x: readonly string[], y: readonly number[]) => ({
	'bars.png': { title: 'Totals', ylabel: 'sum', series: [{ kind: 'bar', x, y }], ordered: true },
});

export const plotBars: Problem = {
	order: {
		name: 'files/plot_bars',
		purpose:
			'Draw the sums of the column amount by the column group of the CSV file source as bars into the PNG file target: a bar for each group, largest sum first, by the alphabet among equals, with the groups as their names along the axis, the title "Totals" and the y-label "sum". Tells the groups in that order. A missing file or column, no rows, or an amount that is no number is refused.',
		input: record({ source: text, target: text }),
		output: record({ groups: list(text) }),
		capabilities: ['files'],
		examples: [
			{
				input,
				files: { 'in.csv': 'group,amount\na,1\nb,5\na,2\n' },
				output: { groups: ['b', 'a'] },
				writes: bars(['b', 'a'], [5, 3]),
			},
			{
				input,
				files: { 'in.csv': 'amount,group\n2,y\n2,x\n' },
				output: { groups: ['x', 'y'] },
				writes: bars(['x', 'y'], [2, 2]),
			},
		],
		rejects: [{ input, files: { 'in.csv': 'group,amount\na,much\n' } }],
	},
	right: py`
import csv

import matplotlib

matplotlib.use("Agg")

from matplotlib import pyplot


def read(path: str) -> dict:
    sums: dict = {}
    try:
        with open(path, encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                sums[row["group"]] = sums.get(row["group"], 0) + float(row["amount"])
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise ValueError("The source must have groups and amounts that are numbers") from error
    return sums


def run(input: dict) -> dict:
    sums = read(input["source"])
    if not sums:
        raise ValueError("The source has no rows")
    groups = sorted(sums, key=lambda name: (-sums[name], name))
    figure, axes = pyplot.subplots()
    axes.bar(groups, [sums[name] for name in groups])
    axes.set_title("Totals")
    axes.set_ylabel("sum")
    figure.savefig(input["target"])
    pyplot.close(figure)
    return {"groups": groups}
`,
	other: [
		py`
import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import pandas


def run(input: dict) -> dict:
    try:
        table = pandas.read_csv(input["source"], dtype={"group": str})
        sums = table.assign(amount=pandas.to_numeric(table["amount"])).groupby("group")["amount"].sum()
    except (OSError, KeyError, ValueError, TypeError) as error:
        raise ValueError("No groups with amounts can be read") from error
    if sums.empty:
        raise ValueError("There are no rows")
    sums = sums.sort_index().sort_values(ascending=False, kind="stable")
    names = [str(name) for name in sums.index]
    _, axes = plt.subplots(figsize=(4, 3))
    axes.bar(names, list(sums.values), color="tab:green")
    axes.set(title="Totals", ylabel="sum")
    plt.savefig(input["target"])
    plt.close("all")
    return {"groups": names}
`,
	],
	tests: [
		{
			name: 'one group',
			input,
			files: { 'in.csv': 'group,amount\nz,4\n' },
			output: { groups: ['z'] },
			writes: bars(['z'], [4]),
		},
		{
			name: 'negative',
			input,
			files: { 'in.csv': 'group,amount\na,-1\nb,2\na,-2\n' },
			output: { groups: ['b', 'a'] },
			writes: bars(['b', 'a'], [2, -3]),
		},
		{
			name: 'three',
			input,
			files: { 'in.csv': 'group,amount\na,1\nb,3\nc,2\n' },
			output: { groups: ['b', 'c', 'a'] },
			writes: bars(['b', 'c', 'a'], [3, 2, 1]),
		},
		{ name: 'no rows', input, files: { 'in.csv': 'group,amount\n' }, error: '' },
		{ name: 'no column', input, files: { 'in.csv': 'group,sum\na,1\n' }, error: '' },
		{
			name: 'decimals',
			input,
			files: { 'in.csv': 'group,amount\nq,0.5\nr,0.75\n' },
			output: { groups: ['r', 'q'] },
			writes: bars(['r', 'q'], [0.75, 0.5]),
		},
	],
	wrong: [
		{ of: 2, output: { groups: ['a', 'b', 'c'] }, writes: bars(['a', 'b', 'c'], [1, 3, 2]), why: 'by the alphabet' },
		{ of: 1, output: { groups: ['a', 'b'] }, writes: bars(['a', 'b'], [3, 2]), why: 'without the signs' },
		{ of: 0, error: '', why: 'took one group for too few' },
	],
	faults: [
		fault('blank', [
			'    axes.bar(groups, [sums[name] for name in groups])\n    axes.set_title("Totals")\n    axes.set_ylabel("sum")\n    figure.savefig',
			'    axes.axis("off")\n    figure.savefig',
		]),
		fault('order', ['[sums[name] for name in groups])', 'sorted(sums.values()))']),
		fault('operator', ['sums.get(row["group"], 0) + float(row["amount"])', 'float(row["amount"])']),
		fault('labels', ['axes.set_title("Totals")', 'axes.set_title("Chart")']),
		fault('one-byte', [
			'    figure.savefig(input["target"])\n',
			'    with open(input["target"], "w") as file:\n        file.write("1")\n',
		]),
		fault('order', ['(-sums[name], name)', '-sums[name]']),
	],
};
