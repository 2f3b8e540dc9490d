import type { Problem } from '../../problem.ts';
import { fault, list, number, py, record, text } from '../words.ts';

const input = (more: object) => ({ title: 'Growth', target: 'plot.png', ...more });
const plot = (y: readonly number[], title = 'Growth') => ({
	'plot.png': { title, xlabel: 'day', ylabel: 'value', series: [{ x: y.map((_, at) => at + 1), y }] },
});

export const plotLines: Problem = {
	order: {
		name: 'files/plot_values',
		purpose:
			'Draw values as a line into the PNG file target: the days 1, 2, 3 … along the x-axis with the label "day", the values up with the label "value", and the title. Tells the largest value. No values, or a target that does not end in .png, are refused.',
		input: record({ values: list(number), title: text, target: text }),
		output: record({ largest: number }),
		capabilities: ['files'],
		examples: [
			{ input: input({ values: [3, 5, 4] }), output: { largest: 5 }, writes: plot([3, 5, 4]) },
			{ input: input({ values: [-2, -1], title: 'Cold' }), output: { largest: -1 }, writes: plot([-2, -1], 'Cold') },
		],
		rejects: [{ input: input({ values: [] }) }, { input: input({ values: [1], target: 'plot.txt' }) }],
	},
	right: py`
import matplotlib

matplotlib.use("Agg")

from matplotlib import pyplot


def run(input: dict) -> dict:
    values = input["values"]
    if not values:
        raise ValueError("There are no values")
    if not input["target"].endswith(".png"):
        raise ValueError("The target must end in .png")
    figure, axes = pyplot.subplots()
    axes.plot(range(1, len(values) + 1), values)
    axes.set_title(input["title"])
    axes.set_xlabel("day")
    axes.set_ylabel("value")
    figure.savefig(input["target"])
    pyplot.close(figure)
    return {"largest": max(values)}
`,
	other: [
		py`
import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt


def run(input: dict) -> dict:
    if len(input["values"]) == 0 or input["target"][-4:] != ".png":
        raise ValueError("Give values, and a target that ends in .png")
    days = [at + 1 for at, _ in enumerate(input["values"])]
    plt.figure(figsize=(5, 3))
    plt.plot(days, input["values"], marker="o")
    plt.title(input["title"])
    plt.xlabel("day")
    plt.ylabel("value")
    plt.tight_layout()
    plt.savefig(input["target"], dpi=100)
    plt.close()
    return {"largest": sorted(input["values"])[-1]}
`,
	],
	tests: [
		{ name: 'one value', input: input({ values: [7] }), output: { largest: 7 }, writes: plot([7]) },
		{ name: 'all equal', input: input({ values: [2, 2, 2] }), output: { largest: 2 }, writes: plot([2, 2, 2]) },
		{
			name: 'decimals',
			input: input({ values: [0.5, 0.25], title: 'Half' }),
			output: { largest: 0.5 },
			writes: plot([0.5, 0.25], 'Half'),
		},
		{ name: 'falling', input: input({ values: [9, 5, 1, 0] }), output: { largest: 9 }, writes: plot([9, 5, 1, 0]) },
		{ name: 'another ending', input: input({ values: [1], target: 'plot.gif' }), error: '' },
		{
			name: 'other letters',
			input: input({ values: [1, 2], title: 'Größe' }),
			output: { largest: 2 },
			writes: plot([1, 2], 'Größe'),
		},
	],
	wrong: [
		{
			of: 3,
			output: { largest: 9 },
			writes: { 'plot.png': { title: 'Growth', series: [{ x: [0, 1, 2, 3], y: [9, 5, 1, 0] }] } },
			why: 'days from 0',
		},
		{
			of: 1,
			output: { largest: 2 },
			writes: { 'plot.png': { title: 'Growth', xlabel: 'Day', ylabel: 'value', series: [{ y: [2, 2] }] } },
			why: 'miscounted',
		},
		{ of: 4, output: { largest: 1 }, why: 'any ending of a picture' },
	],
	faults: [
		fault('blank', ['    axes.plot(range(1, len(values) + 1), values)\n', '']),
		fault(
			'labels',
			['axes.set_xlabel("day")', 'axes.set_xlabel("value")'],
			['axes.set_ylabel("value")', 'axes.set_ylabel("day")'],
		),
		fault('off-by-one', ['range(1, len(values) + 1)', 'range(len(values))']),
		fault('columns', ['axes.plot(range(1, len(values) + 1), values)', 'axes.plot(values, range(1, len(values) + 1))']),
		fault('one-byte', [
			'    figure.savefig(input["target"])\n',
			'    with open(input["target"], "w") as file:\n        file.write("x")\n',
		]),
		fault('format', ['figure.savefig(input["target"])', 'figure.savefig(input["target"], format="svg")']),
	],
};
