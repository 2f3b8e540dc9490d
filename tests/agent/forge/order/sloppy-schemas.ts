/** Orders as small models write them: the schemas. */

import type { SloppyOrder } from './sloppy-orders.ts';

const examples = [
	{ input: { path: 'a.csv', limit: 2 }, files: { 'a.csv': 'n\n1\n' }, output: { rows: 1, names: ['n'] } },
	{ input: { path: 'b.csv', limit: 3 }, files: { 'b.csv': 'm\n' }, output: { rows: 0, names: ['m'] } },
];
const rest = {
	name: 'tables/count_rows',
	purpose: 'Count rows',
	examples,
	rejects: [{ input: { path: 'none.csv', limit: 2 } }],
};
const text = { type: 'string' };
const whole = { type: 'integer' };
const output = { type: 'object', properties: { rows: whole, names: { type: 'array', items: text } } };
const input = { type: 'object', properties: { path: text, limit: whole } };

/** An order with an input schema like this, and what is read of it. */
function given(schema: unknown, expected: unknown): readonly [unknown, SloppyOrder[2]] {
	const isFault = Array.isArray(expected);
	return [{ ...rest, output, input: schema }, isFault ? { faults: expected } : { order: { input: expected } }];
}

const fields = (path: unknown, limit: unknown = whole) => ({
	type: 'object',
	properties: { path, limit },
	additionalProperties: false,
});

