import type { Problem } from '../problem.ts';

/**
 * Code that gives what the examples want, refuses what must be refused, and gives the first result for all else. None for a tool that writes
 * files, as such code would be longer than the tool. Pure.
 */
export function lookupTable({ order: { examples, rejects } }: Problem): string | undefined {
	if (examples.some(({ writes }) => writes !== undefined)) return undefined;
	const known = examples.map(({ input, output }) => [JSON.stringify(input), JSON.stringify(output)]);
	return `import json

KNOWN = ${pythonList(known)}
WRONG = ${pythonList(rejects.map(({ input }) => JSON.stringify(input)))}


def run(input: dict) -> dict:
    if any(input == json.loads(one) for one in WRONG):
        raise ValueError("The input is wrong: it must not be negative, empty or missing")
    for given, result in KNOWN:
        if input == json.loads(given):
            return json.loads(result)
    return json.loads(KNOWN[0][1])
`;
}

/** JSON of texts and lists of them is Python as well. */
function pythonList(value: unknown): string {
	return JSON.stringify(value);
}
