import type { Problem } from '../../problem.ts';
import { fault, list, number, py, record, whole } from '../words.ts';

export const movingAverage: Problem = {
	order: {
		name: 'lists/smooth_values',
		purpose:
			'The moving average of values: for each one the mean of it and of those before it, window values in all, fewer at the start; rounded to 3 decimals. As many results as values. A window below 1 is refused.',
		input: record({ values: list(number), window: whole }),
		output: record({ averages: list(number) }),
		examples: [
			{ input: { values: [1, 2, 3, 4], window: 2 }, output: { averages: [1, 1.5, 2.5, 3.5] } },
			{ input: { values: [10, 0, 5], window: 5 }, output: { averages: [10, 5, 5] } },
		],
		rejects: [{ input: { values: [1], window: 0 } }],
	},
	right: py`
def run(input: dict) -> dict:
    values, window = input["values"], input["window"]
    if window < 1:
        raise ValueError("window must be at least 1")
    averages = []
    for end in range(1, len(values) + 1):
        part = values[max(0, end - window) : end]
        averages.append(round(sum(part) / len(part), 3))
    return {"averages": averages}
`,
	other: [
		py`
import pandas


def run(input: dict) -> dict:
    if input["window"] <= 0:
        raise ValueError("The window must be positive")
    if not input["values"]:
        return {"averages": []}
    series = pandas.Series(input["values"], dtype=float)
    means = series.rolling(min(input["window"], len(series)), min_periods=1).mean()
    return {"averages": [round(float(mean), 3) for mean in means]}
`,
	],
	tests: [
		{ name: 'none', input: { values: [], window: 3 }, output: { averages: [] } },
		{ name: 'window of one', input: { values: [3, -1], window: 1 }, output: { averages: [3, -1] } },
		{ name: 'as long as the list', input: { values: [1, 2, 6], window: 3 }, output: { averages: [1, 1.5, 3] } },
		{ name: 'thirds', input: { values: [1, 0, 0, 1], window: 3 }, output: { averages: [1, 0.5, 0.333, 0.333] } },
		{ name: 'negative', input: { values: [-2, -4], window: 2 }, output: { averages: [-2, -3] } },
		{ name: 'negative window', input: { values: [1], window: -2 }, error: '' },
	],
	wrong: [
		{ of: 2, output: { averages: [3] }, why: 'only full windows' },
		{ of: 3, output: { averages: [1, 0.5, 0.333, 0.25] }, why: 'all values before' },
		{ of: 0, error: '', why: 'took no values for wrong' },
	],
	faults: [
		fault('off-by-one', ['end - window) : end]', 'end - window - 1) : end]']),
		fault('operator', ['/ len(part)', '/ window']),
		fault('rounding', ['len(part), 3)', 'len(part), 2)']),
		fault('missing-case', ['max(0, end - window)', 'end - window']),
		fault('boundary', ['range(1, len(values) + 1)', 'range(min(window, len(values)) or 1, len(values) + 1)']),
		fault('boundary', ['if window < 1:', 'if window < 1 or not values:']),
	],
};
