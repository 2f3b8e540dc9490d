import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atLeast, atMost, evalRow, percent } from '../../../bench/judge-eval/evaluation.ts';
import { lookupTable } from '../../../bench/judge-eval/evaluations/lookup-table.ts';
import { readChoice } from '../../../bench/judge-eval/options.ts';
import { pick } from '../../../bench/judge-eval/pick.ts';
import { problems } from '../../../bench/judge-eval/problems.ts';
import { fetchSet, isWithin } from '../../../bench/judge-eval/sets/fetch-set.ts';
import { table } from '../../../bench/table.ts';

describe('readChoice()', () => {
	it('measures all by default', () => {
		expect(readChoice([])).toEqual({ kind: 'measure', json: false, only: [], count: 40, models: undefined });
	});

	it('takes an evaluation or a row of one', () => {
		expect(readChoice(['--only', 'faults', '--only', 'host-part'])).toMatchObject({ only: ['faults', 'host-part'] });
		expect(() => readChoice(['--only', 'everything'])).toThrow('There is no row "everything"');
	});

	it('takes models with their endpoint alone', () => {
		const models = { endpoint: 'http://127.0.0.1:1/v1', brain: 'b', coder: 'c' };
		const words = Object.entries(models).flatMap(([name, value]) => [`--${name}`, value]);
		expect(readChoice(words)).toMatchObject({ models });
		expect(() => readChoice(words.slice(2))).toThrow('go together');
		expect(() => readChoice([...words, '--only', 'right'])).toThrow('--only');
	});

	it.each([['0'], ['-1'], ['x'], ['1.5']])('refuses %s problems', (count) => {
		expect(() => readChoice(['--problems', count])).toThrow('--problems');
	});

	it('fetches a set that there is', () => {
		expect(readChoice(['fetch', 'quixbugs', '/elsewhere'])).toEqual({
			kind: 'fetch',
			set: 'quixbugs',
			folder: '/elsewhere',
		});
		expect(() => readChoice(['fetch', 'toString'])).toThrow('Name a set');
		expect(() => readChoice(['get', 'quixbugs'])).toThrow('no command "get"');
	});
});

describe('fetchSet()', () => {
	it('puts nothing into the checkout', async () => {
		const said: string[] = [];
		const context = { signal: new AbortController().signal, say: (line: string) => void said.push(line) };
		const folder = join(import.meta.dirname, 'sets');
		expect(await fetchSet({ set: 'quixbugs', folder }, context)).toBe(2);
		expect(said.join()).toContain('in the checkout');
	});

	it('knows what is within a folder', () => {
		expect(isWithin('/a/b/c', '/a/b')).toBe(true);
		expect(isWithin('/a/b', '/a/b')).toBe(true);
		expect(isWithin('/a/bc', '/a/b')).toBe(false);
		expect(isWithin('/a', '/a/b')).toBe(false);
	});
});

describe('pick()', () => {
	it('takes of each category by turns, those with files first', () => {
		const names = pick(problems, 6).map(({ order }) => order.name.split('/')[0]);
		expect(new Set(names).size).toBe(6);
		expect(names[0]).toBe('files');
		expect(pick(problems, 40)).toHaveLength(40);
	});
});

describe('evalRow()', () => {
	it('holds a value against its goal, whichever way that is', () => {
		const rows = [
			...evalRow('most', '%', { value: 1, goal: atMost(1) }),
			...evalRow('least', '%', { value: 89.9, control: 50, goal: atLeast(90) }),
			...evalRow('nothing', '%', { value: percent([], () => true) }),
		];
		expect(rows).toEqual([
			{ suite: 'judge-eval', name: 'most', value: 1, unit: '%', goal: 'value <= 1', met: true },
			{ suite: 'judge-eval', name: 'least', value: 89.9, unit: '%', control: 50, goal: 'value >= 90', met: false },
		]);
		expect(table(rows)).toContain('value ≥ 90  not met');
	});
});

describe('lookupTable()', () => {
	it('knows the examples by heart, and there is none for what writes files', () => {
		for (const problem of problems) {
			const writes = problem.order.examples.some((one) => one.writes !== undefined);
			expect(lookupTable(problem) === undefined).toBe(writes);
		}
	});
});
