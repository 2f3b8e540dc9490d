import type { Problem } from '../../problem.ts';
import { fault, list, py, record, text, whole } from '../words.ts';

const values = list({ type: ['number', 'null'] });

export const fillGaps: Problem = {
	order: {
		name: 'tables/fill_gaps',
		purpose:
			'Fill the gaps (null) in a column: by "last", the value before (none at the start: it stays null); by "linear", on the straight line between the values before and after, rounded to 3 decimals, while gaps at the ends stay null; by "zero", with 0. Tells how many were filled. Another method is refused.',
		input: record({ values, method: text }),
		output: record({ values, filled: whole }),
		examples: [
			{ input: { values: [1, null, null, 4], method: 'linear' }, output: { values: [1, 2, 3, 4], filled: 2 } },
			{ input: { values: [null, 2, null], method: 'last' }, output: { values: [null, 2, 2], filled: 1 } },
		],
		rejects: [{ input: { values: [1], method: 'magic' } }],
	},
	right: py`
def linear(values: list) -> list:
    known = [at for at, value in enumerate(values) if value is not None]
    filled = list(values)
    for before, after in zip(known, known[1:], strict=False):
        step = (values[after] - values[before]) / (after - before)
        for at in range(before + 1, after):
            filled[at] = round(values[before] + step * (at - before), 3)
    return filled


def last(values: list) -> list:
    filled: list = []
    for value in values:
        filled.append(filled[-1] if value is None and filled else value)
    return filled


def run(input: dict) -> dict:
    values, method = input["values"], input["method"]
    if method == "linear":
        filled = linear(values)
    elif method == "last":
        filled = last(values)
    elif method == "zero":
        filled = [0 if value is None else value for value in values]
    else:
        raise ValueError("method must be last, linear or zero")
    return {"values": filled, "filled": values.count(None) - filled.count(None)}
`,
	other: [
		py`
import pandas


def run(input: dict) -> dict:
    series = pandas.Series(input["values"], dtype=float)
    match input["method"]:
        case "last":
            done = series.ffill()
        case "zero":
            done = series.fillna(0)
        case "linear":
            done = series.interpolate(limit_area="inside").round(3) if series.notna().any() else series
        case other:
            raise ValueError(f"There is no method {other}")
    values = [None if pandas.isna(value) else float(value) for value in done]
    return {"values": values, "filled": int(series.isna().sum() - done.isna().sum())}
`,
	],
	tests: [
		{ name: 'none', input: { values: [], method: 'last' }, output: { values: [], filled: 0 } },
		{
			name: 'only gaps',
			input: { values: [null, null], method: 'linear' },
			output: { values: [null, null], filled: 0 },
		},
		{ name: 'zeros', input: { values: [null, 5, null], method: 'zero' }, output: { values: [0, 5, 0], filled: 2 } },
		{
			name: 'downwards in thirds',
			input: { values: [1, null, null, 0], method: 'linear' },
			output: { values: [1, 0.667, 0.333, 0], filled: 2 },
		},
		{
			name: 'a value of 0',
			input: { values: [1, 0, null, 3], method: 'last' },
			output: { values: [1, 0, 0, 3], filled: 1 },
		},
		{
			name: 'gaps at the ends',
			input: { values: [null, 1, null, 3, null], method: 'linear' },
			output: { values: [null, 1, 2, 3, null], filled: 1 },
		},
	],
	wrong: [
		{ of: 5, output: { values: [1, 1, 2, 3, 3], filled: 3 }, why: 'ends filled with the nearest' },
		{ of: 3, output: { values: [1, 0.5, 0.5, 0], filled: 2 }, why: 'the middle for each gap' },
		{ of: 1, output: { values: [0, 0], filled: 2 }, why: 'zeros where nothing is known' },
	],
	faults: [
		fault('operator', ['if value is None and filled else value', 'if not value and filled else value']),
		fault('off-by-one', ['/ (after - before)', '/ (after - before + 1)']),
		fault('missing-case', ['values.count(None) - filled.count(None)', 'values.count(None)']),
		fault('rounding', ['(at - before), 3)', '(at - before), 1)']),
		fault('boundary', [
			'    filled = list(values)\n    for',
			'    filled = [values[known[0]] if known and at < known[0] else value for at, value in enumerate(values)]\n    for',
		]),
	],
};
