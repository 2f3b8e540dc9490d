import { describe, expect, it } from 'vitest';
import { cut, emptied, propertyCases, standardCases } from '../../../../src/agent/forge/properties/standard-cases.ts';
import { createValidator } from '../../../../src/agent/forge/spec/json-schema.ts';
import { specCases } from '../../../../src/agent/forge/spec/spec-cases.ts';
import { specWith } from '../specs.ts';

const text = { type: 'string' };
const counting = (file: string, csv: string) =>
	specWith({
		input: { type: 'object', properties: { file: text }, required: ['file'], additionalProperties: false },
		examples: [
			{ input: { file }, files: { [file]: csv }, output: { sum: 3 } },
			{ input: { file: 'b.csv' }, files: { 'b.csv': 'n\n4\n' }, output: { sum: 4 } },
		],
		rejects: [{ input: { file: 'none.csv' } }],
	});

describe('the inputs that each tool is tried with', () => {
	it('are nothing, one and many of what it takes, the largest last', async () => {
		const cases = await standardCases(specWith({ rejects: [{ input: { numbers: [1e9] } }] }));
		expect(cases.map(({ name, from }) => [name, from])).toEqual([
			['Nothing', 'standard'],
			['One of each', 'standard'],
			['Many', 'standard'],
		]);
		const [nothing, one, many] = cases.map(({ input }) => input['numbers'] as number[]);
		expect([nothing, one, many?.length, new Set(many)]).toEqual([[], [1], 40, new Set([1, 2, -1])]);
		expect(cases.at(-1)?.expect).toEqual({ kind: 'sound', large: true });
	});

	it('fit the schema, and are none that the order speaks of', async () => {
		const spec = specWith();
		const cases = await standardCases(spec);
		const checkInput = await createValidator(spec.input);
		expect(cases.map(({ input }) => checkInput(input))).toEqual(cases.map(() => undefined));
		const ordered = specCases(spec).map(({ input }) => JSON.stringify(input));
		expect(cases.filter(({ input }) => ordered.includes(JSON.stringify(input)))).toEqual([]);
	});

	it('have the files of an example, and many lines in them', async () => {
		const cases = await standardCases(counting('a.csv', 'n\n1\n2\n'));
		expect(cases.map(({ name }) => name)).toEqual(['Many']);
		expect(cases[0]?.files['a.csv']).toMatch(/^n\n(?:1\n2\n){40}$/);
	});

	it('have no more names of columns than an example has', async () => {
		const spec = specWith({ capabilities: ['files'], rejects: [{ input: { numbers: [1e9] } }] });
		expect((await standardCases(spec)).map(({ name }) => name)).toEqual(['Nothing', 'One of each']);
	});

	it('are none of text alone where they cannot be made larger', async () => {
		expect(await standardCases(counting('a.json', '[1]'))).toEqual([]);
	});

	it('leave out what is no list, and all texts where there is none', () => {
		expect(emptied({ a: [1], b: { c: 1 }, d: 'x', e: 1 }, false)).toEqual({ a: [], b: {}, d: 'x', e: 1 });
		expect(emptied({ d: 'x', e: 1 }, false)).toEqual({ d: '', e: 1 });
		expect(emptied({ d: 'x', e: 1 }, true)).toEqual({ d: 'x', e: 1 });
		expect(cut({ a: [[1, 2], [3]], b: { c: [1, 2] } })).toEqual({ a: [[1]], b: { c: [1] } });
	});
});

describe('the inputs that a property is tried with', () => {
	it('are a few small ones, the same at each time, and none of the order', async () => {
		const property = { property: { form: 'unordered', left: 'input.numbers' }, samples: 1 } as const;
		const cases = await propertyCases(property, specWith(), 'P');
		expect(cases.length).toBeGreaterThan(1);
		expect(cases).toEqual(await propertyCases(property, specWith(), 'P'));
		for (const { input } of cases) expect((input['numbers'] as number[]).length).toBeLessThanOrEqual(4);
	});
});
