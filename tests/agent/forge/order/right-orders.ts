/** Orders that are right as they stand, whatever their fields and values are called: they must pass as they are. */

import { field, list, map, number, object, order, result, text, whole } from './right-parts.ts';

const orderFields = {
	name: text,
	purpose: text,
	input: text,
	output: text,
	examples: list(text),
	rejects: list(text),
	capabilities: text,
	dependencies: list(text),
	category: text,
	anyway: { type: 'boolean' },
};
const likeAnOrder = (name: string) => ({
	name,
	purpose: 'p',
	input: 'i',
	output: 'o',
	examples: ['a'],
	rejects: [],
	capabilities: 'none',
	dependencies: [],
	category: 'c',
	anyway: true,
});

export const rightOrders: readonly (readonly [string, object])[] = [
	[
		'fields of the input called as those of an order',
		order({
			input: object(orderFields),
			output: object({ n: number }),
			examples: [
				{ input: likeAnOrder('a'), output: { n: 1 } },
				{ input: likeAnOrder('b'), output: { n: 2 } },
			],
			rejects: [{ input: likeAnOrder('') }],
		}),
	],
	[
		'fields of the result called as those of an order',
		result(object(orderFields), [likeAnOrder('a'), likeAnOrder('b')]),
	],
	[
		'fields called as keywords of a schema',
		field(
			'value',
			object(
				{
					type: text,
					format: text,
					required: { type: 'boolean' },
					properties: map(text),
					items: list(number),
					enum: list(text),
					$ref: text,
					anyOf: text,
				},
				['type'],
			),
			[
				{
					type: 'string',
					format: 'date',
					required: true,
					properties: { a: 'b' },
					items: [1],
					enum: ['x'],
					$ref: '#/a',
					anyOf: 'y',
				},
				{ type: 'object' },
				{ type: '' },
			],
		),
	],
	['a field called type', field('type', text, ['integer', 'string', ''])],
	['a field called format', field('format', { enum: ['csv', 'json'] }, ['csv', 'json', 'xml'])],
	['a field called required', field('required', list(text), [['a'], ['b', 'c'], []])],
	['a field called properties', field('properties', map(number), [{ type: 1 }, { properties: 2 }, {}])],
	[
		'a field called items',
		field('items', list(object({ name: text, value: number })), [
			[
				{ name: 'a', value: 1 },
				{ name: 'b', value: 2 },
			],
			[{ name: 'c', value: 1 }],
			[],
		]),
	],
	['a field called description', field('description', text, ['none', '-', ''])],
	['a field called schema', field('schema', object({ type: text }), [{ type: 'int' }, { type: 'str' }, { type: '' }])],
	[
		'fields called input and output',
		order({
			input: object({ input: text, output: text }),
			output: object({ input: text, output: number }),
			examples: [
				{ input: { input: 'a', output: 'b' }, output: { input: 'a', output: 1 } },
				{ input: { input: 'c', output: 'd' }, output: { input: 'c', output: 2 } },
			],
			rejects: [{ input: { input: '', output: '' } }],
		}),
	],
	[
		'fields called examples, files, writes and says',
		order({
			input: object({ examples: list(text), files: list(text), writes: text, says: text }),
			output: object({ files: whole, error: text }),
			examples: [
				{ input: { examples: ['a'], files: ['b'], writes: 'c', says: 'd' }, output: { files: 1, error: 'none' } },
				{ input: { examples: [], files: ['b'], writes: 'null', says: '-' }, output: { files: 2, error: '' } },
			],
			rejects: [{ input: { examples: [], files: [], writes: '', says: '' }, says: 'empty' }],
		}),
	],
	['numbers as text that are text', field('code', text, ['007', '42', ''])],
	['numbers as text or numbers', field('code', { type: ['string', 'number'] }, ['42', 42, ''])],
	['truth values as text', field('answer', text, ['true', 'False', 'maybe'])],
	['JSON as text', field('json', text, ['{"a": 1}', '[1, 2]', '{'])],
	['text that says that there is nothing', field('word', text, ['none', 'null', ''])],
	['a list of texts that say that there is nothing', field('words', list(text), [['none', '-', ''], ['null'], []])],
	[
		'null as a value that is wanted',
		result(object({ found: { type: ['string', 'null'] } }), [{ found: null }, { found: 'a' }]),
	],
	['null in a list', field('values', list({ type: ['number', 'null'] }), [[1, null], [null], []])],
	['a list or null, with its items', field('rows', { type: ['array', 'null'], items: number }, [[1], null, 'x'])],
	[
		'an object or null, with its fields',
		field('row', { ...object({ a: number }), type: ['object', 'null'] }, [{ a: 1 }, null, 'x']),
	],
	['a number or a list of them', field('n', { anyOf: [number, list(number)] }, [1, [2, 3], []])],
	['one thing in a list', result(object({ rows: list(whole) }), [{ rows: [1] }, { rows: [] }])],
	['a list of lists', result(object({ rows: list(list(number)) }), [{ rows: [[1, 2]] }, { rows: [[]] }])],
	[
		'a list of pairs of a name and a value',
		result(object({ pairs: list(object({ key: text, value: number })) }), [
			{ pairs: [{ key: 'a', value: 1 }] },
			{ pairs: [] },
		]),
	],
	['a map of lists', result(object({ groups: map(list(text)) }), [{ groups: { a: ['x'], name: [] } }, { groups: {} }])],
	['an empty object that is wanted', result(object({ groups: map(number), n: whole }), [{ groups: {} }, { n: 2 }])],
	['a field that need not be there', field('limit', { type: 'integer', minimum: 0, default: 0 }, [1, 2, -1], false)],
	[
		'bounds, choices, constants, descriptions and a default',
		field(
			'mode',
			{
				anyOf: [{ const: 'a' }, { enum: ['b', 'c', 1, true, null] }],
				description: 'string',
				default: null,
				title: 'Number',
			},
			['a', 'b', 'x'],
		),
	],
	[
		'lists of plain values that are unique',
		field('ids', { ...list(text), uniqueItems: true, minItems: 1, maxItems: 9 }, [['a'], ['b', 'c'], ['']]),
	],
	['a description that says a type', field('n', { type: 'number', description: 'integer' }, [1, 2, 'x'])],
	['a category called tools', { ...field('n', number, [1, 2, 'x']), name: 'tools/count_things' }],
	[
		'packages with bounds',
		{ ...field('n', number, [1, 2, 'x']), dependencies: ['lxml>=5,<6', 'Pillow', 'pandas[excel]==2.2'] },
	],
	['paths that are values', field('path', text, ['/etc/hosts', 'C:\\a b', ''])],
	['texts with an arrow', field('text', text, ['{"a": 1} -> {"b": 2}', 'a => b', ''])],
	[
		'words that name types',
		result(object({ kind: text, types: list(text) }), [
			{ kind: 'string', types: ['int', 'float'] },
			{ kind: 'none', types: [] },
		]),
	],
];
