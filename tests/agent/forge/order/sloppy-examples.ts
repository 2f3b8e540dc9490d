/** Orders as small models write them: the examples and what must be refused. */

import type { SloppyOrder } from './sloppy-orders.ts';

const rest = {
	name: 'text/count_words',
	purpose: 'Count words',
	input: { type: 'object', properties: { text: { type: 'string' }, least: { type: 'integer' } }, required: ['text'] },
	output: { type: 'object', properties: { words: { type: 'integer' } }, required: ['words'] },
	rejects: [{ input: { text: '' } }],
};
const examples = [
	{ input: { text: 'a b' }, output: { words: 2 } },
	{ input: { text: 'c' }, output: { words: 1 } },
];
const [first, second] = examples;
const read = { order: { examples } };
const refusing = (rejects: unknown, expected: SloppyOrder[2]): readonly [unknown, SloppyOrder[2]] => [
	{ ...rest, examples, rejects },
	expected,
];
const files = { 'a.txt': 'x y' };
const filed = [{ ...first, files }, second];

export const sloppyExamples: readonly SloppyOrder[] = [
	[
		'examples as {in, out}',
		{ ...rest, examples: examples.map(({ input, output }) => ({ in: input, out: output })) },
		read,
	],
	['examples as pairs', { ...rest, examples: examples.map(({ input, output }) => [input, output]) }, read],
	['examples as JSON text', { ...rest, examples: JSON.stringify(examples) }, read],
	['each example as JSON text', { ...rest, examples: examples.map((one) => JSON.stringify(one)) }, read],
	[
		'examples as text with an arrow',
		{ ...rest, examples: examples.map(({ input, output }) => `${JSON.stringify(input)} -> ${JSON.stringify(output)}`) },
		read,
	],
	['examples by name', { ...rest, examples: { first, second } }, read],
	[
		'arguments and expected result',
		{
			...rest,
			tests: examples.map(({ input, output }) => ({
				name: 'x',
				arguments: JSON.stringify(input),
				expected_output: output,
			})),
		},
		read,
	],
	[
		'bare values',
		{
			...rest,
			examples: [
				{ input: 'a b', output: 2 },
				{ input: 'c', output: 1 },
			],
		},
		read,
	],
	[
		'input and result side by side',
		{
			...rest,
			examples: [
				{ text: 'a b', words: 2 },
				{ text: 'c', words: 1 },
			],
		},
		read,
	],
	[
		'input beside a named result',
		{
			...rest,
			examples: [
				{ text: 'a b', expected: { words: 2 } },
				{ text: 'c', expected: 1 },
			],
		},
		read,
	],
	[
		'numbers as text, null for absent',
		{ ...rest, examples: [{ input: { text: 'a b', least: null }, output: { words: '2' } }, second] },
		read,
	],
	[
		'a null that is wanted where the schema has none',
		{
			...rest,
			output: { words: 'int', longest: 'str' },
			examples: [first, { ...second, output: { words: 1, longest: null } }],
		},
		{ faults: ['examples[1].output.longest'] },
	],
	['keys in another spelling', { ...rest, examples: [{ input: { Text: 'a b' }, output: { WORDS: 2 } }, second] }, read],
	['the same example twice', { ...rest, examples: [first, first, second] }, read],
	[
		'six examples',
		{
			...rest,
			examples: ['a b', 'c', 'd', 'e', 'f', 'g'].map((text) => ({
				input: { text },
				output: { words: text.split(' ').length },
			})),
		},
		{ order: { examples: [{}, {}, {}, {}, {}] } },
	],
	['one example', { ...rest, examples: [first] }, { faults: ['examples'] }],
	['one example as an object', { ...rest, examples: first }, { faults: ['examples'] }],
	[
		'a field of the result that there is not',
		{ ...rest, examples: [first, { input: { text: 'c' }, output: { total: 1 } }] },
		{ faults: ['examples[1].output'] },
	],
	[
		'three faults of two examples',
		{ ...rest, examples: [{ input: { txt: 'a' }, output: { words: 'two' } }, second] },
		{ faults: ['examples[0].input', 'examples[0].input', 'examples[0].output.words'] },
	],
	[
		'an example that contradicts another',
		{ ...rest, examples: [first, { ...first, output: { words: 3 } }] },
		{ faults: ['examples[1]'] },
	],
	[
		'an example that wants an error',
		{ ...rest, examples: [...examples, { input: { text: ' ' }, output: { error: 'ValueError: no words' } }] },
		{ order: { examples, rejects: [{ input: { text: '' } }, { input: { text: ' ' }, says: 'no words' }] } },
	],
	[
		'files as a list',
		{ ...rest, examples: [{ ...first, files: [{ name: 'a.txt', content: 'x y' }] }, second] },
		{ order: { examples: filed } },
	],
	[
		'files of a list of lines, of JSON, of rows',
		{
			...rest,
			examples: [{ ...first, files: { 'a.txt': ['x', 'y'], 'b.json': { z: 1 }, 'c.csv': [['n'], [1]] } }, second],
		},
		{ order: { examples: [{ files: { 'a.txt': 'x\ny\n', 'b.json': { z: 1 }, 'c.csv': [['n'], [1]] } }, {}] } },
	],
	[
		'paths of the session',
		{
			...rest,
			examples: [{ input: { text: '/inputs/a.txt' }, files: { '/inputs/a.txt': 'x y' }, output: { words: 2 } }, second],
		},
		{ order: { examples: [{ input: { text: 'a.txt' }, files, output: { words: 2 } }, second] } },
	],
	[
		'a path of a file that is not given',
		{ ...rest, examples: [{ input: { text: '/inputs/a.txt' }, output: { words: 2 } }, second] },
		{ faults: ['examples[0].input'] },
	],
	[
		'a file of bytes',
		{ ...rest, examples: [{ ...first, files: { 'a.bin': 7 } }, second] },
		{ faults: ['examples[0].files["a.bin"]'] },
	],
	[
		'a fault behind an example that wants an error, and behind one that is there twice',
		{
			...rest,
			examples: [
				{ input: { text: ' ' }, error: 'no words' },
				first,
				first,
				{ input: { text: 'c' }, output: { words: 'x' } },
			],
		},
		{ faults: ['examples[3].output.words'] },
	],
	[
		'an error instead of a result',
		{ ...rest, examples: [...examples, { input: { text: ' ' }, output: 'ValueError: no words' }] },
		{ order: { examples, rejects: [{ input: { text: '' } }, { input: { text: ' ' }, says: 'no words' }] } },
	],
	['an example as an object, and one as JSON text', { ...rest, examples: [first, JSON.stringify(second)] }, read],
	[
		'results that are null or say that there is none',
		{
			...rest,
			output: 'Optional[str]',
			examples: [
				{ input: 'a', output: null },
				{ input: '-', output: 'none' },
				{ input: ' ', output: '' },
			],
		},
		{
			order: {
				examples: [
					{ input: { text: 'a' }, output: { result: null } },
					{ input: { text: '-' }, output: { result: 'none' } },
					{ input: { text: ' ' }, output: { result: '' } },
				],
			},
		},
	],
	['bare inputs to refuse', ...refusing([{ text: '' }], { order: { rejects: [{ input: { text: '' } }] } })],
	[
		'one object to refuse',
		...refusing({ input: { text: '' }, error: 'ValueError' }, { order: { rejects: [{ input: { text: '' } }] } }),
	],
	[
		'the message to refuse with',
		...refusing([{ input: { text: '' }, raises: 'ValueError: text is empty' }], {
			order: { rejects: [{ input: { text: '' }, says: 'text is empty' }] },
		}),
	],
	[
		'reasons to refuse, which no message need hold',
		...refusing(
			[
				{ input: { text: '' }, reason: 'words are missing' },
				{ input: { text: ' ' }, output: 'error' },
			],
			{
				order: { rejects: [{ input: { text: '' } }, { input: { text: ' ' } }] },
			},
		),
	],
	[
		'a value to refuse',
		...refusing([7, { text: '' }], { order: { rejects: [{ input: { text: 7 } }, { input: { text: '' } }] } }),
	],
	['words for an input to refuse', ...refusing(['an empty text'], { faults: ['rejects[0].input'] })],
	['an example to refuse', ...refusing([{ input: { text: 'c' } }], { faults: ['rejects[0]'] })],
	['none to refuse', ...refusing([], { faults: ['rejects'] })],
];
