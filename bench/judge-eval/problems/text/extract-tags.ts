import type { Problem } from '../../problem.ts';
import { fault, list, py, record, text } from '../words.ts';

export const extractTags: Problem = {
	order: {
		name: 'text/extract_tags',
		purpose:
			'The hashtags of a message in the order in which they come, without #, in small letters, each once. A tag begins with # at the start or after whitespace, and goes on over letters, digits and underscores; it has at least one letter (#1 is none). A message longer than 5000 characters is refused.',
		input: record({ message: text }),
		output: record({ tags: list(text) }),
		examples: [
			{ input: { message: 'Go #Team, #go2!' }, output: { tags: ['team', 'go2'] } },
			{ input: { message: '#a #A a#b #1' }, output: { tags: ['a'] } },
		],
		rejects: [{ input: { message: 'x'.repeat(5001) } }],
	},
	right: py`
import re


def run(input: dict) -> dict:
    message = input["message"]
    if len(message) > 5000:
        raise ValueError("The message is longer than 5000 characters")
    tags = []
    for tag in re.findall(r"(?:^|(?<=\s))#(\w+)", message):
        tag = tag.lower()
        if any(letter.isalpha() for letter in tag) and tag not in tags:
            tags.append(tag)
    return {"tags": tags}
`,
	other: [
		py`
import re


def run(input: dict) -> dict:
    if len(input["message"]) >= 5001:
        raise ValueError("More than 5000 characters")
    found = (re.match(r"#(\w+)", part) for part in input["message"].split())
    tags = (match.group(1).lower() for match in found if match)
    return {"tags": list(dict.fromkeys(tag for tag in tags if re.search(r"[^\W\d_]", tag)))}
`,
	],
	tests: [
		{ name: 'none', input: { message: 'plain words' }, output: { tags: [] } },
		{ name: 'empty', input: { message: '' }, output: { tags: [] } },
		{ name: 'lines', input: { message: 'one\n#two\n#three' }, output: { tags: ['two', 'three'] } },
		{ name: 'underscore', input: { message: '#so_cool #__' }, output: { tags: ['so_cool'] } },
		{ name: 'two signs', input: { message: '##x #y' }, output: { tags: ['y'] } },
		{ name: 'again', input: { message: '#b #a #b' }, output: { tags: ['b', 'a'] } },
	],
	wrong: [
		{ of: 5, output: { tags: ['a', 'b'] }, why: 'sorted' },
		{ of: 4, output: { tags: ['x', 'y'] }, why: 'any # begins a tag' },
		{ of: 3, output: { tags: ['so_cool', '__'] }, why: 'forgot that a letter is needed' },
	],
	faults: [
		fault('missing-case', ['any(letter.isalpha() for letter in tag) and ', '']),
		fault('order', ['{"tags": tags}', '{"tags": sorted(tags)}']),
		fault('operator', [String.raw`(?:^|(?<=\s))#`, '#']),
		fault('missing-case', [' and tag not in tags', '']),
		fault('boundary', [String.raw`(?:^|(?<=\s))#`, String.raw`(?<=\s)#`]),
		fault('boundary', ['> 5000:', '> 5001:']),
	],
};
