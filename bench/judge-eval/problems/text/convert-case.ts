import type { Problem } from '../../problem.ts';
import { fault, py, record, text } from '../words.ts';

export const convertCase: Problem = {
	order: {
		name: 'text/convert_case',
		purpose:
			'Turn a name of words in camelCase, PascalCase, kebab-case, snake_case or spaces into snake_case. Capitals in a row are one word, whose last one begins the next word where a small letter follows (HTTPServer is http_server). Digits stay with the letters before them. A name without letters is refused.',
		input: record({ name: text }),
		output: record({ snake: text }),
		examples: [
			{ input: { name: 'getHTTPServer' }, output: { snake: 'get_http_server' } },
			{ input: { name: 'user-name 2' }, output: { snake: 'user_name_2' } },
		],
		rejects: [{ input: { name: '42' } }],
	},
	right: py`
import re


def run(input: dict) -> dict:
    name = input["name"]
    if not re.search(r"[A-Za-z]", name):
        raise ValueError("The name has no letters")
    name = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", name)
    name = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name)
    return {"snake": re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_").lower()}
`,
	other: [
		py`
import re


def run(input: dict) -> dict:
    words = re.findall(r"[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*(?:[a-z]+[0-9]*)*|[0-9]+", input["name"])
    if not any(letter.isalpha() for word in words for letter in word):
        raise ValueError("There is no letter in the name")
    return {"snake": "_".join(word.lower() for word in words)}
`,
	],
	tests: [
		{ name: 'pascal', input: { name: 'UserName' }, output: { snake: 'user_name' } },
		{ name: 'kept', input: { name: 'already_snake' }, output: { snake: 'already_snake' } },
		{ name: 'one word', input: { name: 'Word' }, output: { snake: 'word' } },
		{ name: 'capitals at the end', input: { name: 'userID' }, output: { snake: 'user_id' } },
		{ name: 'digits', input: { name: 'page2Title' }, output: { snake: 'page2_title' } },
		{ name: 'only signs', input: { name: '--' }, error: '' },
	],
	wrong: [
		{ of: 3, output: { snake: 'user_i_d' }, why: 'each capital as a word' },
		{ of: 4, output: { snake: 'page_2_title' }, why: 'digits as a word of their own' },
		{ of: 0, output: { snake: '_user_name' }, why: 'a line before the first capital' },
	],
	faults: [
		fault('missing-case', ['    name = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\\1_\\2", name)\n', '']),
		fault('operator', ['([a-z0-9])([A-Z])', '([a-z])([A-Z])']),
		fault('boundary', ['.strip("_").lower()', '.lower()'], ['[^A-Za-z0-9]+', '[^A-Za-z0-9]']),
		fault('operator', ['([A-Z]+)([A-Z][a-z])', '([A-Z])([A-Z][a-z]?)']),
		fault('missing-case', ['r"[A-Za-z]", name', 'r"[A-Za-z0-9]", name']),
	],
	probes: [{ input: { name: ' spaced -- out ' } }],
};
