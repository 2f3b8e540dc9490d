import type { Problem } from '../../problem.ts';
import { fault, list, py, record, text, whole } from '../words.ts';

export const dedupeNames: Problem = {
	order: {
		name: 'lists/dedupe_names',
		purpose:
			'Take repeated names out of a list: names are the same without regard to case and to whitespace around and in a row within; the first spelling stays, with single spaces, in its place. Blank ones are left out. Tells how many entries were left out in all. A list with nothing but blank ones is refused, as is an empty one.',
		input: record({ names: list(text) }),
		output: record({ names: list(text), dropped: whole }),
		examples: [
			{ input: { names: ['Ann Lee', ' ann  lee', 'Bo'] }, output: { names: ['Ann Lee', 'Bo'], dropped: 1 } },
			{ input: { names: ['', 'Zoë', 'ZOË', 'zoe'] }, output: { names: ['Zoë', 'zoe'], dropped: 2 } },
		],
		rejects: [{ input: { names: [' ', ''] } }],
	},
	right: py`
def run(input: dict) -> dict:
    kept: dict = {}
    for name in input["names"]:
        plain = " ".join(name.split())
        if plain:
            kept.setdefault(plain.casefold(), plain)
    if not kept:
        raise ValueError("There are no names")
    return {"names": list(kept.values()), "dropped": len(input["names"]) - len(kept)}
`,
	other: [
		py`
import re


def run(input: dict) -> dict:
    seen, names, dropped = set(), [], 0
    for name in input["names"]:
        tidy = re.sub(r"\s+", " ", name).strip()
        key = tidy.lower()
        if key == "" or key in seen:
            dropped += 1
            continue
        seen.add(key)
        names.append(tidy)
    if len(names) == 0:
        raise ValueError("All names are blank")
    return {"names": names, "dropped": dropped}
`,
	],
	tests: [
		{ name: 'one', input: { names: ['Al'] }, output: { names: ['Al'], dropped: 0 } },
		{ name: 'not in a row', input: { names: ['b', 'a', 'B'] }, output: { names: ['b', 'a'], dropped: 1 } },
		{ name: 'tabs', input: { names: ['a\tb', 'A B'] }, output: { names: ['a b'], dropped: 1 } },
		{ name: 'three times', input: { names: ['x', 'X', 'x '] }, output: { names: ['x'], dropped: 2 } },
		{ name: 'blank ones', input: { names: ['', 'a', ' '] }, output: { names: ['a'], dropped: 2 } },
		{ name: 'empty', input: { names: [] }, error: '' },
	],
	wrong: [
		{ of: 4, output: { names: ['a'], dropped: 0 }, why: 'blank ones not counted' },
		{ of: 1, output: { names: ['a', 'b'], dropped: 1 }, why: 'sorted' },
		{ of: 3, output: { names: ['x'], dropped: 3 }, why: 'counted the first one, too' },
	],
	faults: [
		fault('operator', ['kept.setdefault(plain.casefold(), plain)', 'kept[plain.casefold()] = plain']),
		fault('operator', ['plain.casefold()', 'plain']),
		fault('missing-case', ['        if plain:\n            kept', '        if True:\n            kept']),
		fault('order', ['list(kept.values())', 'sorted(kept.values())']),
		fault('off-by-one', ['- len(kept)}', '- len(kept) - input["names"].count("")}']),
		fault('operator', ['" ".join(name.split())', 'name.strip()']),
	],
};
