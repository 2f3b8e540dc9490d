import { describe, expect, it } from 'vitest';
import { rowsIn, whyNotIn } from '../../../bench/modes/measure-mode.ts';
import { modeTable } from '../../../bench/modes/mode-table.ts';

const none = new Map<string, string>();

describe('the table of the modes', () => {
	it('has a column for each that could be measured, and says why others and single rows could not', () => {
		const table = modeTable([
			{
				mode: { runtime: 'runc', as: 'root' },
				rows: rowsIn([
					'{"name":"cold-sandbox","value":508.1,"control":260.4}',
					'',
					'{"name":"sandbox-rate","value":3.71}',
				]),
				whyNot: none,
			},
			{
				mode: { runtime: 'runsc', as: 'root' },
				rows: rowsIn(['{"name":"cold-sandbox","value":1210}']),
				whyNot: new Map([['claimed-sandbox', 'none stands ready']]),
			},
			{
				mode: { runtime: 'crun', as: 'root' },
				rows: new Map(),
				whyNot: new Map([
					['cold-sandbox', 'crun does not do'],
					['guest-true', 'it does not do there either'],
				]),
			},
		]);
		expect(table).toMatch(/^\| median \(control\) +\| runc, root +\| runsc, root \|\n/);
		expect(table).toMatch(/\| new session, cold [^|]+\| 508 \(260\) +\| 1210 +\|/);
		expect(table).toMatch(/\| sandboxes a second[^|]+\| 3\.7 +\| – +\|/);
		expect(table.split('\n\n')[1]).toBe(
			'- Not on runsc, root: `claimed-sandbox`: none stands ready\n- Not on crun, root: none of it: crun does not do',
		);
	});

	it('is told the reasons in what the benchmarks say for people, and that of a machine that cannot have the mode', () => {
		const said = [
			'guest-true … (load 1.2)',
			'  could not be measured: no runsc',
			'guest-path … (load 1.0)',
			'  guest min 1',
		];
		expect([...whyNotIn(said)]).toEqual([['guest-true', 'no runsc']]);
		expect([...whyNotIn(['there is no /dev/fuse'])]).toEqual([['all', 'there is no /dev/fuse']]);
	});
});
