import { describe, expect, it } from 'vitest';
import { readOrder } from '../../../../src/agent/forge/order/read-order.ts';
import { sloppyOrders } from './sloppy-orders.ts';

describe('readOrder', () => {
	it.each(sloppyOrders)('reads or sends back: %s', async (_, given, expected) => {
		const { order, faults } = await readOrder(given);
		if ('faults' in expected) {
			expect(faults.map(({ at }) => at)).toEqual(expected.faults);
			expect(order).toBeUndefined();
		} else {
			expect(faults).toEqual([]);
			expect(order).toMatchObject(expected.order);
		}
	});
});
