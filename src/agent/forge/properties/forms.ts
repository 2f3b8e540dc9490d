import { isSame } from '../try/compare.ts';
import { isClose } from '../try/is-close.ts';
import { fieldOf, itemsAt, type Pair, valuesAt } from './paths.ts';
import type { Property } from './property.ts';

type Values = readonly unknown[];

/** How a form is judged: by one run, or by a second one with an input that is made of the first. `says` is half a sentence. */
export type Form =
	| {
			readonly by: 'one-run';
			readonly says: (property: Property) => string;
			readonly holds: (left: Values, right: Values) => boolean;
	  }
	| {
			readonly by: 'two-runs';
			readonly says: (property: Property) => string;
			/** The second input; undefined where the property says nothing of this run. */
			readonly next: (property: Property, pair: Pair) => Pair['input'] | undefined;
			readonly holds: (property: Property, first: Pair, second: Pair) => boolean;
	  };

/** A form is added by a line here, its name in `propertyForms`, and a line in the Coder's request. */
export const forms: Readonly<Record<Property['form'], Form>> = {
	sum: oneRun('adds up to', isSameSum),
	same_items: oneRun('has the items of', (left, right) => isSame(sorted(left), sorted(right))),
	subset: oneRun('has no item that is not in', isSubset),
	order_kept: oneRun('has its items in the order of', isSubsequence),
	count: oneRun('has as many items as', (left, right) => left.length === right.length),
	ascending: oneRun('never falls', (left) => isOrdered(left, 1)),
	descending: oneRun('never rises', (left) => isOrdered(left, -1)),
	unordered: {
		by: 'two-runs',
		says: ({ left }) => `the result does not change with the order of ${left}`,
		next: ({ left }, { input }) => withReversed(input, fieldOf(left)),
		holds: (_, first, second) => isNear(first.output, second.output),
	},
	idempotent: {
		by: 'two-runs',
		says: ({ left, right }) => `${left}, given as ${right}, gives itself`,
		next: (property, pair) => withResult(property, pair),
		holds: ({ left }, first, second) => isNear(valuesAt(left, first), valuesAt(left, second)),
	},
	inverse: {
		by: 'two-runs',
		says: ({ left, right, switch: field, to }) =>
			`${left}, given as ${right} with ${field} ${JSON.stringify(to)}, gives back what was given`,
		next: turned,
		holds: ({ left, right = '' }, first, second) => isNear(valuesAt(right, first), valuesAt(left, second)),
	},
};

function oneRun(words: string, holds: (left: Values, right: Values) => boolean): Form {
	return { by: 'one-run', says: ({ left, right }) => [left, words, right].filter(Boolean).join(' '), holds };
}

/** The values of both sides; undefined where a path leads nowhere. Pure. */
export function sidesOf({ left, right }: Property, pair: Pair): readonly [Values, Values] | undefined {
	const [one, other] = [itemsAt(left, pair), right === undefined ? [] : itemsAt(right, pair)];
	return one && other ? [one, other] : undefined;
}

function isSameSum(left: Values, right: Values): boolean {
	const [parts, wholes] = [numbersOf(left), numbersOf(right)];
	if (!parts || !wholes) return false;
	const [one, other] = [parts, wholes].map((list) => list.reduce((sum, value) => sum + value, 0));
	return isClose(one ?? 0, other ?? 0) || Math.abs((one ?? 0) - (other ?? 0)) <= roundingOf([...parts, ...wholes]);
}

function numbersOf(values: Values): readonly number[] | undefined {
	const numbers = values.filter((value) => typeof value === 'number');
	return numbers.length === values.length ? numbers : undefined;
}

/** Where parts and whole were rounded, each may be off by half a unit of its last place; whole numbers and unrounded ones are not. */
function roundingOf(values: readonly number[]): number {
	const places = Math.max(...values.map((value) => String(value).split('.')[1]?.length ?? 0));
	return places === 0 || places > 6 ? 0 : 0.5 * 10 ** -places * values.length;
}

function keyOf(value: unknown): string {
	return JSON.stringify(value) ?? '';
}

function sorted(values: Values): Values {
	return values.map(keyOf).toSorted();
}

function isSubset(left: Values, right: Values): boolean {
	const known = new Set(right.map(keyOf));
	return left.every((value) => known.has(keyOf(value)));
}

function isSubsequence(left: Values, right: Values): boolean {
	let at = 0;
	for (const value of right) if (at < left.length && keyOf(left[at]) === keyOf(value)) at += 1;
	return at === left.length;
}

/** Numbers by their size and texts by their characters' codes; of anything else no order is known, and none is asked for. */
function isOrdered(values: Values, sign: 1 | -1): boolean {
	return values.every((value, index) => index === 0 || !isBefore(value, values[index - 1], sign));
}

function isBefore(value: unknown, before: unknown, sign: 1 | -1): boolean {
	if (typeof value === 'number' && typeof before === 'number') return sign * (value - before) < 0;
	if (typeof value === 'string' && typeof before === 'string') return sign === 1 ? value < before : value > before;
	return false;
}

function withReversed(input: Pair['input'], field: string | undefined): Pair['input'] | undefined {
	const list = field === undefined ? undefined : input[field];
	return field !== undefined && Array.isArray(list) && list.length > 1
		? { ...input, [field]: list.toReversed() }
		: undefined;
}

function withResult({ left, right }: Property, pair: Pair): Pair['input'] | undefined {
	const [field, result] = [fieldOf(right), valuesAt(left, pair)];
	return field !== undefined && result?.length === 1 ? { ...pair.input, [field]: result[0] } : undefined;
}

function turned(property: Property, pair: Pair): Pair['input'] | undefined {
	const [field, next] = [fieldOf(property.switch), withResult(property, pair)];
	if (field === undefined || next === undefined || isSame(next[field], property.to)) return undefined;
	return { ...next, [field]: property.to };
}

/** Numbers may differ by how they were reckoned. */
function isNear(one: unknown, other: unknown): boolean {
	if (typeof one === 'number' && typeof other === 'number') return isClose(one, other);
	if (Array.isArray(one) && Array.isArray(other))
		return one.length === other.length && one.every((item, index) => isNear(item, other[index]));
	if (!isObject(one) || !isObject(other)) return one === other;
	const names = Object.keys(one);
	return (
		names.length === Object.keys(other).length &&
		names.every((name) => Object.hasOwn(other, name) && isNear(one[name], other[name]))
	);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
