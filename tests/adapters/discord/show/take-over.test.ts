import { expect, it } from 'vitest';
import { createTakeOver } from '../../../../src/adapters/discord/show/take-over.ts';

it('A turn that is shown anew is shown by nobody else, and all end when the adapter leaves', () => {
	const leaving = new AbortController();
	const takeOver = createTakeOver(leaving.signal);
	const first = takeOver('s', 't1');
	const other = takeOver('s', 't2');
	expect(first.aborted).toBe(false);
	const second = takeOver('s', 't1');
	expect([first.aborted, second.aborted, other.aborted]).toEqual([true, false, false]);
	leaving.abort();
	expect([second.aborted, other.aborted]).toEqual([true, true]);
});
