import { describe, expect, it } from 'vitest';
import { interleave } from '../../bench/interleave.ts';
import { contextOf } from './context.ts';

function counting() {
	const taken: string[] = [];
	const take = (name: string) => async () => taken.push(name);
	return { taken, pair: { subject: take('s'), control: take('c') } };
}

describe('interleave()', () => {
	it('takes both by turns, each first as often as the other', async () => {
		const { taken, pair } = counting();
		await interleave(pair, { runs: 4, warmUps: 0 }, contextOf(100));
		expect(taken.join('')).toBe('sccssccs');
	});

	it('throws the warm-up away', async () => {
		const { pair } = counting();
		const { subject, control } = await interleave(pair, { runs: 2, warmUps: 3 }, contextOf(100));
		expect([...subject, ...control].toSorted()).toEqual([7, 8, 9, 10].toSorted());
	});

	it('repeats no more often than the person asked for', async () => {
		const { pair } = counting();
		const { subject, control } = await interleave(pair, { runs: 40, warmUps: 5 }, contextOf(2));
		expect([subject.length, control.length]).toEqual([2, 2]);
	});

	it('rejects with the reason why it was called off, before the next sample', async () => {
		const stop = new AbortController();
		const reason = new Error('left');
		const { taken, pair } = counting();
		const subject = async () => {
			stop.abort(reason);
			return pair.subject();
		};
		const context = { ...contextOf(10), signal: stop.signal };
		await expect(interleave({ ...pair, subject }, { runs: 10, warmUps: 0 }, context)).rejects.toBe(reason);
		expect(taken).toEqual(['s']);
	});
});
