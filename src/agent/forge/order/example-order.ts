/** A whole order as the forge wants it: small models copy a form sooner than they follow words about it. */
export const exampleOrder = {
	name: 'tables/count_rows',
	purpose: 'Count the rows of a CSV file, without its header',
	input: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'], additionalProperties: false },
	output: {
		type: 'object',
		properties: { rows: { type: 'integer' } },
		required: ['rows'],
		additionalProperties: false,
	},
	examples: [
		{ input: { path: 'a.csv' }, files: { 'a.csv': 'n\n1\n2\n' }, output: { rows: 2 } },
		{ input: { path: 'b.csv' }, files: { 'b.csv': 'n\n' }, output: { rows: 0 } },
	],
	rejects: [{ input: { path: 'none.csv' } }],
	capabilities: ['files'],
} as const;
