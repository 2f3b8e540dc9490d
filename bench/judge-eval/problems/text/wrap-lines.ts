import type { Problem } from '../../problem.ts';
import { fault, list, py, record, text, whole } from '../words.ts';

export const wrapLines: Problem = {
	order: {
		name: 'text/wrap_lines',
		purpose:
			'Break a text into lines of at most width characters, at spaces only. Runs of whitespace count as one space. A word that is longer than the width stands on a line of its own, uncut. A width below 1 is refused.',
		input: record({ text, width: whole }),
		output: record({ lines: list(text) }),
		examples: [
			{ input: { text: 'one two three', width: 7 }, output: { lines: ['one two', 'three'] } },
			{ input: { text: 'a  extraordinary b', width: 5 }, output: { lines: ['a', 'extraordinary', 'b'] } },
		],
		rejects: [{ input: { text: 'a b', width: 0 } }],
	},
	right: py`
def run(input: dict) -> dict:
    width = input["width"]
    if width < 1:
        raise ValueError("width must be at least 1")
    lines = []
    for word in input["text"].split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return {"lines": lines}
`,
	other: [
		py`
import textwrap


def run(input: dict) -> dict:
    if input["width"] <= 0:
        raise ValueError("the width must be positive")
    words = " ".join(input["text"].split())
    return {
        "lines": textwrap.wrap(words, input["width"], break_long_words=False, break_on_hyphens=False)
    }
`,
	],
	tests: [
		{ name: 'nothing', input: { text: '  ', width: 4 }, output: { lines: [] } },
		{ name: 'one word', input: { text: 'word', width: 4 }, output: { lines: ['word'] } },
		{ name: 'exactly full', input: { text: 'ab cd ef', width: 5 }, output: { lines: ['ab cd', 'ef'] } },
		{ name: 'width of one', input: { text: 'a b', width: 1 }, output: { lines: ['a', 'b'] } },
		{ name: 'a line break', input: { text: 'a\nb\tc', width: 4 }, output: { lines: ['a b', 'c'] } },
		{ name: 'negative', input: { text: 'a', width: -3 }, error: 'width' },
	],
	wrong: [
		{ of: 0, output: { lines: [''] }, why: 'an empty text taken for one empty line' },
		{ of: 2, output: { lines: ['ab', 'cd ef'] }, why: 'counted the space after the word' },
		{ of: 4, output: { lines: ['a', 'b c'] }, why: 'kept line breaks' },
	],
	faults: [
		fault('boundary', ['<= width:', '< width:']),
		fault('off-by-one', ['+ 1 + len(word)', '+ len(word)']),
		fault('missing-case', ['    if width < 1:\n        raise ValueError("width must be at least 1")\n', '']),
		fault('operator', ['.split():', '.split(" "):']),
		fault('boundary', ['if width < 1:', 'if width < 2:']),
	],
};
