import type { ForgeSpec } from '../../../../src/agent/forge/spec/spec.ts';

/** A spec that has passed the gate, with what a test is about. */
export function specOf(fields: Partial<ForgeSpec>): ForgeSpec {
	return {
		name: 'sum_column',
		category: 'tables',
		purpose: 'Sum the numbers of a column',
		input: { type: 'object', properties: { numbers: { type: 'array' } }, additionalProperties: false },
		output: { type: 'object', properties: { sum: { type: 'number' } }, additionalProperties: false },
		examples: [{ input: { numbers: [1, 2] }, output: { sum: 3 } }],
		rejects: [{ input: { numbers: [] } }],
		capabilities: [],
		dependencies: [],
		varies: false,
		repairs: undefined,
		...fields,
	};
}
