import { expect, it } from 'vitest';
import { createThisProcess } from '../../../../src/agent/dispatch/work/this-process.ts';

it('a process works on a turn for the first time once, and forgets it when it is over', () => {
	const self = createThisProcess();
	expect([self.worksOn('s', 't1'), self.worksOn('s', 't1'), self.worksOn('s', 't2')]).toEqual([true, false, true]);
	self.isDoneWith('s');
	expect(self.worksOn('s', 't2')).toBe(true);
});
