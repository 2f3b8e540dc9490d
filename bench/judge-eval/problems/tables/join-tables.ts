import type { Problem } from '../../problem.ts';
import { fault, list, number, py, record, text, whole } from '../words.ts';

const order = record({ id: whole, customer: whole, total: number });
const customer = record({ id: whole, name: text });
const orders = (...all: readonly (readonly [number, number, number])[]) =>
	all.map(([id, customer, total]) => ({ id, customer, total }));
const people = (...all: readonly (readonly [number, string])[]) => all.map(([id, name]) => ({ id, name }));
const joined = (...all: readonly (readonly [number, string | null, number])[]) =>
	all.map(([id, name, total]) => ({ id, name, total }));

export const joinTables: Problem = {
	order: {
		name: 'tables/join_tables',
		purpose:
			'Put the names of customers to their orders, all orders in their order; the name is null where there is no such customer. And list the names of customers without any order, by the alphabet. A customer id that is there twice is refused.',
		input: record({ orders: list(order), customers: list(customer) }),
		output: record({
			orders: list(record({ id: whole, name: { type: ['string', 'null'] }, total: number })),
			idle: list(text),
		}),
		examples: [
			{
				input: { orders: orders([1, 7, 9.5], [2, 8, 1]), customers: people([7, 'Ann'], [9, 'Cy'], [3, 'Bo']) },
				output: { orders: joined([1, 'Ann', 9.5], [2, null, 1]), idle: ['Bo', 'Cy'] },
			},
			{
				input: { orders: orders([5, 1, 2], [4, 1, 3]), customers: people([1, 'Di']) },
				output: { orders: joined([5, 'Di', 2], [4, 'Di', 3]), idle: [] },
			},
		],
		rejects: [{ input: { orders: [], customers: people([1, 'A'], [1, 'B']) } }],
	},
	right: py`
def run(input: dict) -> dict:
    names = {customer["id"]: customer["name"] for customer in input["customers"]}
    if len(names) < len(input["customers"]):
        raise ValueError("A customer id is there twice")
    buying = {order["customer"] for order in input["orders"]}
    joined = [
        {"id": order["id"], "name": names.get(order["customer"]), "total": order["total"]}
        for order in input["orders"]
    ]
    return {"orders": joined, "idle": sorted(name for key, name in names.items() if key not in buying)}
`,
	other: [
		py`
import pandas


def run(input: dict) -> dict:
    customers = pandas.DataFrame(input["customers"], columns=["id", "name"])
    if customers["id"].duplicated().any():
        raise ValueError("Two customers have one id")
    orders = pandas.DataFrame(input["orders"], columns=["id", "customer", "total"])
    table = orders.merge(customers.rename(columns={"id": "customer"}), on="customer", how="left")
    joined = [
        {"id": int(key), "name": name if isinstance(name, str) else None, "total": float(total)}
        for key, name, total in zip(table["id"], table["name"], table["total"], strict=True)
    ]
    idle = customers[~customers["id"].isin(orders["customer"])]
    return {"orders": joined, "idle": sorted(idle["name"])}
`,
	],
	tests: [
		{ name: 'nothing', input: { orders: [], customers: [] }, output: { orders: [], idle: [] } },
		{
			name: 'no customers',
			input: { orders: orders([1, 1, 5]), customers: [] },
			output: { orders: joined([1, null, 5]), idle: [] },
		},
		{
			name: 'no orders',
			input: { orders: [], customers: people([2, 'b'], [1, 'a']) },
			output: { orders: [], idle: ['a', 'b'] },
		},
		{
			name: 'ids of orders and customers cross',
			input: { orders: orders([1, 2, 1], [2, 1, 2]), customers: people([1, 'one'], [2, 'two']) },
			output: { orders: joined([1, 'two', 1], [2, 'one', 2]), idle: [] },
		},
		{
			name: 'the same name twice',
			input: { orders: orders([1, 1, 1]), customers: people([1, 'Al'], [2, 'Al']) },
			output: { orders: joined([1, 'Al', 1]), idle: ['Al'] },
		},
		{
			name: 'a customer of id 0',
			input: { orders: orders([9, 0, 4]), customers: people([0, 'Zed']) },
			output: { orders: joined([9, 'Zed', 4]), idle: [] },
		},
	],
	wrong: [
		{ of: 1, output: { orders: [], idle: [] }, why: 'an inner join' },
		{ of: 4, output: { orders: joined([1, 'Al', 1]), idle: [] }, why: 'idle by name' },
		{ of: 2, output: { orders: [], idle: ['b', 'a'] }, why: 'not sorted' },
	],
	faults: [
		fault('missing-case', [
			'        for order in input["orders"]\n    ]',
			'        for order in input["orders"] if order["customer"] in names\n    ]',
		]),
		fault('columns', ['names.get(order["customer"])', 'names.get(order["id"])']),
		fault('order', [
			'sorted(name for key, name in names.items() if key not in buying)',
			'[name for key, name in names.items() if key not in buying]',
		]),
		fault('operator', ['if key not in buying', 'if name not in {names.get(one) for one in buying}']),
		fault('missing-case', [
			'    if len(names) < len(input["customers"]):\n        raise ValueError("A customer id is there twice")\n',
			'',
		]),
	],
};
