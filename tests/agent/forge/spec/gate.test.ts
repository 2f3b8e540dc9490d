import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSpec } from '../../../../src/agent/forge/spec/gate.ts';
import { type RawSpec, specSchema } from '../../../../src/agent/forge/spec/spec.ts';
import { rawSpec } from '../specs.ts';

const [first, second] = rawSpec.examples;
if (!first || !second) throw new Error('The spec has two examples');

/** The gate's words on the spec when it is changed like this. */
async function problemOf(changes: Partial<RawSpec>): Promise<string> {
	const checked = await checkSpec({ ...rawSpec, ...changes });
	return 'name' in checked ? 'nothing' : checked.map(({ at, says }) => `${at}: ${says}`).join('\n');
}

describe('checkSpec', () => {
	it('lets a whole spec through, with what was left out filled in', async () => {
		const spec = await checkSpec({ ...rawSpec, capabilities: ['files'], dependencies: [' lxml ', 'lxml'] });
		expect(spec).toMatchObject({ name: 'sum_numbers', capabilities: ['files'], dependencies: ['lxml'], varies: false });
	});

	it.each<[string, Partial<RawSpec>, RegExp]>([
		['a name of one word', { name: 'sum' }, /verb_target/],
		['a name that is no snake_case', { name: 'Sum Numbers' }, /verb_target/],
		['a name of 49 characters', { name: `sum_${'x'.repeat(45)}` }, /48 characters/],
		['a category of two words', { category: 'my tables' }, /category/],
		['a repair under another name', { repairs: 'numbers/other_name' }, /keeps its name/],
		['the network', { capabilities: ['network'] }, /no network/],
		['a host', { capabilities: ['files', 'example.org'] }, /no network/],
		['an address', { capabilities: ['https://example.org/x'] }, /no network/],
		['an unknown capability', { capabilities: ['camera'] }, /capabilities: there is no "camera"/],
		['one example', { examples: [first] }, /at least 2, and is 1/],
		['the same example twice', { examples: [first, first] }, /same input/],
		['an empty input', { examples: [first, { input: {}, output: { sum: 0 } }] }, /empty input/],
		['an empty output', { examples: [first, { ...second, output: {} }] }, /test nothing/],
		[
			'an example that breaks the input schema',
			{ examples: [first, { ...second, input: { numbers: ['a'] } }] },
			/numbers\[0\]: does not fit the input schema: must be number/,
		],
		[
			'an output that breaks the output schema',
			{ examples: [first, { ...second, output: { total: 1 } }] },
			/takes no "total": add it to output.properties/,
		],
		['no reject', { rejects: [] }, /at least 1 input/],
		[
			'no reject that fits the schema',
			{ rejects: [{ input: { numbers: 'none' } }, { input: {} }] },
			/rejects: must hold one that fits .*\(numbers must be array\).* counts for nothing/,
		],
		['a reject that is an example', { rejects: [{ input: first.input }] }, /is an example/],
		['a file outside', { examples: [first, { ...second, files: { '../x.csv': '' } }] }, /relative/],
		[
			'a path of the session',
			{ examples: [first, { ...second, input: { numbers: [1], note: '/inputs/x' } }] },
			/empty folder/,
		],
	])('refuses %s in one sentence', async (_, changes, sentence) => {
		const problem = await problemOf(changes);
		expect(problem).toMatch(sentence);
		expect(problem).not.toContain('\n');
	});

	it('takes a reject that breaks the schema: the host refuses it', async () => {
		expect(await problemOf({ rejects: [{ input: { numbers: 'none' } }, ...rawSpec.rejects] })).toBe('nothing');
	});

	it('takes an example that tells only a part of the output', async () => {
		const properties = { sum: { type: 'number' }, count: { type: 'integer' } };
		const output = { type: 'object', additionalProperties: false, required: ['sum', 'count'], properties };
		expect(await problemOf({ output })).toBe('nothing');
	});

	it('never rejects, whatever a model sends', async () => {
		const json = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 12 }) as fc.Arbitrary<unknown>);
		const schema = fc.oneof(json, fc.constant(rawSpec.input), fc.constant(rawSpec.output));
		const given = fc.record({ input: fc.oneof(json, fc.constant(first.input)), output: json });
		const raw = fc.record({
			name: fc.oneof(fc.constant(rawSpec.name), fc.string({ minLength: 1 })),
			category: fc.oneof(fc.constant(rawSpec.category), fc.string({ minLength: 1 })),
			purpose: fc.string({ minLength: 1, maxLength: 100 }),
			input: schema,
			output: schema,
			examples: fc.array(given, { maxLength: 4 }),
			rejects: fc.array(fc.record({ input: json }), { maxLength: 3 }),
			capabilities: fc.array(fc.string(), { maxLength: 3 }),
		});
		await fc.assert(
			fc.asyncProperty(raw, async (changes) => {
				const checked = await checkSpec(specSchema.parse(changes));
				expect('name' in checked || checked.length > 0).toBe(true);
			}),
			{ numRuns: 300 },
		);
	});
});
