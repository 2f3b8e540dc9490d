import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleOrder } from '../../../../src/agent/forge/order/example-order.ts';
import { readOrder } from '../../../../src/agent/forge/order/read-order.ts';
import { refusalText } from '../../../../src/agent/forge/order/refusal.ts';
import { rawSpec } from '../specs.ts';

describe('refusalText', () => {
	it('tells all that is wrong at once, each by its field and with how it is mended', async () => {
		const reading = await readOrder({
			...rawSpec,
			name: 'sum',
			output: { type: 'object', properties: { sum: { type: 'number' }, more: { type: 'object' } } },
			examples: [rawSpec.examples[0], { input: { numbers: ['a'] }, output: { sum: 1 } }],
			capabilities: ['network'],
		});
		expect(refusalText(reading, false).split('\n')).toEqual([
			'The order has 4 faults. Mend them and order again:',
			expect.stringMatching(/^- name: "sum" must be verb_target/),
			expect.stringMatching(/^- output\.properties\.more: names no fields: name them in "properties", or say/),
			expect.stringMatching(/^- capabilities: forged tools have no network/),
			'- examples[1].input.numbers[0]: does not fit the input schema: must be number',
		]);
	});

	it('shows a whole order with the first, which is right to the letter', async () => {
		const reading = await readOrder({});
		const text = refusalText(reading, true);
		expect(text).toContain(`A whole order: ${JSON.stringify(exampleOrder)}`);
		expect(refusalText(reading, false)).not.toContain('A whole order');
		const { order, faults, taken } = await readOrder(exampleOrder);
		expect(faults).toEqual([]);
		expect(taken).toEqual([]);
		expect(order).toMatchObject({ category: 'tables', name: 'count_rows' });
	});

	it('says what was taken for what', async () => {
		const { name, category: _, input, ...rest } = rawSpec;
		const reading = await readOrder({ ...rest, tool_name: name, input_schema: JSON.stringify(input), rejects: [] });
		expect(refusalText(reading, false)).toContain(
			'Understood without a change: tool_name as name; input_schema as input; category as general.',
		);
	});

	it('tells a fault with the whole of its mend', async () => {
		const output = { type: 'object', properties: { chart: { type: 'string' } } };
		const [one, other] = rawSpec.examples.map(({ input }, at) => ({
			input,
			output: { chart: `chart_of_sums_${at}.png` },
		}));
		const reading = await readOrder({ ...rawSpec, output, examples: [one, other], capabilities: ['files'] });
		const lines = refusalText(reading, false).split('\n').slice(1);
		expect(lines).toEqual(
			[0, 1].map(() =>
				expect.stringMatching(/or \{\} where it need only open; "writes": \{\} says that it is no file$/),
			),
		);
	});

	it('has fewer than 400 tokens, whatever was sent, but for the whole order', async () => {
		const unknown = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${'field'.repeat(20)}_${at}`, 1]));
		const properties = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f_${at}`, { type: 'nothing' }]));
		for (const order of [unknown, { ...rawSpec, output: { type: 'object', properties } }])
			expect(refusalText(await readOrder(order), false).length).toBeLessThan(2_400);
	});
});

describe('readOrder', () => {
	const json = fc.jsonValue({ maxDepth: 6 }) as fc.Arbitrary<unknown>;
	const keys = fc.constantFrom(
		'type',
		'properties',
		'items',
		'anyOf',
		'required',
		'$ref',
		'enum',
		'input',
		'output',
		'files',
		'a',
	);
	const schema = fc.letrec((tie) => ({
		node: fc.oneof(
			{ maxDepth: 5 },
			json,
			fc.constantFrom('str', 'list[int]', '#/a', '', 'object'),
			fc.dictionary(keys, tie('node')),
			fc.array(tie('node')),
		),
	})).node;

	it('never rejects, whatever a model sends, and reads nothing that the gate would refuse', async () => {
		const fields = fc.constantFrom(...Object.keys(rawSpec), 'arguments', 'function', 'tests', 'parameters', 'repairs');
		const order = fc.oneof(
			schema,
			fc.dictionary(fields, schema).map((changes) => ({ ...rawSpec, ...changes })),
		);
		await fc.assert(
			fc.asyncProperty(order, async (given) => {
				const { order: read, faults } = await readOrder(given);
				expect(read === undefined).toBe(faults.length > 0);
			}),
			{ numRuns: 150 },
		);
	});

	it('reads what it has read as the same', async () => {
		const fields = fc.constantFrom('input', 'output', 'examples', 'rejects', 'capabilities', 'dependencies');
		await fc.assert(
			fc.asyncProperty(fc.dictionary(fields, schema), async (changes) => {
				const { order } = await readOrder({ ...rawSpec, ...changes });
				if (order) expect((await readOrder(order)).order).toEqual(order);
			}),
			{ numRuns: 100 },
		);
	});

	it.each([
		[
			'fields of the schema',
			(count: number) => ({
				...rawSpec,
				input: { type: 'object', properties: many(count, { type: 'str', required: true }) },
			}),
		],
		[
			'fields of an example',
			(count: number) => ({
				...rawSpec,
				output: undefined,
				examples: [{ input: { numbers: [1] }, output: many(count, 1) }],
			}),
		],
		[
			'rows of an example',
			(count: number) => ({
				...rawSpec,
				output: undefined,
				examples: [
					{
						input: { numbers: [1] },
						output: { rows: Object.entries(many(count, 1)).map(([key, value]) => ({ [key]: value })) },
					},
				],
			}),
		],
		[
			'rows of a file that share no column',
			(count: number) => ({
				...rawSpec,
				examples: [
					{
						...rawSpec.examples[0],
						files: { 'a.csv': Object.entries(many(count, 1)).map(([key, value]) => ({ [key]: value })) },
					},
				],
			}),
		],
		[
			'references',
			(count: number) => ({ ...rawSpec, input: { type: 'object', properties: many(count, { $ref: '#/$defs/no' }) } }),
		],
		['names of packages', (count: number) => ({ ...rawSpec, dependencies: '\n'.repeat(count * 20).concat('>x') })],
		[
			'nothing at all',
			(count: number) => ({ ...rawSpec, purpose: `${' '.repeat(count * 20)}x`, name: `${' '.repeat(count * 20)}x` }),
		],
	])('reads as many %s as fit into a call before anybody waits', async (_, orderOf) => {
		expect(await readOrder(orderOf(10_000))).toMatchObject({ taken: expect.any(Array) });
	});
});

function many(count: number, value: unknown): Readonly<Record<string, unknown>> {
	return Object.fromEntries(Array.from({ length: count }, (_, at) => [`field_${at}`, value]));
}
