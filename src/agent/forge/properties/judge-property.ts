import type { ForgeSpec } from '../spec/spec.ts';
import { forms, sidesOf } from './forms.ts';
import type { Pair } from './paths.ts';
import type { Property } from './property.ts';

/** The property in words. Pure. */
export function wordsOf(property: Property): string {
	return forms[property.form].says(property);
}

/** Whether a result keeps a property, as far as it can be told by that alone. Pure. */
export function keeps(property: Property, pair: Pair): boolean {
	const form = forms[property.form];
	const sides = form.by === 'one-run' ? sidesOf(property, pair) : undefined;
	return form.by === 'two-runs' || sides === undefined || form.holds(...sides);
}

/** The input that a second run needs for it; undefined where none is needed, or where it says nothing of this run. Pure. */
export function secondInput(property: Property, pair: Pair): Pair['input'] | undefined {
	const form = forms[property.form];
	return form.by === 'two-runs' ? form.next(property, pair) : undefined;
}

/** Whether both runs together keep it. Pure. */
export function keepsAgain(property: Property, first: Pair, second: Pair): boolean {
	const form = forms[property.form];
	return form.by === 'one-run' || form.holds(property, first, second);
}

/** Whether the examples of the order keep it, as far as they say it: one that breaks a property shows that it is none. Pure. */
export function holdsInExamples(property: Property, { examples }: Pick<ForgeSpec, 'examples'>): boolean {
	return examples.every(({ input, output }) => keeps(property, { input, output }));
}
