import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawFrom } from '../../../../src/agent/forge/properties/draw.ts';
import { wordsIn } from '../../../../src/agent/forge/properties/input-words.ts';
import { makeInput } from '../../../../src/agent/forge/properties/made-input.ts';
import { checkSchema } from '../../../../src/agent/forge/spec/check-schema.ts';
import { createValidator } from '../../../../src/agent/forge/spec/json-schema.ts';

type Schema = Record<string, unknown>;

const leaf: fc.Arbitrary<Schema> = fc.oneof(
	fc.constantFrom('string', 'number', 'integer', 'boolean', 'null').map((type) => ({ type })),
	fc.record({
		type: fc.constant('integer'),
		minimum: fc.integer({ min: -1e6, max: 0 }),
		maximum: fc.integer({ min: 1, max: 1e6 }),
	}),
	fc.record({ type: fc.constant('number'), exclusiveMinimum: fc.integer({ min: -5, max: 5 }) }),
	fc.array(fc.string(), { minLength: 1, maxLength: 4 }).map((choices) => ({ enum: choices })),
	fc.integer().map((value) => ({ const: value })),
	fc.record({ type: fc.constant('string'), maxLength: fc.nat({ max: 9 }) }),
);
const name = fc
	.string({ minLength: 1, maxLength: 8 })
	.filter((text) => /^[^\p{Cc}]+$/u.test(text) && text !== '__proto__');

const { node } = fc.letrec<{ node: Schema }>((tie) => ({
	node: fc.oneof(
		{ maxDepth: 3, depthSize: 'small' },
		leaf,
		fc.record({ type: fc.constant('array'), items: tie('node'), minItems: fc.nat({ max: 3 }) }),
		fc.record({ type: fc.constant('object'), additionalProperties: tie('node') }),
		fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
		fc.dictionary(name, tie('node'), { minKeys: 1, maxKeys: 4 }).map(asObject),
	),
}));
const schema = fc.dictionary(name, node, { minKeys: 1, maxKeys: 4 }).map(asObject);

function asObject(properties: Schema): Schema {
	return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

const making = (seed: number, items = 3) => ({ draw: drawFrom(seed), words: wordsIn([]), items, isFree: true });

describe('an input that is made of a schema', () => {
	it('fits it, whatever the schema, as long as the gate lets it through', async () => {
		await fc.assert(
			fc.asyncProperty(schema, fc.nat(), async (one, seed) => {
				fc.pre(checkSchema(one, 'input') === undefined);
				expect((await createValidator(one))(makeInput(one, making(seed)))).toBeUndefined();
			}),
			{ numRuns: 150 },
		);
	});

	it('is the same for the same seed, and another one for others', () => {
		const one = { type: 'object', properties: { a: { type: 'array', items: { type: 'integer' } } }, required: ['a'] };
		expect(makeInput(one, making(1))).toEqual(makeInput(one, making(1)));
		const all = new Set(Array.from({ length: 20 }, (_, seed) => JSON.stringify(makeInput(one, making(seed)))));
		expect(all.size).toBeGreaterThan(10);
	});

	it('stays small, however much the schema asks for', () => {
		const huge = { type: 'string', minLength: 1e9 };
		const list = { type: 'array', minItems: 1e9, items: { type: 'array', minItems: 1e9, items: huge } };
		const wide = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`f${at}`, { type: 'integer' }]));
		const one = { type: 'object', properties: { list, wide: asObject(wide) }, required: ['list', 'wide'] };
		expect(JSON.stringify(makeInput(one, making(1, 40))).length).toBeLessThan(200_000);
	});

	it('has the texts that examples have at that place, and no others where files are at hand', () => {
		const rows = { type: 'array', items: asObject({ kind: { type: 'string' } }) };
		const one = asObject({
			file: { type: 'string' },
			rows,
			by: { type: 'object', additionalProperties: { type: 'string' } },
		});
		const words = wordsIn([{ file: 'a.csv', rows: [{ kind: 'tree' }, { kind: 'bush' }], by: { x: 'y' } }]);
		for (let seed = 1; seed < 20; seed++) {
			const made = makeInput(one, { draw: drawFrom(seed), words, items: 4, isFree: false });
			expect(made['file']).toBe('a.csv');
			for (const row of made['rows'] as { kind: string }[]) expect(row.kind).toBeOneOf(['tree', 'bush']);
			for (const [key, value] of Object.entries(made['by'] as object)) expect([key, value]).toEqual(['x', 'y']);
		}
	});
});
