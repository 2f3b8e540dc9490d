import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemaOf } from '../../../../src/agent/forge/order/schema/derive-schema.ts';
import { widened } from '../../../../src/agent/forge/repair/widen.ts';
import { createValidator } from '../../../../src/agent/forge/spec/json-schema.ts';

const object = (properties: object, required: readonly string[] = []) => ({
	type: 'object',
	properties,
	required,
	additionalProperties: false,
});

describe('a schema is widened', () => {
	it.each([
		[
			'not at all for what it takes',
			{ n: { type: 'integer', maximum: 9 } },
			{ n: 9 },
			{ n: { type: 'integer', maximum: 9 } },
		],
		['by a field', { n: { type: 'number' } }, { n: 1, unit: 'm' }, { n: { type: 'number' }, unit: { type: 'string' } }],
		['from whole numbers to all', { n: { type: 'integer' } }, { n: 1.5 }, { n: { type: 'number' } }],
		['by a type', { n: { type: 'number' } }, { n: null }, { n: { type: ['number', 'null'] } }],
		['by a choice', { n: { enum: ['a'] } }, { n: 'b' }, { n: { enum: ['a', 'b'] } }],
		['past a bound', { n: { type: 'integer', maximum: 9 } }, { n: 10 }, { n: { type: 'integer' } }],
		[
			'within a list',
			{ n: { type: 'array', items: { type: 'number' }, maxItems: 1 } },
			{ n: ['x', 2] },
			{ n: { type: 'array', items: { type: ['number', 'string'] } } },
		],
		[
			'by an alternative where kinds differ',
			{ n: { type: 'string' } },
			{ n: ['x'] },
			{ n: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] } },
		],
	])('%s', async (_, properties, value, expected) => {
		expect(await widened(object(properties), [value], 'whole')).toEqual(object(expected));
	});

	it('so that what an example leaves out need not be there', async () => {
		const schema = object({ n: { type: 'number' }, m: { type: 'number' } }, ['n', 'm']);
		expect(await widened(schema, [{ n: 1 }], 'whole')).toEqual({ ...schema, required: ['n'] });
		expect(await widened(schema, [{ n: 1 }], 'part')).toEqual(schema);
	});

	it('or left alone where nothing says the type of a new field', async () => {
		expect(await widened(object({}), [{ list: [] }], 'whole')).toBeUndefined();
	});

	it('to take whatever it took before, and what it is widened for', async () => {
		const value = fc.letrec((tie) => ({
			any: fc.oneof(
				{ maxDepth: 2 },
				fc.constantFrom<unknown>(1, 2.5, 'a', null, true),
				fc.array(tie('any'), { minLength: 1, maxLength: 2 }),
				fc.dictionary(fc.constantFrom('x', 'y'), tie('any'), { minKeys: 1 }),
			),
		})).any;
		const input = fc.dictionary(fc.constantFrom('a', 'b'), value, { minKeys: 1 });
		await fc.assert(
			fc.asyncProperty(input, input, async (before, after) => {
				const schema = schemaOf([before]);
				const wide = schema && (await widened(schema, [after], 'whole'));
				if (!wide) return;
				const check = await createValidator(wide);
				expect([check(before), check(after)]).toEqual([undefined, undefined]);
			}),
			{ numRuns: 100 },
		);
	});
});
