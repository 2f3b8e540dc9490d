import { describe, expect, it } from 'vitest';
import { toRow } from '../../bench/row.ts';
import { summarise } from '../../bench/summary.ts';
import { table } from '../../bench/table.ts';

const value = summarise([5]);
const control = summarise([100]);

describe('toRow()', () => {
	it('has only what was measured', () => {
		expect(toRow({ name: 'a', unit: 'ms', value })).toEqual({ suite: 'bench', name: 'a', value: 5, unit: 'ms' });
	});

	it('sets the value against its control', () => {
		expect(toRow({ name: 'a', unit: 'ms', value, control })).toEqual({
			suite: 'bench',
			name: 'a',
			value: 5,
			unit: 'ms',
			control: 100,
			ratio: 0.05,
		});
	});

	it('judges a goal of the ratio by the ratio, and one of the value by the value', () => {
		const measured = { name: 'a', unit: 'ms', value, control };
		const judge = (of: 'value' | 'ratio', most: number) => toRow({ ...measured, goal: { of, most } });
		expect(judge('ratio', 0.05)).toMatchObject({ goal: 'ratio <= 0.05', met: true });
		expect(judge('ratio', 0.04)).toMatchObject({ goal: 'ratio <= 0.04', met: false });
		expect(judge('value', 5)).toMatchObject({ goal: 'value <= 5', met: true });
		expect(judge('value', 4)).toMatchObject({ goal: 'value <= 4', met: false });
	});

	it('knows goals that are reached from below', () => {
		const measured = { name: 'a', unit: '%', value: summarise([96]) };
		const reach = (least: number) => toRow({ ...measured, goal: { of: 'value', least } });
		expect(reach(96)).toMatchObject({ goal: 'value >= 96', met: true });
		expect(reach(97).met).toBe(false);
	});

	it('judges before it rounds', () => {
		const close = toRow({ name: 'a', unit: 'ms', value: summarise([400.04]), goal: { of: 'value', most: 400 } });
		expect(close).toMatchObject({ value: 400, met: false });
	});
});

describe('table()', () => {
	it('aligns numbers to the right and says whether goals are met', () => {
		const rows = [
			toRow({ name: 'short', unit: 'ms', value, control, goal: { of: 'ratio', most: 1 } }),
			toRow({ name: 'much-longer', unit: 'bytes', value: summarise([12_345]), goal: { of: 'value', most: 8192 } }),
			toRow({ name: 'plain', unit: 'MB', value }),
		];
		expect(table(rows).split('\n')).toEqual([
			'what          value  unit   control  ratio  goal',
			'short             5  ms         100   0.05  ratio ≤ 1     met',
			'much-longer  12,345  bytes                  value ≤ 8192  not met',
			'plain             5  MB',
		]);
	});
});
