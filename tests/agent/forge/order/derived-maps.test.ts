import { describe, expect, it } from 'vitest';
import { readOrder } from '../../../../src/agent/forge/order/read-order.ts';

const totals = (...outputs: readonly Readonly<Record<string, unknown>>[]) => ({
	name: 'tables/total_by_group',
	purpose: 'Totals of the numbers of each group.',
	input: { type: 'object', properties: { rows: { type: 'array', items: { type: 'string' } } }, required: ['rows'] },
	output: { type: 'object', properties: { totals: { type: 'object' } }, required: ['totals'] },
	examples: outputs.map((one) => ({ input: { rows: Object.keys(one) }, output: { totals: one } })),
	rejects: [{ input: { rows: [] } }],
});

const schemaOf = async (order: unknown) => {
	const { order: read, faults } = await readOrder(order);
	expect(faults).toEqual([]);
	return Object(read?.output['properties'])['totals'];
};

describe('an object of which an order says nothing', () => {
	it('is a map where the names of the examples have nothing in common: they are data', async () => {
		expect(await schemaOf(totals({ north: 1, south: 2.5 }, { east: 3 }))).toMatchObject({
			type: 'object',
			additionalProperties: { type: 'number' },
		});
	});

	it('has the fields of the examples where all of them have one', async () => {
		expect(await schemaOf(totals({ sum: 1, count: 2 }, { sum: 3 }))).toMatchObject({
			properties: { sum: { type: 'number' }, count: { type: 'number' } },
			required: ['sum'],
			additionalProperties: false,
		});
	});
});
