import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHoldBack } from '../../../../src/adapters/discord/connect/hold-back.ts';

/** What was done after each step, by the numbers of what came. */
function play(steps: readonly ('close' | 'open' | 'pass')[]): number[][] {
	const gate = createHoldBack();
	const done: number[] = [];
	let came = 0;
	return steps.map((step) => {
		if (step === 'pass') gate.pass(() => done.push(came++));
		else gate[step]();
		return [...done];
	});
}

const steps = fc.array(fc.constantFrom('close' as const, 'open' as const, 'pass' as const));

describe('what is held back', () => {
	it('is done once and in the order in which it came', () => {
		fc.assert(
			fc.property(steps, (some) => {
				const all = play([...some, 'open']).at(-1);
				expect(all).toEqual(some.filter((step) => step === 'pass').map((_, at) => at));
			}),
		);
	});

	it('waits while it is closed', () => {
		expect(play(['pass', 'close', 'pass', 'close', 'pass', 'open', 'pass'])).toEqual([
			[0],
			[0],
			[0],
			[0],
			[0],
			[0, 1, 2],
			[0, 1, 2, 3],
		]);
	});
});
