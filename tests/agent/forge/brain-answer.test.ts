import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toolAnswer } from '../../../src/agent/forge/brain-answer.ts';
import type { ToolCase } from '../../../src/agent/forge/draft/cases.ts';
import { madeAnswer } from '../../../src/agent/forge/made-answer.ts';
import type { Manifest } from '../../../src/agent/forge/registry/manifest.ts';

const manifest: Manifest = {
	format: 2,
	category: 'numbers',
	name: 'sum_numbers',
	version: 3,
	purpose: 'Add up',
	usage: 'sum_numbers {"numbers": [1]}',
	input: {
		type: 'object',
		required: ['numbers'],
		properties: { numbers: { type: 'array' }, note: { type: 'string' } },
	},
	output: {},
	example: { input: { numbers: [1] }, output: { sum: 1 } },
	varies: false,
	capabilities: [],
	dependencies: [],
	sha256: '0'.repeat(64),
	forgedAt: '2026-01-01T00:00:00Z',
	provenance: { session: 's', coder: 'c', seeds: [1], tries: 1 },
};

describe('toolAnswer', () => {
	it('is one object: the tool, its schema, an example, how to use it', () => {
		const { input, usage } = manifest;
		const answer = { name: 'numbers/sum_numbers', version: 3, input, example: { numbers: [1] }, usage };
		expect(JSON.parse(toolAnswer(manifest))).toEqual(answer);
	});

	it('names the parameters where the schema is too large', () => {
		const properties = { ...Object(manifest.input['properties']), long: { description: 'x'.repeat(2000) } };
		const answer = JSON.parse(toolAnswer({ ...manifest, input: { ...manifest.input, properties } }));
		expect(answer).toMatchObject({ parameters: ['numbers', 'note?', 'long?'], example: { numbers: [1] } });
	});

	it('has at most 1,400 bytes, whatever the tool is', () => {
		const record = fc.dictionary(fc.string(), fc.jsonValue());
		const usage = fc.oneof(fc.string(), fc.constant('字'.repeat(3000)), fc.constant('"'.repeat(3000)));
		fc.assert(
			fc.property(record, record, usage, (properties, input, words) => {
				const given = { ...manifest, input: { properties }, example: { input, output: {} }, usage: words };
				expect(Buffer.byteLength(toolAnswer(given))).toBeLessThanOrEqual(1400);
				expect(JSON.parse(toolAnswer(given))).toMatchObject({ name: 'numbers/sum_numbers', version: 3 });
			}),
		);
	});
});

describe('madeAnswer', () => {
	const caseOf = (name: string, from: ToolCase['from']): ToolCase => ({
		...{ name, from, input: {}, files: {} },
		expect: { kind: 'taken' },
	});
	const cases = [caseOf('Example 1', 'example'), caseOf('Reject 1', 'negative'), caseOf('one number', 'coder')];

	it('says how to call it, its tests, its packages and where it lives, and not the schema that was sent', () => {
		const taken = ['input_schema as input'];
		const answer = JSON.parse(madeAnswer({ manifest: { ...manifest, dependencies: ['lxml'] }, cases, taken }));
		expect(answer).toEqual({
			made: 'numbers/sum_numbers',
			version: 3,
			use_tool: { name: 'numbers/sum_numbers', input: { numbers: [1] } },
			tests: '2 of orders; beside: one number',
			drop: expect.stringContaining('forge_tool {"continue": "numbers/sum_numbers", "answer": {"drop"'),
			packages: 'lxml',
			lives: '/tools/numbers/sum_numbers/3/tool.py; in this thread only, until it is shared',
			usage: manifest.usage,
			understood: 'input_schema as input',
		});
	});

	it('tells tests of use, and of many only some', () => {
		const many = Array.from({ length: 9 }, (_, at) => caseOf(`test ${at}`, 'coder'));
		const answer = JSON.parse(madeAnswer({ manifest, cases: [...many, caseOf('use', 'earlier')], taken: [] }));
		expect(answer.tests).toBe(
			'0 of orders; beside: test 0, test 1, test 2, test 3, test 4, test 5, and 3 more; 1 of use',
		);
	});

	it('has at most 1,400 bytes, whatever the tool is', () => {
		const text = fc.oneof(fc.string(), fc.constant('字'.repeat(3000)), fc.constant('"'.repeat(3000)));
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.jsonValue()), text, text, (input, words, name) => {
				const given = { ...manifest, example: { input, output: {} }, usage: words, dependencies: [words] };
				const made = madeAnswer({ manifest: given, cases: [caseOf(name, 'coder')], taken: [words] });
				expect(Buffer.byteLength(made)).toBeLessThanOrEqual(1400);
				expect(JSON.parse(made)).toMatchObject({ made: 'numbers/sum_numbers', version: 3 });
			}),
		);
	});
});
