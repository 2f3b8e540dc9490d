import type { Problem } from '../../problem.ts';
import { fault, list, number, py, record } from '../words.ts';

export const describeNumbers: Problem = {
	order: {
		name: 'numbers/describe_numbers',
		purpose:
			'Mean, median and sample standard deviation (divided by n - 1) of numbers, each rounded to 4 decimals; of one number the deviation is 0. No numbers are refused.',
		input: record({ numbers: list(number) }),
		output: record({ mean: number, median: number, deviation: number }),
		examples: [
			{ input: { numbers: [1, 2, 4] }, output: { mean: 2.3333, median: 2, deviation: 1.5275 } },
			{ input: { numbers: [5] }, output: { mean: 5, median: 5, deviation: 0 } },
		],
		rejects: [{ input: { numbers: [] } }],
	},
	right: py`
import statistics


def run(input: dict) -> dict:
    numbers = input["numbers"]
    if not numbers:
        raise ValueError("There are no numbers")
    deviation = statistics.stdev(numbers) if len(numbers) > 1 else 0
    return {
        "mean": round(statistics.fmean(numbers), 4),
        "median": round(statistics.median(numbers), 4),
        "deviation": round(deviation, 4),
    }
`,
	other: [
		py`
import numpy


def run(input: dict) -> dict:
    if len(input["numbers"]) == 0:
        raise ValueError("The list of numbers is empty")
    values = numpy.array(input["numbers"], dtype=float)
    spread = float(values.std(ddof=1)) if values.size > 1 else 0.0
    found = {"mean": values.mean(), "median": numpy.median(values), "deviation": spread}
    return {name: round(float(value), 4) for name, value in found.items()}
`,
	],
	tests: [
		{ name: 'even count', input: { numbers: [1, 2, 3, 4] }, output: { mean: 2.5, median: 2.5, deviation: 1.291 } },
		{ name: 'unsorted', input: { numbers: [9, 1, 5] }, output: { mean: 5, median: 5, deviation: 4 } },
		{ name: 'all equal', input: { numbers: [7, 7, 7] }, output: { mean: 7, median: 7, deviation: 0 } },
		{ name: 'negative', input: { numbers: [-1, 1, 3] }, output: { mean: 1, median: 1, deviation: 2 } },
		{ name: 'decimals', input: { numbers: [0.1, 0.2] }, output: { mean: 0.15, median: 0.15, deviation: 0.0707 } },
		{ name: 'zero', input: { numbers: [0] }, output: { mean: 0, median: 0, deviation: 0 } },
	],
	wrong: [
		{ of: 0, output: { mean: 2.5, median: 2, deviation: 1.291 }, why: 'the lower of the middle two' },
		{ of: 1, output: { mean: 5, median: 5, deviation: 3.266 }, why: 'divided by n' },
		{ of: 3, output: { mean: 1, median: 1, deviation: 1.633 }, why: 'divided by n' },
	],
	faults: [
		fault('operator', ['statistics.stdev(', 'statistics.pstdev(']),
		fault('operator', ['statistics.median(numbers)', 'statistics.median_low(numbers)']),
		fault('order', [
			'statistics.median(numbers)',
			'statistics.median([numbers[(len(numbers) - 1) // 2], numbers[len(numbers) // 2]])',
		]),
		fault('missing-case', [' if len(numbers) > 1 else 0', '']),
		fault('rounding', ['fmean(numbers), 4)', 'fmean(numbers), 1)']),
		fault('off-by-one', ['len(numbers) > 1', 'len(numbers) > 2']),
	],
};
