import { shorten } from '../../../base/text/shorten.ts';
import { isRecord } from '../../model/text/json-text.ts';
import { isClose } from './is-close.ts';

/**
 * Where `got` does not hold what is `expected`, in one line; undefined when it does. Objects may hold more, lists are as long, numbers are
 * equal to 1e-6, all else is the same. Pure.
 */
export function differenceOf(expected: unknown, got: unknown, path = ''): string | undefined {
	if (Array.isArray(expected) && Array.isArray(got)) return listDifference(expected, got, path);
	if (isRecord(expected) && isRecord(got)) return objectDifference(expected, got, path);
	if (typeof expected === 'number' && typeof got === 'number' && isClose(expected, got)) return undefined;
	if (expected === got) return undefined;
	return `${path || 'the result'}: expected ${shown(expected)}, got ${shown(got)}`;
}

function listDifference(expected: readonly unknown[], got: readonly unknown[], path: string): string | undefined {
	if (expected.length !== got.length) {
		const lengths = `expected ${expected.length} items, got ${got.length}`;
		return `${path || 'the result'}: ${lengths}: ${shown(expected)} and ${shown(got)}`;
	}
	return firstOf(expected, (item, index) => differenceOf(item, got[index], `${path}[${index}]`));
}

function objectDifference(
	expected: Readonly<Record<string, unknown>>,
	got: Readonly<Record<string, unknown>>,
	path: string,
): string | undefined {
	return firstOf(Object.entries(expected), ([name, value]) => {
		const inner = path === '' ? name : `${path}.${name}`;
		if (!Object.hasOwn(got, name)) return `${inner}: expected ${shown(value)}, but it is missing`;
		return differenceOf(value, got[name], inner);
	});
}

function firstOf<T>(items: readonly T[], differenceIn: (item: T, index: number) => string | undefined) {
	for (const [index, item] of items.entries()) {
		const difference = differenceIn(item, index);
		if (difference !== undefined) return difference;
	}
	return undefined;
}

/** Whether two values are the same in every place, whatever the order of an object's keys. Pure. */
export function isSame(one: unknown, other: unknown): boolean {
	if (Array.isArray(one) && Array.isArray(other))
		return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
	if (!isRecord(one) || !isRecord(other)) return one === other;
	const names = Object.keys(one);
	if (names.length !== Object.keys(other).length) return false;
	return names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]));
}

/** A value as JSON of at most 200 characters. Pure. */
export function shown(value: unknown): string {
	return shorten(JSON.stringify(value) ?? 'nothing', 200);
}
