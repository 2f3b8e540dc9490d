import { expect, it } from 'vitest';
import { isCalmBy } from '../../src/process/calm.ts';

it.each([
	['some avg10=12.50 avg60=90.00 avg300=90.00 total=1\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n', 9, true],
	['some avg10=71.03 avg60=1.00 avg300=1.00 total=1\n', 0, false],
	['', 0.4, true],
	['', 1.4, false],
])('a machine with this pressure and load is calm, or not: %j %d', (pressure, load, isCalm) => {
	expect(isCalmBy(pressure, load)).toBe(isCalm);
});