export const sloppySchemas: readonly SloppyOrder[] = [
	['types by the names of Python', ...given({ path: 'str', limit: 'int' }, fields(text))],
	[
		'types with words behind',
		...given(
			{ path: 'string - the file', limit: 'integer (rows to read)' },
			fields({ ...text, description: 'the file' }, { ...whole, description: 'rows to read' }),
		),
	],
	['unions in words', ...given({ path: 'str', limit: 'int | None' }, fields(text, { type: ['integer', 'null'] }))],
	['an optional type', ...given({ path: text, limit: 'Optional[int]' }, fields(text, { type: ['integer', 'null'] }))],
	['choices in words', ...given({ path: text, limit: 'Literal[2, 3]' }, fields(text, { enum: [2, 3] }))],
	[
		'names of fields that also name types',
		...given(['path', 'limit'], { ...fields(text, { type: 'number' }), required: ['path', 'limit'] }),
	],
	[
		'fields with nothing but words',
		...given(
			{ ...input, properties: { path: { description: 'string' }, limit: whole } },
			fields({ ...text, description: 'string' }),
		),
	],
	[
		'a table of fields that are called as keywords are',
		{
			...rest,
			output,
			input: { type: 'str', items: 'list[int]' },
			examples: examples.map((one, at) => ({ ...one, input: { type: `t${at}`, items: [1] }, writes: {} })),
			rejects: [{ input: { type: '', items: [] } }],
		},
		{ order: { input: { properties: { type: text, items: { type: 'array', items: whole } } } } },
	],
	['no "type" at the top', ...given({ properties: { path: text, limit: whole } }, fields(text))],
	['a table of schemas', ...given({ path: text, limit: whole }, fields(text))],
	[
		'a list of parameters',
		...given(
			[
				{ name: 'path', type: 'str', required: true },
				{ name: 'limit', type: 'int' },
			],
			{ ...fields(text), required: ['path'] },
		),
	],
	[
		'required as truth values in fields',
		...given(
			{ type: 'object', properties: { path: { ...text, required: true }, limit: { ...whole, required: 'false' } } },
			{ ...fields(text), required: ['path'] },
		),
	],
	['required as one text', ...given({ ...input, required: 'path' }, { ...fields(text), required: ['path'] })],
	[
		'required: true at the top',
		...given({ ...input, required: true }, { ...fields(text), required: ['path', 'limit'] }),
	],
	['additionalProperties: true', ...given({ ...input, additionalProperties: true }, fields(text))],
	[
		'$schema, $id, title and examples of it',
		...given({ $schema: 'x', $id: 'y', ...input, examples: [{}] }, fields(text)),
	],
	[
		'format and pattern',
		...given(
			{ ...input, properties: { path: { ...text, format: 'path', pattern: 'csv$' }, limit: whole } },
			fields({ ...text, description: '(format path, pattern csv$)' }),
		),
	],
	[
		'bounds of draft 4',
		...given(
			{ ...input, properties: { path: text, limit: { ...whole, minimum: 0, exclusiveMinimum: true } } },
			fields(text, { ...whole, exclusiveMinimum: 0 }),
		),
	],
	[
		'numbers as text',
		...given(
			{ ...input, properties: { path: { ...text, minLength: '1' }, limit: { ...whole, minimum: '0' } } },
			fields({ ...text, minLength: 1 }, { ...whole, minimum: 0 }),
		),
	],
	[
		'nullable',
		...given(
			{ ...input, properties: { path: text, limit: { ...whole, nullable: true } } },
			fields(text, { type: ['integer', 'null'] }),
		),
	],
	[
		'oneOf',
		...given(
			{ ...input, properties: { path: text, limit: { oneOf: [whole, { type: 'null' }] } } },
			fields(text, { anyOf: [whole, { type: 'null' }] }),
		),
	],
	['allOf of one', ...given({ ...input, properties: { path: text, limit: { allOf: [whole] } } }, fields(text))],
	[
		'references',
		...given(
			{
				...input,
				properties: { path: { $ref: '#/$defs/Path' }, limit: { $ref: '#/definitions/Limit' } },
				$defs: { Path: text },
				definitions: { Limit: whole },
			},
			fields(text),
		),
	],
	[
		'a reference to itself',
		...given(
			{
				...input,
				properties: { path: text, limit: { $ref: '#/$defs/Node' } },
				$defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } } },
			},
			['input'],
		),
	],
	[
		'a reference to nothing',
		...given({ ...input, properties: { path: text, limit: { $ref: 'other.json#/x' } } }, ['input']),
	],
	[
		'an enum under another name, of mixed values',
		...given(
			{ ...input, properties: { path: text, limit: { type: 'string', choices: [2, 3, 'all', null] } } },
			fields(text, { enum: [2, 3, 'all', null] }),
		),
	],
	[
		'a const',
		...given(
			{ ...input, properties: { path: text, limit: { anyOf: [{ const: 2 }, { const: 3 }] } } },
			fields(text, { anyOf: [{ const: 2 }, { const: 3 }] }),
		),
	],
	['no input schema', ...given(undefined, { ...fields(text, { type: 'number' }), required: ['path', 'limit'] })],
	['an empty input schema', ...given({}, { ...fields(text, { type: 'number' }), required: ['path', 'limit'] })],
	['a field without a type', ...given({ ...input, properties: { path: {}, limit: whole } }, fields(text))],
	[
		'a type that there is not, of a field that the examples hold',
		...given({ ...input, properties: { path: { type: 'csvfile' }, limit: whole } }, fields(text)),
	],
	[
		'a type that there is not, of a field that no example holds',
		...given({ ...input, properties: { ...input.properties, mode: { type: 'csvmode' } } }, ['input.properties.mode']),
	],
	[
		'two faults of one schema',
		...given({ ...input, required: ['file'], properties: { path: text, limit: { ...whole, not: {} } } }, [
			'input',
			'input.properties.limit',
		]),
	],
	[
		'a list without items',
		{ ...rest, input, output: { type: 'object', properties: { rows: 'int', names: { type: 'array' } } } },
		{ order: { output: { ...output, additionalProperties: false } } },
	],
	[
		'a list in words',
		{ ...rest, input, output: { rows: 'int', names: 'List[str]' } },
		{ order: { output: { ...output, additionalProperties: false } } },
	],
	[
		'a tuple',
		{
			...rest,
			input,
			output: { ...output, properties: { rows: whole, names: { type: 'array', items: [text, text] } } },
		},
		{ order: { output: { ...output, additionalProperties: false } } },
	],
	[
		'a map',
		{
			...rest,
			input,
			output: {
				type: 'object',
				properties: { rows: whole, counts: { type: 'object', additionalProperties: { type: 'int' } } },
			},
			examples: examples.map((one) => ({ ...one, output: { rows: one.output.rows, counts: { a: 1 } } })),
		},
		{ order: { output: { properties: { counts: { type: 'object', additionalProperties: whole } } } } },
	],
	[
		'a map at the top',
		{
			...rest,
			input,
			output: { type: 'object', additionalProperties: whole },
			examples: examples.map((one) => ({ ...one, output: { a: 1 } })),
		},
		{ faults: ['output'] },
	],
	[
		'a number for the result',
		{ ...rest, input, output: 'int', examples: examples.map((one) => ({ ...one, output: one.output.rows })) },
		{
			order: {
				output: { type: 'object', properties: { result: whole }, required: ['result'], additionalProperties: false },
				examples: [{ output: { result: 1 } }, { output: { result: 0 } }],
			},
		},
	],
];
