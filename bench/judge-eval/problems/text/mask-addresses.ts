import type { Problem } from '../../problem.ts';
import { fault, py, record, text, whole } from '../words.ts';

export const maskAddresses: Problem = {
	order: {
		name: 'text/mask_addresses',
		purpose:
			'Hide the mail addresses of a text: of the part before the @ the first character stays and every other one becomes *, the rest stays as it is. Tells how many were hidden. A part of one character becomes *. An address is letters, digits and . _ + - around an @, with a dot in its last part. A blank text is refused.',
		input: record({ text }),
		output: record({ text, hidden: whole }),
		examples: [
			{ input: { text: 'to ann@example.org now' }, output: { text: 'to a**@example.org now', hidden: 1 } },
			{ input: { text: 'x@example.org' }, output: { text: '*@example.org', hidden: 1 } },
		],
		rejects: [{ input: { text: '' } }],
	},
	right: py`
import re

ADDRESS = re.compile(r"([A-Za-z0-9._+-]+)@([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)")


def mask(found) -> str:
    name, host = found.groups()
    hidden = name[0] + "*" * (len(name) - 1) if len(name) > 1 else "*"
    return hidden + "@" + host


def run(input: dict) -> dict:
    if not input["text"].strip():
        raise ValueError("The text is blank")
    masked, hidden = ADDRESS.subn(mask, input["text"])
    return {"text": masked, "hidden": hidden}
`,
	other: [
		py`
import re


def run(input: dict) -> dict:
    source = input["text"]
    if source.strip() == "":
        raise ValueError("There is no text")
    parts, end, count = [], 0, 0
    for found in re.finditer(r"([\w.+-]+)@((?:[A-Za-z0-9-]+\.)+[A-Za-z0-9-]+)", source, re.ASCII):
        count += 1
        name = found.group(1)
        parts.append(source[end : found.start()])
        parts.append((name[0] if len(name) > 1 else "") + "*" * max(1, len(name) - 1))
        end = found.end(1)
    return {"text": "".join(parts) + source[end:], "hidden": count}
`,
	],
	tests: [
		{ name: 'none', input: { text: 'no address' }, output: { text: 'no address', hidden: 0 } },
		{
			name: 'two',
			input: { text: 'ab@c.de, fg@h.ij' },
			output: { text: 'a*@c.de, f*@h.ij', hidden: 2 },
		},
		{ name: 'without a dot', input: { text: 'me@localhost' }, output: { text: 'me@localhost', hidden: 0 } },
		{ name: 'signs', input: { text: 'a.b+c@d-e.org' }, output: { text: 'a****@d-e.org', hidden: 1 } },
		{ name: 'two dots', input: { text: 'bob@mail.example.org' }, output: { text: 'b**@mail.example.org', hidden: 1 } },
		{ name: 'blank', input: { text: ' \n' }, error: '' },
	],
	wrong: [
		{ of: 2, output: { text: 'm*@localhost', hidden: 1 }, why: 'any @ taken for an address' },
		{ of: 3, output: { text: 'a.*+*@d-e.org', hidden: 1 }, why: 'only letters hidden' },
		{ of: 4, output: { text: 'b*@mail.example.org', hidden: 1 }, why: 'miscounted the stars' },
	],
	faults: [
		fault('off-by-one', ['(len(name) - 1)', 'len(name)']),
		fault('missing-case', [' if len(name) > 1 else "*"', '']),
		fault('operator', [String.raw`(?:\.[A-Za-z0-9-]+)+`, String.raw`(?:\.[A-Za-z0-9-]+)*`]),
		fault('missing-case', ['[A-Za-z0-9._+-]+)@', '[A-Za-z0-9._]+)@']),
		fault('boundary', ['ADDRESS.subn(mask, input["text"])', 'ADDRESS.subn(mask, input["text"], count=1)']),
	],
};
