import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toolAnswer } from '../../../src/agent/forge/brain-answer.ts';
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
		const answer = { tool: 'numbers/sum_numbers', version: 3, input, example: { numbers: [1] }, usage };
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
				expect(JSON.parse(toolAnswer(given))).toMatchObject({ tool: 'numbers/sum_numbers', version: 3 });
			}),
		);
	});
});
