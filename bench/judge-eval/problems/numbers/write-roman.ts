import type { Problem } from '../../problem.ts';
import { fault, py, record, text, whole } from '../words.ts';

export const writeRoman: Problem = {
	order: {
		name: 'numbers/write_roman',
		purpose:
			'Write a whole number from 1 to 3999 in Roman numerals, in their shortest form (4 is IV, 900 is CM); others are refused.',
		input: record({ number: whole }),
		output: record({ roman: text }),
		examples: [
			{ input: { number: 14 }, output: { roman: 'XIV' } },
			{ input: { number: 2024 }, output: { roman: 'MMXXIV' } },
		],
		rejects: [{ input: { number: 0 } }, { input: { number: 4000 } }],
	},
	right: py`
SIGNS = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
    (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)


def run(input: dict) -> dict:
    left = input["number"]
    if not 1 <= left <= 3999:
        raise ValueError("number must be from 1 to 3999")
    roman = ""
    for value, sign in SIGNS:
        while left >= value:
            roman += sign
            left -= value
    return {"roman": roman}
`,
	other: [
		py`
UNITS = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"]
LETTERS = {"units": "IVX", "tens": "XLC", "hundreds": "CDM"}


def digit(value: int, letters: str) -> str:
    return UNITS[value].translate(str.maketrans("IVX", letters))


def run(input: dict) -> dict:
    number = input["number"]
    if number < 1 or number > 3999:
        raise ValueError("Only 1 to 3999 have Roman numerals")
    thousands, rest = divmod(number, 1000)
    hundreds, rest = divmod(rest, 100)
    tens, units = divmod(rest, 10)
    return {
        "roman": "M" * thousands
        + digit(hundreds, LETTERS["hundreds"])
        + digit(tens, LETTERS["tens"])
        + digit(units, LETTERS["units"])
    }
`,
	],
	tests: [
		{ name: 'least', input: { number: 1 }, output: { roman: 'I' } },
		{ name: 'most', input: { number: 3999 }, output: { roman: 'MMMCMXCIX' } },
		{ name: 'nine', input: { number: 9 }, output: { roman: 'IX' } },
		{ name: 'forty', input: { number: 44 }, output: { roman: 'XLIV' } },
		{ name: 'hundreds', input: { number: 490 }, output: { roman: 'CDXC' } },
		{ name: 'negative', input: { number: -5 }, error: '' },
	],
	wrong: [
		{ of: 1, output: { roman: 'MMMIM' }, why: 'a short form that there is not' },
		{ of: 4, output: { roman: 'XD' }, why: 'subtracted across places' },
		{ of: 3, output: { roman: 'XXXXIV' }, why: 'four in a row' },
	],
	faults: [
		fault('boundary', ['<= 3999', '< 3999']),
		fault('missing-case', ['(9, "IX"), ', '']),
		fault(
			'operator',
			['while left >= value', 'while left > value'],
			['return {"roman": roman}', 'return {"roman": roman + "I"}'],
		),
		fault('missing-case', ['(400, "CD"), ', '']),
		fault('boundary', ['1 <= left', '0 <= left']),
	],
};
