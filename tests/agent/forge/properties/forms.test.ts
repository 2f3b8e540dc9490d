import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forms } from '../../../../src/agent/forge/properties/forms.ts';
import {
	holdsInExamples,
	keeps,
	keepsAgain,
	secondInput,
	wordsOf,
} from '../../../../src/agent/forge/properties/judge-property.ts';
import { type Pair, valuesAt } from '../../../../src/agent/forge/properties/paths.ts';
import { type Property, propertyForms } from '../../../../src/agent/forge/properties/property.ts';

const of = (input: Pair['input'], output: Pair['output']): Pair => ({ input, output });
const property = (form: Property['form'], left: string, right?: string): Property => ({
	form,
	left,
	...(right !== undefined && { right }),
});

describe('a path', () => {
	const pair = of({ rows: [{ p: 1 }, { p: 2 }] }, { by: { a: 3, b: 4 }, all: [] });

	it.each<[string, readonly unknown[] | undefined]>([
		['input.rows[].p', [1, 2]],
		['output.by[]', [3, 4]],
		['output.by.a', [3]],
		['output.all[]', []],
		['output.none', undefined],
		['input.rows.p', undefined],
		['rows[].p', undefined],
		['output.constructor', undefined],
		['', undefined],
		['input.rows[].p.__proto__', undefined],
	])('%j leads to its values, or nowhere', (path, values) => {
		expect(valuesAt(path, pair)).toEqual(values);
	});
});

describe('a property of one run', () => {
	it.each<[Property['form'], string, string | undefined, Pair, Pair]>([
		['sum', 'output.parts[]', 'output.whole', of({}, { parts: [1, 2], whole: 3 }), of({}, { parts: [1, 2], whole: 4 })],
		[
			'sum',
			'output.parts',
			'input.n',
			of({ n: 0.3 }, { parts: [0.1, 0.2] }),
			of({ n: 0.31 }, { parts: [0.1, 0.1, 0] }),
		],
		[
			'sum',
			'output.p[]',
			'output.w',
			of({}, { p: [33.33, 33.33, 33.33], w: 100 }),
			of({}, { p: [33.33, 33.33], w: 100 }),
		],
		['same_items', 'output.a', 'input.a', of({ a: [2, 1] }, { a: [1, 2] }), of({ a: [2, 1] }, { a: [1, 1] })],
		['subset', 'output.a', 'input.a', of({ a: ['x', 'y'] }, { a: ['y'] }), of({ a: ['x'] }, { a: ['y'] })],
		['order_kept', 'output.a', 'input.a', of({ a: [3, 1, 2] }, { a: [3, 2] }), of({ a: [3, 1, 2] }, { a: [2, 3] })],
		['count', 'output.a', 'input.a', of({ a: [1, 2] }, { a: [5, 6] }), of({ a: [1, 2] }, { a: [5] })],
		['ascending', 'output.a', undefined, of({}, { a: [1, 1, 2] }), of({}, { a: [2, 1] })],
		['descending', 'output.a[].n', undefined, of({}, { a: [{ n: 2 }, { n: 1 }] }), of({}, { a: [{ n: 1 }, { n: 2 }] })],
	])('%s of %s is kept by a right result, and by no wrong one', (form, left, right, good, bad) => {
		expect([keeps(property(form, left, right), good), keeps(property(form, left, right), bad)]).toEqual([true, false]);
	});

	it.each(propertyForms)('%s says nothing where its paths lead nowhere, and never throws', (form) => {
		fc.assert(
			fc.property(fc.string(), fc.string(), fc.jsonValue(), (left, right, value) => {
				const pair = of({ a: value }, { b: value });
				const one = property(form, left, right);
				expect(keeps({ ...one, left: 'output.none' }, pair)).toBe(true);
				secondInput(one, pair);
				keepsAgain(one, pair, pair);
				expect(wordsOf(one)).not.toBe('');
			}),
			{ numRuns: 50 },
		);
	});
});

describe('a property of two runs', () => {
	it.each<[Property, Pair, Pair['input'], Pair['output'], Pair['output']]>([
		[property('unordered', 'input.n'), of({ n: [1, 2] }, { s: 3 }), { n: [2, 1] }, { s: 3 }, { s: 4 }],
		[property('idempotent', 'output.t', 'input.t'), of({ t: ' a' }, { t: 'a' }), { t: 'a' }, { t: 'a' }, { t: '' }],
		[
			{ ...property('inverse', 'output.t', 'input.t'), switch: 'input.way', to: 'back' },
			of({ t: 'ab', way: 'there' }, { t: 'ba' }),
			{ t: 'ba', way: 'back' },
			{ t: 'ab' },
			{ t: 'ba' },
		],
	])(
		'%j asks for its second input, and is kept by what a right tool gives for that alone',
		(one, first, input, good, bad) => {
			expect(secondInput(one, first)).toEqual(input);
			expect([good, bad].map((output) => keepsAgain(one, first, { input, output }))).toEqual([true, false]);
		},
	);

	it('asks for none where there is nothing to turn round', () => {
		expect(secondInput(property('unordered', 'input.n'), of({ n: [1] }, {}))).toBeUndefined();
		expect(secondInput(property('unordered', 'input.n[].a'), of({ n: [1, 2] }, {}))).toBeUndefined();
		const turned = { ...property('inverse', 'output.t', 'input.t'), switch: 'input.way', to: 'back' };
		expect(secondInput(turned, of({ t: 'a', way: 'back' }, { t: 'a' }))).toBeUndefined();
	});
});

describe('properties', () => {
	it('have a form each, and a name each form', () => {
		expect(Object.keys(forms)).toEqual([...propertyForms]);
	});

	it('are none where an example of the order breaks them', () => {
		const spec = { examples: [{ input: { n: [2, 1] }, output: { n: [2, 1] } }] };
		expect(holdsInExamples(property('ascending', 'output.n'), spec)).toBe(false);
		expect(holdsInExamples(property('count', 'output.n', 'input.n'), spec)).toBe(true);
	});
});
