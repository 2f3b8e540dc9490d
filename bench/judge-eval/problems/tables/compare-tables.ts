import type { Problem } from '../../problem.ts';
import { fault, list, py, record, text } from '../words.ts';

const table = (...all: readonly (readonly [string, string])[]) => all.map(([key, value]) => ({ key, value }));

export const compareTables: Problem = {
	order: {
		name: 'tables/compare_tables',
		purpose:
			'Compare two lists of settings (key, value): which keys were added, removed and changed from before to after, each by the alphabet, changed ones with both values. Values are compared without whitespace around them. A key that is twice in one of the lists is refused.',
		input: record({
			before: list(record({ key: text, value: text })),
			after: list(record({ key: text, value: text })),
		}),
		output: record({
			added: list(text),
			removed: list(text),
			changed: list(record({ key: text, before: text, after: text })),
		}),
		examples: [
			{
				input: { before: table(['a', '1'], ['b', '2']), after: table(['b', '3'], ['c', '4']) },
				output: { added: ['c'], removed: ['a'], changed: [{ key: 'b', before: '2', after: '3' }] },
			},
			{
				input: { before: table(['x', ' 1']), after: table(['x', '1 ']) },
				output: { added: [], removed: [], changed: [] },
			},
		],
		rejects: [{ input: { before: table(['a', '1'], ['a', '2']), after: [] } }],
	},
	right: py`
def as_dict(rows: list) -> dict:
    found = {row["key"]: row["value"].strip() for row in rows}
    if len(found) < len(rows):
        raise ValueError("A key is there twice")
    return found


def run(input: dict) -> dict:
    before, after = as_dict(input["before"]), as_dict(input["after"])
    changed = [
        {"key": key, "before": before[key], "after": after[key]}
        for key in sorted(before.keys() & after.keys())
        if before[key] != after[key]
    ]
    return {
        "added": sorted(after.keys() - before.keys()),
        "removed": sorted(before.keys() - after.keys()),
        "changed": changed,
    }
`,
	other: [
		py`
def run(input: dict) -> dict:
    sides: list = [{}, {}]
    for side, rows in zip(sides, (input["before"], input["after"]), strict=True):
        for row in rows:
            if row["key"] in side:
                raise ValueError("Keys must be unique")
            side[row["key"]] = row["value"].strip()
    old, new = sides
    result: dict = {"added": [], "removed": [], "changed": []}
    for key in sorted({**old, **new}):
        if key not in old:
            result["added"].append(key)
        elif key not in new:
            result["removed"].append(key)
        elif old[key] != new[key]:
            result["changed"].append({"key": key, "before": old[key], "after": new[key]})
    return result
`,
	],
	tests: [
		{ name: 'nothing', input: { before: [], after: [] }, output: { added: [], removed: [], changed: [] } },
		{
			name: 'all new',
			input: { before: [], after: table(['z', '1'], ['y', '2']) },
			output: { added: ['y', 'z'], removed: [], changed: [] },
		},
		{
			name: 'all gone',
			input: { before: table(['k', 'v']), after: [] },
			output: { added: [], removed: ['k'], changed: [] },
		},
		{
			name: 'by case changed',
			input: { before: table(['k', 'On']), after: table(['k', 'on']) },
			output: { added: [], removed: [], changed: [{ key: 'k', before: 'On', after: 'on' }] },
		},
		{
			name: 'to nothing',
			input: { before: table(['k', 'v']), after: table(['k', ' ']) },
			output: { added: [], removed: [], changed: [{ key: 'k', before: 'v', after: '' }] },
		},
		{ name: 'twice after', input: { before: [], after: table(['a', '1'], ['a', '1']) }, error: '' },
	],
	wrong: [
		{ of: 3, output: { added: [], removed: [], changed: [] }, why: 'without regard to case' },
		{ of: 1, output: { added: ['z', 'y'], removed: [], changed: [] }, why: 'as they came' },
		{ of: 4, output: { added: [], removed: ['k'], changed: [] }, why: 'took a blank value for a missing key' },
	],
	faults: [
		fault('columns', ['"before": before[key], "after": after[key]', '"before": after[key], "after": before[key]']),
		fault('operator', ['row["value"].strip()', 'row["value"]']),
		fault('operator', [
			'"added": sorted(after.keys() - before.keys())',
			'"added": sorted(after.keys() ^ before.keys())',
		]),
		fault('missing-case', ['if before[key] != after[key]', 'if after[key] and before[key] != after[key]']),
		fault('order', [
			'"added": sorted(after.keys() - before.keys())',
			'"added": [key for key in after if key not in before]',
		]),
		fault('missing-case', ['    if len(found) < len(rows):\n        raise ValueError("A key is there twice")\n', '']),
	],
};
