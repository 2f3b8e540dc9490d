/** Orders as small models write them: how the whole of it is put. Each row: how it is, the order, and what is read (a part of the order) or the fields that are sent back. */

import type { SloppyOrder } from './sloppy-orders.ts';

const numbers = { type: 'array', items: { type: 'number' } };
const input = { type: 'object', properties: { numbers }, required: ['numbers'] };
const output = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] };
const examples = [
	{ input: { numbers: [1, 2] }, output: { sum: 3 } },
	{ input: { numbers: [-1] }, output: { sum: -1 } },
];
const rejects = [{ input: { numbers: [] } }];
const whole = { name: 'numbers/sum_numbers', purpose: 'Add up numbers', input, output, examples, rejects };
const closed = { additionalProperties: false };
const read = {
	name: 'sum_numbers',
	category: 'numbers',
	input: { ...input, ...closed },
	output: { ...output, ...closed },
	examples,
	rejects,
};
const text = JSON.stringify;

export const sloppyForms: readonly SloppyOrder[] = [
	['a whole order without additionalProperties', whole, { order: read }],
	['schemas as JSON text', { ...whole, input: text(input), output: text(output) }, { order: read }],
	['all of it as JSON text', text(whole), { order: read }],
	['JSON in a Markdown fence', `\`\`\`json\n${text(whole)}\n\`\`\``, { order: read }],
	['schema text with trailing commas', { ...whole, input: text(input).replaceAll('}', ',}') }, { order: read }],
	[
		'schema text in Python literals',
		{
			...whole,
			input: text({ ...input, title: null })
				.replace('null', 'None')
				.replaceAll('"', "'"),
		},
		{ order: read },
	],
	['an array of pairs', Object.entries(whole), { order: read }],
	['an array of keys and values', Object.entries(whole).map(([key, value]) => ({ key, value })), { order: read }],
	['a list of one order', [whole], { order: read }],
	['nested arguments', { arguments: whole }, { order: read }],
	[
		'arguments as JSON text beside the name of the tool',
		{ name: 'forge_tool', arguments: text(whole) },
		{ order: read },
	],
	['nested parameters', { parameters: whole }, { order: read }],
	[
		'a function wrapper',
		{
			type: 'function',
			function: { name: 'numbers/sum_numbers', description: 'Add up', parameters: input },
			output,
			examples,
			rejects,
		},
		{ order: { ...read, purpose: 'Add up' } },
	],
	[
		'camelCase fields',
		{
			toolName: 'numbers/sumNumbers',
			description: 'Add up',
			inputSchema: input,
			outputSchema: output,
			testCases: examples,
			invalidInputs: rejects,
		},
		{ order: { ...read, purpose: 'Add up' } },
	],
	[
		'snake_case fields of other makers',
		{
			tool_name: 'sum_numbers',
			group: 'numbers',
			description: 'Add up',
			input_schema: input,
			returns: output,
			tests: examples,
			negative_tests: rejects,
		},
		{ order: read },
	],
	['category in a field of its own', { ...whole, name: 'sum_numbers', category: 'Numbers' }, { order: read }],
	['no category', { ...whole, name: 'sum_numbers' }, { order: { ...read, category: 'general' } }],
	['a name in camelCase with brackets', { ...whole, name: 'numbers/sumNumbers()' }, { order: read }],
	[
		'a name in words',
		{ ...whole, name: 'Sum Numbers', category: 'My numbers' },
		{ order: { name: 'sum_numbers', category: 'my_numbers' } },
	],
	['a name of one word', { ...whole, name: 'sum' }, { faults: ['name'] }],
	['purpose and description', { ...whole, description: 'other' }, { order: { purpose: 'Add up numbers' } }],
	[
		'an input whose fields are called as those of an order',
		{
			...whole,
			input: { name: 'str', description: 'str' },
			examples: examples.map(({ output }, at) => ({ input: { name: `n${at}`, description: 'd' }, output })),
			rejects: [{ input: { name: '', description: 'd' } }],
		},
		{
			order: {
				name: 'sum_numbers',
				input: { properties: { name: { type: 'string' }, description: { type: 'string' } } },
			},
		},
	],
	[
		'a purpose in lines',
		{ ...whole, purpose: ['Add up numbers.', 'Refuse none.'] },
		{ order: { purpose: 'Add up numbers. Refuse none.' } },
	],
	[
		'null and empty for absent',
		{ ...whole, capabilities: null, dependencies: '', varies: 'null', repairs: '', anyway: null },
		{ order: { ...read, capabilities: [], dependencies: [], varies: false, anyway: false } },
	],
	['flags as text', { ...whole, varies: 'True', anyway: 'no' }, { order: { varies: true, anyway: false } }],
	['deterministic for varies', { ...whole, deterministic: false }, { order: { varies: true } }],
	['fields that there are not', { ...whole, version: '1.0', author: 'me', language: 'python' }, { order: read }],
	[
		'one text for a list',
		{ ...whole, capabilities: 'files', dependencies: 'lxml' },
		{ order: { capabilities: ['files'], dependencies: ['lxml'] } },
	],
	[
		'capabilities by truth values',
		{ ...whole, capabilities: { files: true, network: false } },
		{ order: { capabilities: ['files'] } },
	],
	[
		'capabilities in other words',
		{ ...whole, capabilities: ['read_files', 'File I/O', 'none'] },
		{ faults: ['capabilities'] },
	],
	[
		'file access in other words',
		{ ...whole, capabilities: ['filesystem', 'shell'] },
		{ order: { capabilities: ['files', 'subprocess'] } },
	],
	['the network', { ...whole, capabilities: 'network, files' }, { faults: ['capabilities'] }],
	[
		'packages by version, and modules of Python',
		{ ...whole, packages: { lxml: '>=5', humanize: '*', json: '' } },
		{ order: { dependencies: ['lxml>=5', 'humanize'] } },
	],
	[
		'packages as objects',
		{ ...whole, requirements: [{ name: 'lxml', version: '5.3' }, 'csv'] },
		{ order: { dependencies: ['lxml==5.3'] } },
	],
	[
		'packages in one text',
		{ ...whole, dependencies: 'lxml>=5, humanize' },
		{ order: { dependencies: ['lxml>=5', 'humanize'] } },
	],
	[
		'inputs to refuse of fields that are called as those of an example are',
		{
			...whole,
			output: { words: 'int' },
			input: { file: 'str', note: 'str', input: 'str', output: 'str' },
			examples: [
				{ file: 'a', note: 'b', words: 2 },
				{ file: 'a', output: 'c', words: 1 },
			],
			rejects: [{ file: '' }, { input: 'c', output: 'd' }, { note: 'none' }],
		},
		{
			order: {
				examples: [
					{ input: { file: 'a', note: 'b' }, output: { words: 2 } },
					{ input: { file: 'a', output: 'c' }, output: { words: 1 } },
				],
				rejects: [{ input: { file: '' } }, { input: { input: 'c', output: 'd' } }, { input: { note: 'none' } }],
			},
		},
	],
	['no output and no rejects', { ...whole, output: undefined, rejects: undefined }, { faults: ['rejects'] }],
	['nothing', {}, { faults: ['name', 'purpose', 'input', 'output', 'examples', 'rejects'] }],
	[
		'words',
		'Please make a tool that adds up numbers',
		{ faults: ['name', 'purpose', 'input', 'output', 'examples', 'rejects'] },
	],
];
