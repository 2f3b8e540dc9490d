import { expect, it } from 'vitest';
import { readOrder } from '../../../../src/agent/forge/order/read-order.ts';
import { rightFiles } from './right-files.ts';
import { rightOrders } from './right-orders.ts';

it.each([...rightOrders, ...rightFiles])('an order that is right passes as it stands: %s', async (_, given) => {
	const { order, faults, taken } = await readOrder(given);
	expect(faults).toEqual([]);
	expect(taken).toEqual([]);
	const [category, name] = String(Object(given).name).split('/');
	const { capabilities = [], dependencies = [], ...rest } = given as Readonly<Record<string, unknown>>;
	const usual = { capabilities, dependencies, varies: false, anyway: false };
	expect(order).toEqual({ ...rest, ...usual, name, category });
});
