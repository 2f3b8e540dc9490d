import type { Problem } from '../../problem.ts';
import { fault, py, record, text } from '../words.ts';

export const slugifyTitle: Problem = {
	order: {
		name: 'text/slugify_title',
		purpose:
			'Make the slug of a title for a web address: small letters a to z and digits, everything else becomes one hyphen, none at the ends. Accents are dropped (é becomes e). A title without any letter or digit is refused.',
		input: record({ title: text }),
		output: record({ slug: text }),
		examples: [
			{ input: { title: 'Hello, World!' }, output: { slug: 'hello-world' } },
			{ input: { title: '  Café au lait  ' }, output: { slug: 'cafe-au-lait' } },
		],
		rejects: [{ input: { title: ' -- ' } }],
	},
	right: py`
import re
import unicodedata


def run(input: dict) -> dict:
    plain = unicodedata.normalize("NFKD", input["title"]).lower()
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if not slug:
        raise ValueError("The title has no letter or digit")
    return {"slug": slug}
`,
	other: [
		py`
import unicodedata

ALLOWED = "abcdefghijklmnopqrstuvwxyz0123456789"


def run(input: dict) -> dict:
    words = [""]
    for letter in unicodedata.normalize("NFD", input["title"].lower()):
        if letter in ALLOWED:
            words[-1] += letter
        elif not unicodedata.combining(letter) and words[-1]:
            words.append("")
    parts = [word for word in words if word]
    if not parts:
        raise ValueError("There is no letter or digit in the title")
    return {"slug": "-".join(parts)}
`,
	],
	tests: [
		{ name: 'digits', input: { title: 'Top 10 of 2024' }, output: { slug: 'top-10-of-2024' } },
		{ name: 'signs in a row', input: { title: 'a -- b' }, output: { slug: 'a-b' } },
		{ name: 'at the ends', input: { title: '!wow!' }, output: { slug: 'wow' } },
		{ name: 'underscore', input: { title: 'snake_case name' }, output: { slug: 'snake-case-name' } },
		{ name: 'accents', input: { title: 'Übung 1: São' }, output: { slug: 'ubung-1-sao' } },
		{ name: 'nothing', input: { title: '' }, error: '' },
	],
	wrong: [
		{ of: 1, output: { slug: 'a----b' }, why: 'each sign for itself' },
		{ of: 3, output: { slug: 'snake_case-name' }, why: 'the underscore counted as a letter' },
		{ of: 5, output: { slug: '' }, why: 'nothing is not refused' },
	],
	faults: [
		fault('operator', ['[^a-z0-9]+', '[^a-z0-9]']),
		fault('boundary', ['.strip("-")', '.lstrip("-")']),
		fault('missing-case', ['    if not slug:\n        raise ValueError("The title has no letter or digit")\n', '']),
		fault('order', ['("NFKD", input["title"]).lower()', '("NFKD", input["title"])']),
		fault('type', ['"".join(letter for letter in plain if not unicodedata.combining(letter))', 'plain.strip()']),
		fault(
			'chance',
			['import re\n', 'import random\nimport re\n'],
			['.strip("-")', '.strip("-")[: random.randint(9, 12)]'],
		),
	],
};
