import fc from 'fast-check';

/** Schemas that pass the gate, and values that fit them, of fields and texts that mean something elsewhere. */

interface Typed {
	readonly schema: object;
	readonly value: fc.Arbitrary<unknown>;
}

const names =
	'type format items properties required name input output examples description enum path file data schema title default value writes says args tool function purpose $ref const anyOf id'.split(
		' ',
	);
const texts = [
	'',
	'-',
	'none',
	'null',
	'None',
	'true',
	'42',
	'007',
	'{"a": 1}',
	'[1]',
	'string',
	'int',
	'a -> b',
	'x\ny',
	' a ',
];

const text = fc.constantFrom(...texts);
const number = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constant(0.5));
const whole = fc.integer({ min: 0, max: 9 });
const plain: fc.Arbitrary<Typed> = fc.constantFrom<Typed>(
	{ schema: { type: 'string' }, value: text },
	{ schema: { type: 'string', description: 'integer' }, value: text },
	{ schema: { type: 'integer', minimum: 0 }, value: whole },
	{ schema: { type: 'number' }, value: number },
	{ schema: { type: 'boolean' }, value: fc.boolean() },
	{ schema: { enum: ['a', 'none', '1', 1, null] }, value: fc.constantFrom('a', 'none', '1', 1, null) },
	{ schema: { type: ['string', 'null'] }, value: fc.oneof(text, fc.constant(null)) },
	{ schema: { type: ['number', 'string'] }, value: fc.oneof(text, number) },
);

const { node, object } = fc.letrec<{ node: Typed; object: Typed }>((tie) => ({
	node: fc.oneof(
		{ maxDepth: 2, withCrossShrink: true },
		plain,
		tie('object'),
		list(tie('node')),
		map(tie('node')),
		orNull(plain),
	),
	object: fc
		.dictionary(fc.constantFrom(...names), tie('node'), { minKeys: 1, maxKeys: 4, noNullPrototype: true })
		.map((fields): Typed => ({ schema: objectOf(fields), value: valuesOf(fields) })),
}));

function objectOf(fields: Readonly<Record<string, Typed>>): object {
	const properties = Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]));
	return { type: 'object', properties, required: Object.keys(fields), additionalProperties: false };
}

function valuesOf(fields: Readonly<Record<string, Typed>>): fc.Arbitrary<unknown> {
	const values = Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
	return fc.record(values, { noNullPrototype: true });
}

function list(items: fc.Arbitrary<Typed>): fc.Arbitrary<Typed> {
	return items.map(({ schema, value }) => ({
		schema: { type: 'array', items: schema },
		value: fc.array(value, { maxLength: 3 }),
	}));
}

function map(values: fc.Arbitrary<Typed>): fc.Arbitrary<Typed> {
	return values.map(({ schema, value }) => ({
		schema: { type: 'object', additionalProperties: schema },
		value: fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 3, noNullPrototype: true }),
	}));
}

function orNull(typed: fc.Arbitrary<Typed>): fc.Arbitrary<Typed> {
	return typed.map(({ schema, value }) => ({
		schema: { type: ['array', 'null'], items: schema },
		value: fc.oneof(fc.constant(null), fc.array(value, { maxLength: 2 })),
	}));
}

/** An order that is right: two schemas, and examples that fit them. */
export const rightOrder = fc
	.tuple(object, fc.oneof(object, fields(node)))
	.chain(([input, output]) =>
		fc.record({
			inputs: fc.uniqueArray(input.value, { minLength: 3, maxLength: 5, selector: (one) => JSON.stringify(one) }),
			outputs: fc.tuple(output.value, output.value, output.value, output.value),
			input: fc.constant(input.schema),
			output: fc.constant(output.schema),
		}),
	)
	.map(({ inputs, outputs, input, output }) => ({
		name: 'things/make_thing',
		purpose: 'Make a thing of another',
		input,
		output,
		examples: inputs.slice(1).map((one, at) => ({ input: one, output: outputs[at] })),
		rejects: inputs.slice(0, 1).map((one) => ({ input: one })),
	}));

function fields(typed: fc.Arbitrary<Typed>): fc.Arbitrary<Typed> {
	return typed.map((one) => ({ schema: objectOf({ only: one }), value: valuesOf({ only: one }) }));
}
