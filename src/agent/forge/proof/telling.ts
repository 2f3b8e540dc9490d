import type { ToolCase } from '../draft/cases.ts';
import type { Holds } from '../files/holds.ts';
import { differenceOf, isSame } from '../try/compare.ts';
import type { Way } from './ways.ts';

type Values = Readonly<Record<string, unknown>>;

/** An example of an order, and what a tool gave for its input. */
export interface Pair {
	readonly expected: Values;
	readonly given: Values;
}

/**
 * Whether examples can tell one tool from another: at least two of them ask for different things, beside what their input says already.
 * That a picture is there, or that a path comes back, is true of many tools. Pure.
 */
export function areTelling(cases: readonly ToolCase[]): boolean {
	const told = cases.flatMap(toldBy);
	const [first] = told;
	return told.length >= 2 && told.some((one) => !isSame(one, first));
}

function toldBy({ input, expect }: ToolCase): readonly unknown[] {
	if (expect.kind !== 'output') return [];
	const inputs = Object.values(input);
	const values = Object.entries(expect.output).filter(([, value]) => !inputs.some((one) => isSame(one, value)));
	const held = Object.values(expect.holds ?? {}).filter(saysWhat);
	return values.length + held.length === 0 ? [] : [[values, held]];
}

/** Whether more is asked of a file than that there is one of its kind. */
function saysWhat(holds: Holds): boolean {
	switch (holds.kind) {
		case 'opens':
			return false;
		case 'json':
			return true;
		case 'tables':
			return holds.tables.some(({ header, rows }) => header !== undefined || rows !== undefined);
		case 'text':
			return holds.text !== undefined || holds.contains.length > 0;
		case 'image':
			return Object.keys(holds).some((key) => !['kind', 'inOrder', 'blank'].includes(key));
	}
}

/**
 * The tool's own name for each of the order's results: the order's, or one that holds the same in all examples; undefined where a result is not
 * there. A value that never changes proves nothing under another name. Pure.
 */
export function resultNames(pairs: readonly Pair[]): Way | undefined {
	const asked = new Set(pairs.flatMap(({ expected }) => Object.keys(expected)));
	const names = new Map<string, string>();
	for (const name of asked) {
		const found = nameOf(name, pairs, (other) => asked.has(other) || [...names.values()].includes(other));
		if (found === undefined) return undefined;
		names.set(name, found);
	}
	return names;
}

function nameOf(name: string, pairs: readonly Pair[], isTaken: (other: string) => boolean): string | undefined {
	const having = pairs.filter(({ expected }) => Object.hasOwn(expected, name));
	if (isHeldAs(name, name, having)) return name;
	const changes = having.some(({ expected }) => !isSame(expected[name], having[0]?.expected[name]));
	const others = Object.keys(having[0]?.given ?? {}).filter((other) => !isTaken(other));
	return changes ? others.find((other) => isHeldAs(name, other, having)) : undefined;
}

function isHeldAs(name: string, other: string, pairs: readonly Pair[]): boolean {
	return pairs.every(
		({ expected, given }) => Object.hasOwn(given, other) && differenceOf(expected[name], given[other]) === undefined,
	);
}
