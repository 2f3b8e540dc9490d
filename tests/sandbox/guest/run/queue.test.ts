import { expect, it } from 'vitest';
import { createQueue } from '../../../../src/sandbox/guest/run/queue.ts';

const { signal } = new AbortController();

it('does what a job leaves to be done when it has answered, and before the next one begins', async () => {
	const order: string[] = [];
	const queue = createQueue();
	const first = queue(async (later) => {
		later(async () => void order.push('left'));
		order.push('first');
	}, signal);
	const second = queue(async () => void order.push('second'), signal);
	await first;
	expect(order).toEqual(['first']);
	await second;
	expect(order).toEqual(['first', 'left', 'second']);
});

it('goes on where that cannot be done', async () => {
	const queue = createQueue();
	const failing = queue(async (later) => {
		later(() => Promise.reject(new Error('no')));
		return 1;
	}, signal);
	expect([await failing, await queue(async () => 2, signal)]).toEqual([1, 2]);
});
