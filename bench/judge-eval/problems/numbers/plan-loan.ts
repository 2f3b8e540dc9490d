import type { Problem } from '../../problem.ts';
import { fault, number, py, record, whole } from '../words.ts';

export const planLoan: Problem = {
	order: {
		name: 'numbers/plan_loan',
		purpose:
			'The monthly payment of a loan that is paid back in equal payments at the end of each month, at a yearly interest in percent (a month has a twelfth of it), rounded to cents, and the interest paid in all (payment times months minus the loan, rounded to cents). Without interest the loan is divided evenly. A loan or number of months that is not above 0, or negative interest, is refused.',
		input: record({ loan: number, percent: number, months: whole }),
		output: record({ payment: number, interest: number }),
		examples: [
			{ input: { loan: 1000, percent: 12, months: 12 }, output: { payment: 88.85, interest: 66.2 } },
			{ input: { loan: 1200, percent: 0, months: 12 }, output: { payment: 100, interest: 0 } },
		],
		rejects: [{ input: { loan: 1000, percent: 5, months: 0 } }, { input: { loan: 0, percent: 5, months: 12 } }],
	},
	right: py`
def run(input: dict) -> dict:
    loan, months = input["loan"], input["months"]
    if loan <= 0 or months < 1 or input["percent"] < 0:
        raise ValueError("loan and months must be above 0, percent not below")
    rate = input["percent"] / 100 / 12
    if rate == 0:
        payment = loan / months
    else:
        payment = loan * rate / (1 - (1 + rate) ** -months)
    payment = round(payment, 2)
    return {"payment": payment, "interest": round(payment * months - loan, 2)}
`,
	other: [
		py`
from decimal import Decimal, localcontext


def run(input: dict) -> dict:
    loan, percent = Decimal(str(input["loan"])), Decimal(str(input["percent"]))
    months = input["months"]
    if months <= 0 or loan <= 0:
        raise ValueError("The loan and its months must be positive")
    if percent < 0:
        raise ValueError("The interest must not be negative")
    with localcontext() as context:
        context.prec = 40
        growth = 1 + percent / 1200
        worth = sum((1 / growth**month for month in range(1, months + 1)), Decimal(0))
        payment = (loan / worth).quantize(Decimal("0.01"))
    return {"payment": float(payment), "interest": float(payment * months - loan)}
`,
	],
	tests: [
		{ name: 'one month', input: { loan: 1200, percent: 10, months: 1 }, output: { payment: 1210, interest: 10 } },
		{ name: 'two months', input: { loan: 201, percent: 12, months: 2 }, output: { payment: 102.01, interest: 3.02 } },
		{ name: 'uneven', input: { loan: 100, percent: 0, months: 3 }, output: { payment: 33.33, interest: -0.01 } },
		{
			name: 'thirty years',
			input: { loan: 200000, percent: 6, months: 360 },
			output: { payment: 1199.1, interest: 231676 },
		},
		{ name: 'small', input: { loan: 0.5, percent: 0, months: 5 }, output: { payment: 0.1, interest: 0 } },
		{ name: 'negative interest', input: { loan: 100, percent: -1, months: 3 }, error: '' },
	],
	wrong: [
		{ of: 0, output: { payment: 1320, interest: 120 }, why: 'took the yearly interest for one month' },
		{ of: 2, output: { payment: 33.33, interest: 0 }, why: 'forgot what rounding leaves' },
		{ of: 3, output: { payment: 1199.1, interest: 231677.04 }, why: 'did not round the payment first' },
	],
	faults: [
		fault('operator', ['/ 100 / 12', '/ 100 / 365 * 30']),
		fault(
			'missing-case',
			[
				'    if rate == 0:\n        payment = loan / months\n    else:\n        payment',
				'    if rate >= 0:\n        payment',
			],
			['** -months)', '** -months or 1)'],
		),
		fault(
			'rounding',
			['    payment = round(payment, 2)\n    return', '    return'],
			['{"payment": payment,', '{"payment": round(payment, 2),'],
		),
		fault('off-by-one', ['** -months', '** (1 - months)'], ['if rate == 0:', 'if rate == 0 or months == 1:']),
		fault('boundary', ['months < 1', 'months < 0']),
		fault('missing-case', [' or input["percent"] < 0', '']),
	],
};
