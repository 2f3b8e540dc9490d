import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSchema } from '../../../../src/agent/forge/spec/check-schema.ts';
import { createPartValidator, createValidator, firstRefused } from '../../../../src/agent/forge/spec/json-schema.ts';

const text = { type: 'string' };
function objectOf(properties: Readonly<Record<string, unknown>>, more: object = {}): Record<string, unknown> {
	return { type: 'object', additionalProperties: false, properties, ...more };
}
function nested(levels: number): object {
	return levels === 0 ? text : objectOf({ x: nested(levels - 1) });
}

describe('checkSchema', () => {
	it.each<[string, unknown, RegExp]>([
		['no object', 'string', /must be a schema/],
		['a list at the top', { type: 'array', items: text }, /at the top/],
		['free fields at the top', { type: 'object', properties: {} }, /additionalProperties/],
		[
			'free fields below',
			objectOf({ a: { type: 'object', properties: { b: text } } }),
			/properties\.a: it .*additionalProperties/,
		],
		['a pattern', objectOf({ a: { type: 'string', pattern: '(a+)+$' } }), /regular expressions/],
		['patternProperties', objectOf({}, { patternProperties: { a: text } }), /regular expressions/],
		['a reference', objectOf({ a: { $ref: '#' } }), /written out/],
		['a format', objectOf({ a: { type: 'string', format: 'email' } }), /formats/],
		['an unknown keyword', objectOf({ a: { type: 'string', contains: 1 } }), /may not use "contains"/],
		['a keyword of Object', objectOf({ a: { type: 'string', constructor: 1 } }), /may not use "constructor"/],
		['seven levels', nested(7), /nested deeper than 6/],
		['a required field that is none', objectOf({ a: text }, { required: ['b'] }), /requires "b"/],
		['a list of anything', objectOf({ a: { type: 'array' } }), /needs "items"/],
		['anything at all', objectOf({ a: {} }), /says no "type"/],
		['no type of a list of none', objectOf({ a: { type: [] } }), /unknown "type"/],
		['an unknown type', objectOf({ a: { type: 'date' } }), /unknown "type"/],
		['an empty enum', objectOf({ a: { enum: [] } }), /"enum"/],
		['unique objects', objectOf({ a: { type: 'array', uniqueItems: true, items: objectOf({}) } }), /uniqueItems/],
		['a length that is none', objectOf({ a: { type: 'string', maxLength: -1 } }), /whole number .* "maxLength"/],
		['a field of the prototype', objectOf(JSON.parse('{"__proto__": {"type": "string"}}')), /reserved/],
		['more than 8,000 characters', objectOf({ a: { type: 'string', description: 'x'.repeat(8000) } }), /8000/],
	])('refuses %s', (_, schema, sentence) => {
		expect(checkSchema(schema, 'input')).toMatch(sentence);
	});

	it('lets through what the keywords allow, and a map below the top', () => {
		const schema = objectOf({
			kind: { enum: ['a', 'b', null], default: 'a' },
			count: { type: 'integer', minimum: 0, exclusiveMaximum: 10, title: 'Count' },
			names: { type: 'array', items: text, minItems: 1, maxItems: 3, uniqueItems: true },
			either: { anyOf: [text, { type: 'null' }] },
			totals: { type: 'object', additionalProperties: { type: 'number' } },
		});
		expect(checkSchema(schema, 'input')).toBeUndefined();
	});

	it('never throws', () => {
		fc.assert(
			fc.property(fc.jsonValue({ maxDepth: 12 }), (schema) => {
				expect(checkSchema(schema, 'input')?.length ?? 1).toBeGreaterThan(0);
			}),
		);
	});
});

describe('createValidator', () => {
	it('says in one line what is wrong and where', async () => {
		const row = objectOf({ id: { type: 'integer' }, size: { enum: ['s', 'l'] } }, { required: ['id'] });
		const validate = await createValidator(objectOf({ rows: { type: 'array', items: row } }, { required: ['rows'] }));
		expect(validate({ rows: [{ id: 1, size: 's' }] })).toBeUndefined();
		expect(validate({})).toBe('needs "rows"');
		expect(validate({ rows: [{ id: 1 }, { id: 'x' }] })).toBe('rows[1].id must be integer');
		expect(validate({ rows: [{ id: 1, size: 'm' }] })).toBe('rows[0].size must be one of ["s","l"]');
		expect(validate({ rows: [{}] })).toBe('rows[0] needs "id"');
		expect(validate({ rows: [], more: 1 })).toBe('takes no "more"');
	});

	it('counts only the fields of a value itself', async () => {
		const validate = await createValidator(objectOf({ toString: text }, { required: ['toString'] }));
		expect(validate({})).toBe('needs "toString"');
	});

	it('lets no value fit a schema that the gate would refuse, and never runs its pattern', async () => {
		const validate = await createValidator(objectOf({ a: { type: 'string', pattern: '^(a+)+$' } }));
		expect(validate({ a: `${'a'.repeat(50)}!` })).toContain('pattern');
	});

	it('checks a part of a value without what is required', async () => {
		const schema = objectOf({ a: text, b: objectOf({ c: text }, { required: ['c'] }) }, { required: ['a', 'b'] });
		const validate = await createPartValidator(schema);
		expect(validate({ b: {} })).toBeUndefined();
		expect(validate({ b: { d: 1 } })).toBe('b takes no "d"');
	});

	it('says at most 300 characters in one line, whatever the value', async () => {
		const validate = await createValidator(objectOf({ a: { enum: ['x'.repeat(200), 'y'.repeat(200)] }, b: text }));
		fc.assert(
			fc.property(fc.jsonValue(), fc.string(), (value, key) => {
				for (const given of [value, { a: value }, { b: value }, { [key]: value }]) {
					const problem = validate(given);
					expect(problem?.length ?? 0).toBeLessThanOrEqual(300);
					expect(problem ?? '').not.toContain('\n');
				}
			}),
		);
	});
});

describe('firstRefused', () => {
	it('names the first input that is refused', async () => {
		const schema = objectOf({ a: text });
		expect(await firstRefused(schema, [{ a: 'x' }, {}])).toBeUndefined();
		expect(await firstRefused(schema, [{ a: 'x' }, { b: 1 }])).toBe('{"b":1}: takes no "b"');
	});
});
