import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fitToSchema } from '../../../src/base/schema/fit.ts';

const schemaOf = (properties: Record<string, unknown>, more: object = {}) => ({
	type: 'object',
	properties,
	additionalProperties: false,
	...more,
});

const integer = { type: 'integer' };
const number = { type: 'number' };
const truth = { type: 'boolean' };
const text = { type: 'string' };
const texts = { type: 'array', items: text };
const record = { type: 'object', properties: { n: integer }, additionalProperties: false };

describe('a value that has one reading is taken as that', () => {
	it.each<readonly [what: string, schema: object, given: unknown, meant: unknown]>([
		['a whole number in text', integer, '30', 30],
		['a whole number in text, with blanks', integer, ' 30 ', 30],
		['a number in text', number, '0.5', 0.5],
		['a whole number with a point', integer, '30.0', 30],
		['a truth value in text', truth, 'true', true],
		['a number in quotes within text', integer, '"30"', 30],
		["a number in Python's quotes within text", number, "'0.5'", 0.5],
		['a truth value in quotes within text', truth, '"true"', true],
		['a choice in quotes', { type: 'string', enum: ['csv', 'json'] }, '"CSV"', 'csv'],
		['a list in quotes within text', texts, '"[\\"a\\"]"', ['a']],
		["a truth value of Python's in text", truth, 'False', false],
		['a number for text', text, 5, '5'],
		['a truth value for text', text, true, 'true'],
		['one text for a list of one', texts, 'a', ['a']],
		['one number for a list of one', { type: 'array', items: integer }, 3, [3]],
		['one number in text for a list of one', { type: 'array', items: integer }, '3', [3]],
		['one object for a list of one', { type: 'array', items: record }, { n: '1' }, [{ n: 1 }]],
		['a list in text', texts, '["a","b"]', ['a', 'b']],
		['a list in text whose items are text', { type: 'array', items: integer }, '["1",2]', [1, 2]],
		['an object in text', record, '{"n":"1"}', { n: 1 }],
		['a list of one for one', integer, ['3'], 3],
		['a choice in another case', { type: 'string', enum: ['csv', 'json'] }, 'CSV', 'csv'],
		['a number where null is allowed, too', { type: ['integer', 'null'] }, '3', 3],
		['one of two alternatives', { anyOf: [integer, truth] }, 'true', true],
		['what a reference leads to', { $ref: '#/$defs/n' }, '3', 3],
		['an object within an object', { type: 'object', properties: { a: record } }, { a: '{"n":1}' }, { a: { n: 1 } }],
	])('%s', (_, schema, given, meant) => {
		const root = schemaOf({ x: schema }, { $defs: { n: integer } });
		expect(fitToSchema(root, { x: given })).toEqual({ value: { x: meant }, dropped: [] });
	});

	it.each([null, 'null', 'None', '', ' ', false])('%j for an optional number is its absence', (given) => {
		expect(fitToSchema(schemaOf({ x: integer }), { x: given }).value).toEqual({});
	});

	it.each([{ type: 'string', minLength: 1 }, { type: 'string', enum: ['csv'] }, texts, record])(
		'no text for the optional %j, which is never blank, is its absence',
		(schema) => {
			expect(fitToSchema(schemaOf({ x: schema }), { x: '' }).value).toEqual({});
			expect(fitToSchema(schemaOf({ x: schema }, { required: ['x'] }), { x: '' }).value).toEqual({ x: '' });
		},
	);

	it('a key in another spelling is the one that is known', () => {
		const schema = schemaOf({ old_text: text, path: text });
		expect(fitToSchema(schema, { oldText: 'a', Path: 'b' })).toEqual({
			value: { old_text: 'a', path: 'b' },
			dropped: [],
		});
	});

	it('all arguments within one key are the arguments', () => {
		expect(fitToSchema(schemaOf({ x: integer }), { arguments: { x: '1' } }).value).toEqual({ x: 1 });
		expect(fitToSchema(schemaOf({ x: integer }), { arguments: ' {"x":"1"}' })).toEqual({
			value: { x: 1 },
			dropped: [],
		});
		expect(fitToSchema(schemaOf({ args: text }), { args: '{"x":1}' }).value).toEqual({ args: '{"x":1}' });
		expect(fitToSchema(schemaOf({ x: integer }), { args: '{"x":1' })).toEqual({ value: {}, dropped: ['args'] });
	});
});

