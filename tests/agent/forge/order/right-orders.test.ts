import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOrder } from '../../../../src/agent/forge/order/read-order.ts';
import { rightFiles } from './right-files.ts';
import { rightOrder } from './right-order.ts';
import { rightOrders } from './right-orders.ts';

async function expectAsItStands(given: object): Promise<void> {
	const { order, faults, taken } = await readOrder(given);
	expect(faults).toEqual([]);
	expect(taken).toEqual([]);
	const { capabilities = [], dependencies = [], ...rest } = given as Readonly<Record<string, unknown>>;
	const [category, name] = String(rest['name']).split('/');
	expect(order).toEqual({ ...rest, capabilities, dependencies, varies: false, anyway: false, name, category });
}

describe('an order that is right passes as it stands', () => {
	it.each([...rightOrders, ...rightFiles])('with %s', (_, given) => expectAsItStands(given));

	it('whatever its fields and values are called', async () => {
		await fc.assert(fc.asyncProperty(rightOrder, expectAsItStands), { numRuns: 150 });
	});
});
