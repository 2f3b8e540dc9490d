import type { Problem } from '../../problem.ts';
import { fault, flag, py, record, text } from '../words.ts';

export const checkIban: Problem = {
	order: {
		name: 'numbers/check_iban',
		purpose:
			'Say whether an IBAN is valid by its check digits: spaces are left out, letters count whatever their case; the first four characters move to the end, letters become 10 to 35, and the number modulo 97 must be 1. It has two letters, two digits and 11 to 30 letters or digits; anything else is not valid. An empty text is refused. The result has the IBAN in groups of four, in capitals.',
		input: record({ iban: text }),
		output: record({ valid: flag, iban: text }),
		examples: [
			{ input: { iban: 'gb82west12345698765432' }, output: { valid: true, iban: 'GB82 WEST 1234 5698 7654 32' } },
			{ input: { iban: 'GB82 WEST 1234 5698 7654 33' }, output: { valid: false, iban: 'GB82 WEST 1234 5698 7654 33' } },
		],
		rejects: [{ input: { iban: '  ' } }],
	},
	right: py`
import re


def run(input: dict) -> dict:
    iban = re.sub(r"\s+", "", input["iban"]).upper()
    if not iban:
        raise ValueError("The IBAN is empty")
    groups = " ".join(iban[start : start + 4] for start in range(0, len(iban), 4))
    if not re.fullmatch(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}", iban):
        return {"valid": False, "iban": groups}
    number = "".join(str(int(sign, 36)) for sign in iban[4:] + iban[:4])
    return {"valid": int(number) % 97 == 1, "iban": groups}
`,
	other: [
		py`
import re
import textwrap


def run(input: dict) -> dict:
    compact = "".join(input["iban"].split()).upper()
    if compact == "":
        raise ValueError("There is no IBAN")
    rest = 0
    for sign in compact[4:] + compact[:4]:
        value = ord(sign) - 55 if sign.isalpha() else ord(sign) - 48
        rest = (rest * (100 if value > 9 else 10) + value) % 97
    shape = re.match(r"^[A-Z][A-Z]\d\d[A-Z\d]{11,30}$", compact, re.ASCII)
    return {"valid": bool(shape) and rest == 1, "iban": " ".join(textwrap.wrap(compact, 4))}
`,
	],
	tests: [
		{
			name: 'another land',
			input: { iban: 'DE89370400440532013000' },
			output: { valid: true, iban: 'DE89 3704 0044 0532 0130 00' },
		},
		{
			name: 'exchanged digits',
			input: { iban: 'DE98370400440532013000' },
			output: { valid: false, iban: 'DE98 3704 0044 0532 0130 00' },
		},
		{ name: 'short', input: { iban: 'NO93 8601 1117 947' }, output: { valid: true, iban: 'NO93 8601 1117 947' } },
		{ name: 'too short', input: { iban: 'DE89' }, output: { valid: false, iban: 'DE89' } },
		{
			name: 'no letters before',
			input: { iban: '1234567890123456' },
			output: { valid: false, iban: '1234 5678 9012 3456' },
		},
		{ name: 'empty', input: { iban: '' }, error: '' },
	],
	wrong: [
		{ of: 2, output: { valid: false, iban: 'NO93 8601 1117 947' }, why: 'thought it too short' },
		{ of: 3, error: '', why: 'refused instead of not valid' },
		{ of: 0, output: { valid: true, iban: 'DE89370400440532013000' }, why: 'forgot the groups' },
	],
	faults: [
		fault('order', ['iban[4:] + iban[:4]', 'iban']),
		fault('operator', ['% 97 == 1', '% 97 != 0']),
		fault('missing-case', ['.upper()', '']),
		fault('off-by-one', ['{11,30}', '{12,30}']),
		fault('off-by-one', ['start : start + 4', 'start : start + 3']),
		fault('missing-case', ['    if not iban:\n        raise ValueError("The IBAN is empty")\n', '']),
	],
};
