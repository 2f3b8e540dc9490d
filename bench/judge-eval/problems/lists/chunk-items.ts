import type { Problem } from '../../problem.ts';
import { fault, flag, list, py, record, text, whole } from '../words.ts';

export const chunkItems: Problem = {
	order: {
		name: 'lists/chunk_items',
		purpose:
			'Divide a list into groups of a size, in order; the last group may be smaller. With even true, the groups differ by at most one in size instead, the larger ones first, and there are as many groups. A size below 1 is refused.',
		input: record({ items: list(text), size: whole, 'even?': flag }),
		output: record({ groups: list(list(text)) }),
		examples: [
			{ input: { items: ['a', 'b', 'c', 'd', 'e'], size: 2 }, output: { groups: [['a', 'b'], ['c', 'd'], ['e']] } },
			{
				input: { items: ['a', 'b', 'c', 'd', 'e', 'f', 'g'], size: 3, even: true },
				output: {
					groups: [
						['a', 'b', 'c'],
						['d', 'e'],
						['f', 'g'],
					],
				},
			},
		],
		rejects: [{ input: { items: ['a'], size: 0 } }],
	},
	right: py`
def run(input: dict) -> dict:
    items, size = input["items"], input["size"]
    if size < 1:
        raise ValueError("size must be at least 1")
    count = -(-len(items) // size)
    if not input.get("even", False):
        return {"groups": [items[at * size : (at + 1) * size] for at in range(count)]}
    groups, start = [], 0
    for left in range(count, 0, -1):
        end = start + -(-(len(items) - start) // left)
        groups.append(items[start:end])
        start = end
    return {"groups": groups}
`,
	other: [
		py`
import itertools
import math


def run(input: dict) -> dict:
    if input["size"] <= 0:
        raise ValueError("groups need a size above 0")
    items = list(input["items"])
    if not items:
        return {"groups": []}
    if input.get("even"):
        number = math.ceil(len(items) / input["size"])
        small, larger = divmod(len(items), number)
        sizes = [small + 1] * larger + [small] * (number - larger)
    else:
        sizes = [input["size"]] * math.ceil(len(items) / input["size"])
    rest = iter(items)
    return {"groups": [list(itertools.islice(rest, size)) for size in sizes]}
`,
	],
	tests: [
		{ name: 'no items', input: { items: [], size: 3 }, output: { groups: [] } },
		{
			name: 'exactly full',
			input: { items: ['a', 'b', 'c', 'd'], size: 2 },
			output: {
				groups: [
					['a', 'b'],
					['c', 'd'],
				],
			},
		},
		{ name: 'larger than the list', input: { items: ['a', 'b'], size: 9 }, output: { groups: [['a', 'b']] } },
		{
			name: 'even of four by three',
			input: { items: ['a', 'b', 'c', 'd'], size: 3, even: true },
			output: {
				groups: [
					['a', 'b'],
					['c', 'd'],
				],
			},
		},
		{ name: 'single ones', input: { items: ['x', 'y'], size: 1, even: false }, output: { groups: [['x'], ['y']] } },
		{ name: 'negative', input: { items: [], size: -1 }, error: '' },
	],
	wrong: [
		{ of: 3, output: { groups: [['a', 'b', 'c'], ['d']] }, why: 'forgot what even means' },
		{ of: 0, output: { groups: [[]] }, why: 'one empty group' },
		{ of: 2, error: '', why: 'took a large size for wrong' },
	],
	faults: [
		fault('operator', ['count = -(-len(items) // size)', 'count = len(items) // size']),
		fault('off-by-one', ['count = -(-len(items) // size)', 'count = len(items) // size + 1']),
		fault('order', ['-(-(len(items) - start) // left)', '(len(items) - start) // left']),
		fault('boundary', ['size < 1:', 'size < 0:']),
		fault('missing-case', ['if not input.get("even", False):', 'if len(items) < 7:']),
	],
};
