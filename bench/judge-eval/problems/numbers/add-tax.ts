import type { Problem } from '../../problem.ts';
import { fault, number, py, record, text } from '../words.ts';

export const addTax: Problem = {
	order: {
		name: 'numbers/add_tax',
		purpose:
			'Add tax to a net amount that is given as text with up to two decimals: tax and gross as text with two decimals, the tax rounded to cents with halves away from zero. rate is a percentage from 0 to 100, else it is refused, as is a net amount that is no such number.',
		input: record({ net: text, rate: number }),
		output: record({ tax: text, gross: text }),
		examples: [
			{ input: { net: '10.50', rate: 19 }, output: { tax: '2.00', gross: '12.50' } },
			{ input: { net: '100', rate: 7 }, output: { tax: '7.00', gross: '107.00' } },
		],
		rejects: [{ input: { net: 'ten', rate: 19 } }, { input: { net: '10', rate: 101 } }],
	},
	right: py`
import re
from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")


def run(input: dict) -> dict:
    net, rate = input["net"].strip(), input["rate"]
    if not re.fullmatch(r"-?[0-9]+(\.[0-9]{1,2})?", net):
        raise ValueError("net must be a number with up to two decimals")
    if not 0 <= rate <= 100:
        raise ValueError("rate must be from 0 to 100")
    amount = Decimal(net)
    tax = (amount * Decimal(str(rate)) / 100).quantize(CENT, rounding=ROUND_HALF_UP)
    return {"tax": str(tax), "gross": str((amount + tax).quantize(CENT))}
`,
	other: [
		py`
import re
from fractions import Fraction


def written(cents: int) -> str:
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def run(input: dict) -> dict:
    found = re.match(r"^(-?)(\d+)(?:\.(\d\d?))?$", input["net"].strip(), re.ASCII)
    if found is None:
        raise ValueError("The net amount is not a number of at most two decimals")
    if input["rate"] < 0 or input["rate"] > 100:
        raise ValueError("The rate is a percentage from 0 to 100")
    cents = int(found.group(2)) * 100 + int((found.group(3) or "0").ljust(2, "0"))
    exact = Fraction(str(input["rate"])) * cents / 100
    tax = int(exact + Fraction(1, 2))
    sign = -1 if found.group(1) else 1
    return {"tax": written(sign * tax), "gross": written(sign * (cents + tax))}
`,
	],
	tests: [
		{ name: 'no tax', input: { net: '5.00', rate: 0 }, output: { tax: '0.00', gross: '5.00' } },
		{ name: 'half a cent', input: { net: '0.50', rate: 5 }, output: { tax: '0.03', gross: '0.53' } },
		{ name: 'all of it', input: { net: '1.10', rate: 100 }, output: { tax: '1.10', gross: '2.20' } },
		{ name: 'half a percent', input: { net: '200', rate: 2.5 }, output: { tax: '5.00', gross: '205.00' } },
		{ name: 'one decimal', input: { net: '0.9', rate: 50 }, output: { tax: '0.45', gross: '1.35' } },
		{ name: 'negative rate', input: { net: '1', rate: -1 }, error: '' },
	],
	wrong: [
		{ of: 1, output: { tax: '0.02', gross: '0.52' }, why: 'rounded half to even' },
		{ of: 0, output: { tax: '0', gross: '5' }, why: 'left the decimals out' },
		{ of: 4, output: { tax: '0.50', gross: '1.40' }, why: 'reckoned wrongly' },
	],
	faults: [
		fault(
			'rounding',
			['import ROUND_HALF_UP, Decimal', 'import ROUND_HALF_EVEN, Decimal'],
			['rounding=ROUND_HALF_UP', 'rounding=ROUND_HALF_EVEN'],
		),
		fault('rounding', ['str((amount + tax).quantize(CENT))', 'str(round(float(amount + tax), 1))']),
		fault('boundary', ['0 <= rate <= 100', '0 < rate <= 100']),
		fault('operator', ['/ 100).quantize', '/ (100 + Decimal(str(rate)))).quantize']),
		fault('missing-case', [
			'    if not 0 <= rate <= 100:\n        raise ValueError("rate must be from 0 to 100")\n',
			'',
		]),
		fault('boundary', ['0 <= rate <= 100', '0 <= rate < 100']),
	],
};
