import { expect, it } from 'vitest';
import { specCases } from '../../../../src/agent/forge/spec/spec-cases.ts';
import { differencesOf } from '../../../../src/agent/forge/try/differences.ts';
import type { RunEnd } from '../../../../src/agent/forge/try/judge.ts';
import { specWith } from '../specs.ts';

const spec = specWith({
	examples: [
		{ input: { numbers: [1] }, files: { 'in.csv': [['n'], [1]] }, output: { sum: 1 } },
		{ input: { numbers: [2] }, output: { sum: 2 }, writes: { 'out.csv': 'n\n2\n' } },
	],
});
const cases = specCases(spec);
const file = { name: 'out.csv', size: 4, sha256: 'x' };
const given = (sum: number, cell: string): RunEnd => ({
	ended: 'output',
	output: { sum },
	files: [file],
	looks: { 'out.csv': { kind: 'table', encoding: 'ascii', sheets: [{ name: '', rows: [['n'], [cell]], total: 2 }] } },
});
const refused = (type: string, wrong?: 'input' | 'file'): RunEnd => ({
	ended: 'error',
	error: { type, message: 'no', traceback: '', ...(wrong && { wrong }) },
});
const after = (...ends: readonly RunEnd[]) => differencesOf(cases, { ends: ends.map((end) => [end]) }, spec);

it('an example that is kept is no difference, whatever its files are made of', () => {
	expect(after(given(1, '2'), given(2, '2'))).toEqual([]);
});

it('another result is told with that of the order, for examples with files of data as well', () => {
	expect(after(given(3, '2'), given(2, '2'))).toEqual([{ example: 0, ordered: '{"sum":1}', given: '{"sum":3}' }]);
});

it('another file is told with the one of the order', () => {
	expect(after(given(1, '2'), given(2, '3'))).toEqual([
		{
			example: 1,
			ordered: 'that {"out.csv":"n\\n2\\n"} is written',
			given: 'another file: "out.csv", which it wrote, must hold the row [2], and holds [["3"]] instead',
		},
	]);
});

it('an input that a draft refuses is told with its error, and a crash is none of the order', () => {
	expect(after(refused('ValueError'), refused('KeyError'))).toEqual([
		{ example: 0, ordered: '{"sum":1}', given: 'the error "no"' },
	]);
});

it.each(['input', 'file'] as const)('so is one that is refused for its %s by another kind of error', (wrong) => {
	expect(after(refused('TooOld', wrong), refused('TooOld'))).toEqual([
		{ example: 0, ordered: '{"sum":1}', given: 'the error "no"' },
	]);
});
