import type { Problem } from '../../problem.ts';
import { fault, list, py, record, whole } from '../words.ts';

const range = record({ first: whole, last: whole });

export const mergeRanges: Problem = {
	order: {
		name: 'lists/merge_ranges',
		purpose:
			'Merge ranges of whole numbers, first and last included, that overlap or follow on one another without a gap (1-3 and 4-6 are 1-6); sorted. And tell how many numbers they hold in all. A range whose last is below its first is refused.',
		input: record({ ranges: list(range) }),
		output: record({ ranges: list(range), numbers: whole }),
		examples: [
			{
				input: {
					ranges: [
						{ first: 5, last: 7 },
						{ first: 1, last: 3 },
						{ first: 4, last: 4 },
					],
				},
				output: { ranges: [{ first: 1, last: 7 }], numbers: 7 },
			},
			{
				input: {
					ranges: [
						{ first: 1, last: 2 },
						{ first: 4, last: 5 },
					],
				},
				output: {
					ranges: [
						{ first: 1, last: 2 },
						{ first: 4, last: 5 },
					],
					numbers: 4,
				},
			},
		],
		rejects: [{ input: { ranges: [{ first: 2, last: 1 }] } }],
	},
	right: py`
def run(input: dict) -> dict:
    merged = []
    for one in sorted(input["ranges"], key=lambda one: one["first"]):
        first, last = one["first"], one["last"]
        if last < first:
            raise ValueError("last must not be below first")
        if merged and first <= merged[-1]["last"] + 1:
            merged[-1]["last"] = max(merged[-1]["last"], last)
        else:
            merged.append({"first": first, "last": last})
    return {"ranges": merged, "numbers": sum(one["last"] - one["first"] + 1 for one in merged)}
`,
	other: [
		py`
def run(input: dict) -> dict:
    marks = []
    for one in input["ranges"]:
        if one["first"] > one["last"]:
            raise ValueError("A range ends before it begins")
        marks += [(one["first"], 0), (one["last"] + 1, 1)]
    ranges, depth, start, total = [], 0, 0, 0
    for at, kind in sorted(marks):
        if kind == 0:
            if depth == 0:
                start = at
            depth += 1
        else:
            depth -= 1
            if depth == 0:
                ranges.append({"first": start, "last": at - 1})
                total += at - start
    return {"ranges": ranges, "numbers": total}
`,
	],
	tests: [
		{ name: 'none', input: { ranges: [] }, output: { ranges: [], numbers: 0 } },
		{
			name: 'one inside another',
			input: {
				ranges: [
					{ first: 1, last: 9 },
					{ first: 3, last: 4 },
				],
			},
			output: { ranges: [{ first: 1, last: 9 }], numbers: 9 },
		},
		{
			name: 'twice the same',
			input: {
				ranges: [
					{ first: 2, last: 2 },
					{ first: 2, last: 2 },
				],
			},
			output: { ranges: [{ first: 2, last: 2 }], numbers: 1 },
		},
		{
			name: 'negative',
			input: {
				ranges: [
					{ first: -3, last: -1 },
					{ first: 0, last: 2 },
				],
			},
			output: { ranges: [{ first: -3, last: 2 }], numbers: 6 },
		},
		{
			name: 'a gap of one',
			input: {
				ranges: [
					{ first: 8, last: 9 },
					{ first: 1, last: 6 },
				],
			},
			output: {
				ranges: [
					{ first: 1, last: 6 },
					{ first: 8, last: 9 },
				],
				numbers: 8,
			},
		},
		{
			name: 'the wrong way round',
			input: {
				ranges: [
					{ first: 0, last: 1 },
					{ first: 9, last: 8 },
				],
			},
			error: '',
		},
	],
	wrong: [
		{ of: 4, output: { ranges: [{ first: 1, last: 9 }], numbers: 9 }, why: 'closed a gap' },
		{
			of: 3,
			output: {
				ranges: [
					{ first: -3, last: -1 },
					{ first: 0, last: 2 },
				],
				numbers: 6,
			},
			why: 'only merged what overlaps',
		},
		{ of: 1, output: { ranges: [{ first: 1, last: 4 }], numbers: 4 }, why: 'took the last end' },
	],
	faults: [
		fault('boundary', ['merged[-1]["last"] + 1:', 'merged[-1]["last"]:']),
		fault('operator', ['max(merged[-1]["last"], last)', 'last']),
		fault('order', ['sorted(input["ranges"], key=lambda one: one["first"])', 'input["ranges"]']),
		fault('off-by-one', ['- one["first"] + 1 for', '- one["first"] for']),
		fault('boundary', ['if last < first:', 'if last <= first:']),
		fault('operator', [
			'sorted(input["ranges"], key=lambda one: one["first"])',
			'sorted(input["ranges"], key=lambda one: one["last"])',
		]),
	],
	probes: [
		{
			input: {
				ranges: [
					{ first: 5, last: 6 },
					{ first: 1, last: 9 },
					{ first: 2, last: 3 },
				],
			},
		},
	],
};
