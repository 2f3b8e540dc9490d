import { expect, it } from 'vitest';
import type { ToolCase } from '../../../../src/agent/forge/draft/cases.ts';
import { writtenFields } from '../../../../src/agent/forge/files/written-fields.ts';

function writing(output: Readonly<Record<string, unknown>>, files: string[], expect?: ToolCase['expect']): ToolCase {
	return { name: 'e', from: 'example', input: {}, files: {}, expect: expect ?? { kind: 'output', output, files } };
}

it('fields that name what is written are those whose texts are names of it, at any depth', () => {
	const cases = [
		writing({ file: 'o.csv', source: 'a.csv', made: [{ chart: 'o.png' }], all: ['o.csv', 'a.csv'] }, [
			'o.csv',
			'o.png',
		]),
		writing({ second: 'x.json' }, [], {
			kind: 'output',
			output: { second: 'x.json' },
			files: [],
			holds: { 'x.json': { kind: 'opens' } },
		}),
		writing({ other: 'o.csv' }, []),
		writing({}, [], { kind: 'taken' }),
	];
	expect(writtenFields(cases)).toEqual(['file', 'chart', 'all', 'second']);
});
