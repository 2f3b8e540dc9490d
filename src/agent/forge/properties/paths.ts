import { isRecord } from '../../model/text/json-text.ts';

/** Values that one path may find; a property of more is not judged. */
const mostValues = 10_000;

/** A tool's input, and its result. */
export interface Pair {
	readonly input: Readonly<Record<string, unknown>>;
	readonly output: Readonly<Record<string, unknown>>;
}

/**
 * The values at a path such as `output.rows[].price`, where `[]` stands for each item of a list or each value of a map; undefined where it leads
 * nowhere. Pure, and linear in what it walks.
 */
export function valuesAt(path: string, pair: Pair): readonly unknown[] | undefined {
	const [side, ...steps] = stepsOf(path);
	if (side !== 'input' && side !== 'output') return undefined;
	let values: readonly unknown[] = [pair[side]];
	for (const step of steps) {
		const next = values.flatMap((value) => inside(value, step));
		if (next.length > mostValues || next.includes(nowhere)) return undefined;
		values = next;
	}
	return values;
}

/** The items of a list that a path without `[]` at its end leads to are what is meant. Pure. */
export function itemsAt(path: string, pair: Pair): readonly unknown[] | undefined {
	const values = valuesAt(path, pair);
	const [only] = values ?? [];
	return values?.length === 1 && Array.isArray(only) && !path.includes('[]') ? only : values;
}

const nowhere = Symbol('nowhere');

function inside(value: unknown, step: string): readonly unknown[] {
	if (step === '[]') return Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [nowhere];
	return isRecord(value) && Object.hasOwn(value, step) ? [value[step]] : [nowhere];
}

/** `a.b[].c` as `a`, `b`, `[]`, `c`. */
function stepsOf(path: string): readonly string[] {
	return path
		.replaceAll('[]', '.[]')
		.split('.')
		.filter((step) => step !== '');
}

/** The field of the input that a path names, where it names one at the top. Pure. */
export function fieldOf(path: string | undefined): string | undefined {
	const [side, name, ...more] = stepsOf(path ?? '');
	return side === 'input' && name !== '[]' && more.length === 0 ? name : undefined;
}
