import type { Problem } from '../../problem.ts';
import { fault, py, record, text, whole } from '../words.ts';

export const changeBase: Problem = {
	order: {
		name: 'numbers/change_base',
		purpose:
			'Write a whole number, given as digits in one base, in another base from 2 to 36, with small letters for digits above 9 and a minus where it is negative. Digits that the base does not have, no digits, or another base are refused.',
		input: record({ digits: text, from: whole, to: whole }),
		output: record({ digits: text }),
		examples: [
			{ input: { digits: 'ff', from: 16, to: 2 }, output: { digits: '11111111' } },
			{ input: { digits: '-255', from: 10, to: 16 }, output: { digits: '-ff' } },
		],
		rejects: [{ input: { digits: '12', from: 2, to: 10 } }, { input: { digits: '1', from: 10, to: 37 } }],
	},
	right: py`
import string

SIGNS = string.digits + string.ascii_lowercase


def run(input: dict) -> dict:
    source, target = input["from"], input["to"]
    if not (2 <= source <= 36 and 2 <= target <= 36):
        raise ValueError("Bases are from 2 to 36")
    given = input["digits"].strip().lower()
    sign = "-" if given.startswith("-") else ""
    plain = given[len(sign):]
    if not plain or any(digit not in SIGNS[:source] for digit in plain):
        raise ValueError("digits must be digits of the base")
    value, written = int(plain, source), ""
    while value:
        value, digit = divmod(value, target)
        written = SIGNS[digit] + written
    return {"digits": sign + written if written else "0"}
`,
	other: [
		py`
LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"


def spelled(value: int, base: int) -> str:
    head = spelled(value // base, base) if value >= base else ""
    return head + LETTERS[value % base]


def run(input: dict) -> dict:
    for base in (input["from"], input["to"]):
        if base < 2 or base > 36:
            raise ValueError("A base is from 2 to 36")
    text = input["digits"].strip().lower()
    negative, body = text[:1] == "-", text.removeprefix("-")
    value = 0
    for letter in body:
        place = LETTERS.find(letter)
        if place < 0 or place >= input["from"]:
            raise ValueError("A digit is not of that base")
        value = value * input["from"] + place
    if body == "":
        raise ValueError("There are no digits")
    return {"digits": ("-" if negative and value else "") + spelled(value, input["to"])}
`,
	],
	tests: [
		{ name: 'zero', input: { digits: '0', from: 10, to: 2 }, output: { digits: '0' } },
		{ name: 'capitals', input: { digits: 'Z', from: 36, to: 10 }, output: { digits: '35' } },
		{ name: 'zeros before', input: { digits: '0010', from: 2, to: 10 }, output: { digits: '2' } },
		{ name: 'same base', input: { digits: '77', from: 8, to: 8 }, output: { digits: '77' } },
		{ name: 'letters', input: { digits: '4095', from: 10, to: 16 }, output: { digits: 'fff' } },
		{ name: 'no digits', input: { digits: '-', from: 10, to: 2 }, error: '' },
	],
	wrong: [
		{ of: 4, output: { digits: 'FFF' }, why: 'capitals' },
		{ of: 2, output: { digits: '0002' }, why: 'kept the length' },
		{ of: 0, output: { digits: '' }, why: 'no digits for zero' },
	],
	faults: [
		fault('missing-case', [' if written else "0"', '']),
		fault('order', ['SIGNS[digit] + written', 'written + SIGNS[digit]']),
		fault('boundary', ['2 <= target <= 36', '2 <= target <= 37']),
		fault('operator', ['int(plain, source)', 'int(plain, max(source, 16))']),
		fault('missing-case', ['{"digits": sign + written if written', '{"digits": written if written']),
		fault('missing-case', ['.strip().lower()', '.strip()']),
	],
};