describe('a value that has two readings, or none, stays as it is', () => {
	it.each<readonly [what: string, schema: object, given: unknown]>([
		['words for a number', integer, '30 seconds'],
		['a fraction for a whole number', integer, '1.5'],
		['a number too long to be kept', integer, '12345678901234567890'],
		['words in quotes for a number', integer, '"30 s"'],
		['quotes alone for a number', integer, '"'],
		['two quotes for a number', integer, '""'],
		['nothing for a number', integer, ''],
		['yes for a truth value', truth, 'yes'],
		['1 for a truth value', truth, 1],
		['a number too long to be kept for text', text, 2 ** 60],
		['an object for text', text, { a: 1 }],
		['several for text', text, ['a', 'b']],
		['what may be two for a list', texts, 'a, b'],
		['a broken list in text', texts, '["a"'],
		['a text for a list or a number', { anyOf: [texts, integer] }, '3'],
		['a number for a text or a list of it', { anyOf: [text, texts] }, 3],
		['a text where text is one of two', { anyOf: [text, integer] }, '3'],
		['a text where anything goes', {}, '3'],
		['null for what is required', integer, null],
		['a choice that fits two', { type: 'string', enum: ['a', 'A'] }, ' a'],
	])('%s', (_, schema, given) => {
		const root = schemaOf({ x: schema }, { required: ['x'] });
		expect(fitToSchema(root, { x: given })).toEqual({ value: { x: given }, dropped: [] });
	});

	it('two spellings of one key are two', () => {
		const fitted = fitToSchema(schemaOf({ old_text: text }), { oldText: 'a', 'old-text': 'b' });
		expect(fitted).toEqual({ value: {}, dropped: ['oldText', 'old-text'] });
	});
});

it('keys that nobody knows are left out and named, with their place', () => {
	const schema = schemaOf({ x: integer, list: { type: 'array', items: record } });
	expect(fitToSchema(schema, { x: 1, why: 'so', list: [{ n: 1, m: 2 }] })).toEqual({
		value: { x: 1, list: [{ n: 1 }] },
		dropped: ['why', 'list[0].m'],
	});
	expect(fitToSchema({ ...schema, additionalProperties: true }, { y: 1 })).toEqual({ value: { y: 1 }, dropped: [] });
});

it('any value against any schema is answered, and one that fits stays as it is', () => {
	const schema = z.strictObject({
		a: z.number().int().optional(),
		b: z.array(z.string()),
		c: z.union([z.string(), z.boolean()]),
		d: z.record(z.string(), z.unknown()).nullable(),
	});
	const json = z.toJSONSchema(schema);
	const fits = fc.record({
		b: fc.array(fc.string()),
		c: fc.oneof(fc.string(), fc.boolean()),
		d: fc.option(fc.dictionary(fc.string(), fc.jsonValue())),
	});
	fc.assert(
		fc.property(fits, (value) => {
			expect(fitToSchema(json, value)).toEqual({ value, dropped: [] });
		}),
	);
	fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), (odd, value) => void fitToSchema({ x: odd, ...json }, value)));
	const keys = fc.constantFrom(
		'type',
		'properties',
		'items',
		'anyOf',
		'$ref',
		'enum',
		'required',
		'additionalProperties',
	);
	const schemas = fc.dictionary(keys, fc.oneof(fc.jsonValue(), fc.constantFrom('object', '#', '#/items', false)));
	fc.assert(fc.property(schemas, fc.jsonValue(), (odd, value) => void fitToSchema(odd, value)));
});

it('a schema that holds itself, and a hundred thousand keys, come to an end', () => {
	const self = { type: 'object', properties: { a: { $ref: '#/properties/a' } } };
	expect(fitToSchema(self, { a: '3' })).toEqual({ value: { a: '3' }, dropped: [] });
	const keys = Array.from({ length: 100_000 }, (_, at) => [`a${'-'.repeat(at % 7)}${'_'.repeat(at % 1_000)}`, '1']);
	expect(fitToSchema(schemaOf({ a: integer }), Object.fromEntries(keys)).value).toEqual({ a: 1 });
});
