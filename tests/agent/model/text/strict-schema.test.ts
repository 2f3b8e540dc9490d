import { expect, it } from 'vitest';
import { z } from 'zod';
import { toAnswerSchema } from '../../../../src/agent/model/text/strict-schema.ts';
import { checkStrictSchema } from '../../../../src/demo/model-server/strict-grammar.ts';

interface Tree {
	readonly name: string;
	readonly children: readonly Tree[];
}
const tree: z.ZodType<Tree> = z.strictObject({
	name: z.string(),
	get children() {
		return z.array(tree);
	},
});

it.each<readonly [what: string, schema: z.ZodType]>([
	['a strict object', z.strictObject({ a: z.string(), b: z.number().optional() })],
	['a plain object', z.object({ a: z.string() })],
	['a loose object', z.looseObject({ a: z.string() })],
	['defaults', z.object({ a: z.string().default('x') })],
	[
		'limits',
		z.object({
			a: z.string().min(1).max(9).regex(/^a/),
			b: z.int().min(1),
			c: z.array(z.string()).min(1).max(3),
			d: z.email(),
		}),
	],
	['nested objects', z.object({ a: z.object({ b: z.object({ c: z.boolean().optional() }).optional() }) })],
	['unions', z.object({ a: z.union([z.string(), z.object({ b: z.null() })]) })],
	[
		'discriminated unions',
		z.object({
			a: z.discriminatedUnion('t', [z.object({ t: z.literal('x') }), z.object({ t: z.literal('y'), n: z.int() })]),
		}),
	],
	[
		'enums and literals',
		z.object({ a: z.enum(['x', 'y']), b: z.literal(['m', 2]), c: z.string().nullable().optional() }),
	],
	['recursion', tree],
	['a union at the root', z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])],
	['a list at the root', z.array(z.string())],
])('%s becomes a strict schema', (_, schema) => {
	const { schema: sent, strict } = toAnswerSchema(schema);
	expect(strict).toBe(true);
	expect(checkStrictSchema(sent, 'schema')).toBeUndefined();
});

it.each<readonly [what: string, schema: z.ZodType]>([
	['free keys', z.object({ a: z.record(z.string(), z.number()) })],
	['any value', z.object({ a: z.unknown() })],
	['JSON', z.object({ a: z.json() })],
	['tuples', z.object({ a: z.tuple([z.string(), z.number()]) })],
])('%s cannot be said strictly and are sent as they are', (_, schema) => {
	expect(toAnswerSchema(schema)).toMatchObject({ strict: false, schema: { type: 'object' } });
});

it('optional keys are required and nullable, limits are words', () => {
	expect(toAnswerSchema(z.object({ a: z.string().min(2).describe('Name').optional() })).schema).toEqual({
		type: 'object',
		properties: { a: { anyOf: [{ type: 'string', description: 'Name (minLength 2)' }, { type: 'null' }] } },
		required: ['a'],
		additionalProperties: false,
	});
});
