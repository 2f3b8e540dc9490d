import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createAlarm, longestMs } from '../../../../src/agent/dispatch/work/alarm.ts';
import { createHandClock } from '../../../support/jumping-clock.ts';

it('rings once at the soonest time that it was set to, or after a minute, and then waits to be set again', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(fc.nat({ max: 2 * longestMs }), { minLength: 1, maxLength: 6 }), async (delays) => {
			const clock = createHandClock();
			const rung: number[] = [];
			using alarm = createAlarm(clock, () => rung.push(clock.now()));
			const begun = clock.now();
			for (const delay of delays) alarm.setTo(begun + delay);
			expect(clock.waiting()).toBe(1);
			await clock.advance(3 * longestMs);
			expect(rung).toEqual([begun + Math.min(longestMs, ...delays)]);
			expect(clock.waiting()).toBe(0);
		}),
	);
});

it('does not ring when it has been disposed of, nor can it be set any more', async () => {
	const clock = createHandClock();
	let rung = 0;
	const alarm = createAlarm(clock, () => {
		rung += 1;
	});
	alarm.setTo(clock.now() + 10);
	alarm[Symbol.dispose]();
	alarm.setTo(clock.now() + 10);
	await clock.advance(longestMs);
	expect(rung).toBe(0);
});
