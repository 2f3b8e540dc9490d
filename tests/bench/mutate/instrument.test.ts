import { stripTypeScriptTypes } from 'node:module';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { findMutants } from '../../../bench/mutate/find-mutants.ts';
import { chooser, instrument } from '../../../bench/mutate/instrument.ts';

const source = `
function count(values: readonly number[], most: number): string {
	let sum = 0;
	for (const value of values) {
		if (value < most && value !== 2) sum += value;
		else if (!(value > 5)) sum += 100;
	}
	return sum > 3 ? 'many' : 'few ' + sum;
}
[[1, 2], [2, 9], [3, 4], [0]].map((values) => count(values, 3)).join();
`;

const mutants = findMutants('a.ts', source).map((place, at) => ({ ...place, id: at + 1, file: 'a.ts' }));

/** The result with one of the mutants, or with none. */
function resultWith(chosen: number | undefined): unknown {
	const script = stripTypeScriptTypes(instrument(source, mutants));
	const context = { [Symbol.for(chooser)]: (id: number) => id === chosen };
	return runInNewContext(script, context);
}

/** The result of a source that was changed by hand. */
function resultOf(text: string): unknown {
	return runInNewContext(stripTypeScriptTypes(text));
}

it('a source with its mutants does what it did before while none is chosen', () => {
	expect(resultWith(undefined)).toBe(resultOf(source));
});

it('a source with its mutants does what each of them alone would do', () => {
	expect(mutants.length).toBeGreaterThan(25);
	for (const { id, start, end, after } of mutants) {
		const byHand = `${source.slice(0, start)}${after === '' ? ';' : after}${source.slice(end)}`;
		expect(resultWith(id), `${after} at ${start}`).toBe(resultOf(byHand));
	}
});
