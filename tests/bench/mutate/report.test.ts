import { describe, expect, it } from 'vitest';
import type { Mutant } from '../../../bench/mutate/mutant.ts';
import { isOpen, mutationRows, type Result, summary } from '../../../bench/mutate/report.ts';
import { sample } from '../../../bench/mutate/sample.ts';
import { reasonFor } from '../../../bench/mutate/survivors.ts';

const mutant: Mutant = {
	id: 1,
	file: 'src/a.ts',
	line: 7,
	start: 0,
	end: 5,
	form: 'expression',
	before: 'a  <\n\tb',
	after: 'a <= b',
	isStatic: false,
};
const results: readonly Result[] = [
	{ mutant, outcome: 'noticed', reason: undefined },
	{ mutant, outcome: 'survived', reason: undefined },
	{ mutant, outcome: 'survived', reason: 'It is the same' },
	{ mutant: { ...mutant, file: 'src/b.ts', form: 'statement', after: '' }, outcome: 'not reached', reason: undefined },
	{ mutant: { ...mutant, file: 'src/c.ts' }, outcome: 'undecided', reason: undefined },
];

describe('the report on mutants', () => {
	it('counts what is open, of what was decided, in a row a file', () => {
		const common = { suite: 'mutate', unit: 'survivors', goal: 'value <= 0' };
		expect(mutationRows(results)).toEqual([
			{ ...common, name: 'src/a.ts', value: 1, control: 3, ratio: 0.3333, met: false },
			{ ...common, name: 'src/b.ts', value: 1, control: 1, ratio: 1, met: false },
			{ ...common, name: 'src/c.ts', value: 0, control: 0, ratio: 0, met: true },
		]);
	});

	it('has open what survived, and what no test comes by, unless a reason is listed', () => {
		expect(results.map(isOpen)).toEqual([false, true, false, true, false]);
	});

	it('names each place that is open, in one line, and no other', () => {
		const lines = summary(results).split('\n');
		expect(lines).toContain('  src/a.ts:7  a < b  →  a <= b');
		expect(lines).toContain('- src/b.ts:7  a < b  →  (left out)');
		expect(lines.filter((line) => line.includes('src/'))).toHaveLength(2);
		expect(lines.at(-1)).toBe(
			'5 mutants: 1 noticed, 2 survived, 1 not reached, 1 undecided when the time was over; 1 of those listed with a reason',
		);
	});
});

describe('the list of known survivors', () => {
	const known = [{ file: 'src/a.ts', before: 'a < b', after: 'a <= b', reason: 'It is the same' }];

	it('knows one by its file and its change, wherever it stands there', () => {
		expect(reasonFor(known, { ...mutant, line: 99 })).toBe('It is the same');
		expect(reasonFor(known, { ...mutant, file: 'src/b.ts' })).toBeUndefined();
		expect(reasonFor(known, { ...mutant, after: 'true' })).toBeUndefined();
		expect(reasonFor(known, { ...mutant, before: 'a < c' })).toBeUndefined();
	});
});

describe('a sample', () => {
	const values = Array.from({ length: 100 }, (_, at) => at);

	it('is the same for a seed, another for another one, and in order', () => {
		const drawn = sample(values, 10, 7);
		expect(drawn).toHaveLength(10);
		expect(sample(values, 10, 7)).toEqual(drawn);
		expect(sample(values, 10, 8)).not.toEqual(drawn);
		expect(drawn).toEqual(drawn.toSorted((one, other) => one - other));
	});

	it('is everything where there is no more', () => {
		expect(sample(values, 100, 7)).toEqual(values);
	});
});
