import type { Problem } from '../../problem.ts';
import { fault, list, py, record, whole } from '../words.ts';

export const splitBill: Problem = {
	order: {
		name: 'numbers/split_bill',
		purpose:
			'Split a bill in cents among people so that the shares differ by at most one cent and add up to the bill; the first ones pay the cents that are left over. Fewer than 1 person or a negative bill is refused.',
		input: record({ cents: whole, people: whole }),
		output: record({ shares: list(whole) }),
		examples: [
			{ input: { cents: 100, people: 3 }, output: { shares: [34, 33, 33] } },
			{ input: { cents: 8, people: 4 }, output: { shares: [2, 2, 2, 2] } },
		],
		rejects: [{ input: { cents: 100, people: 0 } }, { input: { cents: -1, people: 2 } }],
	},
	right: py`
def run(input: dict) -> dict:
    cents, people = input["cents"], input["people"]
    if people < 1:
        raise ValueError("There must be at least 1 person")
    if cents < 0:
        raise ValueError("The bill must not be negative")
    share, left = divmod(cents, people)
    return {"shares": [share + 1] * left + [share] * (people - left)}
`,
	other: [
		py`
def run(input: dict) -> dict:
    if input["people"] <= 0 or input["cents"] < 0:
        raise ValueError("people must be 1 or more, cents 0 or more")
    shares = [0] * input["people"]
    rest = input["cents"]
    for place in range(input["people"]):
        shares[place] = -(-rest // (input["people"] - place))
        rest -= shares[place]
    return {"shares": shares}
`,
	],
	tests: [
		{ name: 'nothing to pay', input: { cents: 0, people: 2 }, output: { shares: [0, 0] } },
		{ name: 'alone', input: { cents: 999, people: 1 }, output: { shares: [999] } },
		{ name: 'more people than cents', input: { cents: 2, people: 4 }, output: { shares: [1, 1, 0, 0] } },
		{ name: 'one over', input: { cents: 11, people: 5 }, output: { shares: [3, 2, 2, 2, 2] } },
		{ name: 'large', input: { cents: 1000001, people: 2 }, output: { shares: [500001, 500000] } },
		{ name: 'negative people', input: { cents: 5, people: -2 }, error: '' },
	],
	wrong: [
		{ of: 3, output: { shares: [2, 2, 2, 2, 3] }, why: 'the last one pays what is left' },
		{ of: 2, output: { shares: [0, 0, 0, 2] }, why: 'rounded down and gave the rest to one' },
		{ of: 0, error: '', why: 'took a bill of nothing for wrong' },
	],
	faults: [
		fault('order', [
			'[share + 1] * left + [share] * (people - left)',
			'[share] * (people - left) + [share + 1] * left',
		]),
		fault('rounding', ['[share + 1] * left + [share] * (people - left)', '[round(cents / people)] * people']),
		fault('boundary', ['people < 1:', 'people < 0:']),
		fault('missing-case', ['    if cents < 0:\n        raise ValueError("The bill must not be negative")\n', '']),
		fault(
			'off-by-one',
			['[share + 1] * left', '[share + left] * min(left, 1)'],
			['(people - left)', '(people - min(left, 1))'],
		),
	],
};
