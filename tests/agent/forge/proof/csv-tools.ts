import type { Kept } from '../../../support/kept-tools.ts';

export const string = { type: 'string' } as const;
export const list = { type: 'array', items: { type: 'object', additionalProperties: string } } as const;
export const object = (names: Readonly<Record<string, unknown>>) => ({
	type: 'object',
	properties: names,
	required: Object.keys(names),
	additionalProperties: false,
});

/** What the tools of these tests do, by the text of their code. */
export const bodies = {
	'csv to json': ({ csv }: Readonly<Record<string, unknown>>) => {
		const [head = '', ...lines] = String(csv).split('\n').filter(Boolean);
		return lines.length === 0 ? new Error('no rows') : { rows: lines.map((line) => ({ [head]: line })) };
	},
	lax: () => ({ rows: [{ n: '1' }] }),
	broken: () => {
		throw new TypeError('nobody knows');
	},
};

export const csvToJson: Kept = {
	category: 'convert',
	name: 'csv_to_json',
	purpose: 'Convert a CSV text to a list of JSON objects',
	code: 'csv to json',
	input: object({ csv: string }),
	output: object({ rows: list }),
};
