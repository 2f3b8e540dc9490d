import type { Problem } from '../../problem.ts';
import { fault, list, py, record, text, whole } from '../words.ts';

const counted = record({ word: text, count: whole });

export const countWords: Problem = {
	order: {
		name: 'text/count_words',
		purpose:
			'The most frequent words of a text, at most limit of them, most frequent first and alphabetical among equals. Words are runs of letters and apostrophes, without regard to case; digits and signs separate them. A limit below 1 is refused.',
		input: record({ text, limit: whole }),
		output: record({ words: list(counted) }),
		examples: [
			{
				input: { text: 'The cat and the dog', limit: 2 },
				output: {
					words: [
						{ word: 'the', count: 2 },
						{ word: 'and', count: 1 },
					],
				},
			},
			{ input: { text: "Don't, DON'T!", limit: 5 }, output: { words: [{ word: "don't", count: 2 }] } },
		],
		rejects: [{ input: { text: 'a', limit: 0 } }],
	},
	right: py`
import re
from collections import Counter


def run(input: dict) -> dict:
    if input["limit"] < 1:
        raise ValueError("limit must be at least 1")
    words = re.findall(r"[^\W\d_']+(?:'[^\W\d_]+)*", input["text"].lower())
    ranked = sorted(Counter(words).items(), key=lambda pair: (-pair[1], pair[0]))
    return {"words": [{"word": word, "count": count} for word, count in ranked[: input["limit"]]]}
`,
	other: [
		py`
def run(input: dict) -> dict:
    limit = input["limit"]
    if limit <= 0:
        raise ValueError("The limit must be 1 or more")
    kept = "".join(letter if letter.isalpha() or letter == "'" else " " for letter in input["text"].lower())
    counts: dict = {}
    for part in kept.split():
        word = part.strip("'")
        if word:
            counts[word] = counts.get(word, 0) + 1
    words = sorted(counts)
    words.sort(key=lambda word: counts[word], reverse=True)
    return {"words": [{"word": word, "count": counts[word]} for word in words][:limit]}
`,
	],
	tests: [
		{ name: 'nothing', input: { text: '', limit: 3 }, output: { words: [] } },
		{ name: 'only digits', input: { text: '1 2 3', limit: 3 }, output: { words: [] } },
		{
			name: 'ties by the alphabet',
			input: { text: 'b a c', limit: 2 },
			output: {
				words: [
					{ word: 'a', count: 1 },
					{ word: 'b', count: 1 },
				],
			},
		},
		{ name: 'other letters', input: { text: 'Öl öl', limit: 1 }, output: { words: [{ word: 'öl', count: 2 }] } },
		{
			name: 'digits separate',
			input: { text: 'a1b a', limit: 5 },
			output: {
				words: [
					{ word: 'a', count: 2 },
					{ word: 'b', count: 1 },
				],
			},
		},
		{ name: 'negative limit', input: { text: 'x', limit: -1 }, error: '' },
	],
	wrong: [
		{
			of: 2,
			output: {
				words: [
					{ word: 'b', count: 1 },
					{ word: 'a', count: 1 },
				],
			},
			why: 'ties by their place',
		},
		{
			of: 4,
			output: {
				words: [
					{ word: 'a', count: 1 },
					{ word: 'a1b', count: 1 },
				],
			},
			why: 'digits as letters',
		},
		{ of: 1, output: { words: [{ word: '1', count: 1 }] }, why: 'numbers as words' },
	],
	faults: [
		fault('order', ['(-pair[1], pair[0])', '-pair[1]']),
		fault('operator', ['.lower())', ')']),
		fault('off-by-one', ['ranked[: input["limit"]]', 'ranked[: input["limit"] - 1]']),
		fault('missing-case', [String.raw`[^\W\d_']+(?:'[^\W\d_]+)*`, "[a-z']+"]),
		fault('order', ['key=lambda pair: (-pair[1], pair[0])', 'reverse=True, key=lambda pair: (pair[1], pair[0])']),
	],
};
