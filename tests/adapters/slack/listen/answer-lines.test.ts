import { describe, expect, it } from 'vitest';
import { createAnswerLines } from '../../../../src/adapters/slack/listen/answer-lines.ts';

const minutes = (count: number) => count * 60_000;

describe('the ways to answer slash commands', () => {
	function open() {
		let now = 0;
		const pass = (ms: number) => {
			now += ms;
		};
		return { pass, ...createAnswerLines(() => now) };
	}

	it('take five answers within half an hour each', () => {
		const { open: begin, take, pass } = open();
		const respond = async () => new Response();
		begin('a', respond);
		expect([1, 2, 3, 4, 5, 6].map(() => take('a'))).toEqual([...Array(5).fill(respond), undefined]);
		begin('b', respond);
		pass(minutes(30));
		expect(take('b')).toBeUndefined();
	});

	it('are forgotten when their time is over, however many gave commands', () => {
		const { open: begin, take, pass, size } = open();
		for (let count = 0; count < 1000; count += 1) {
			begin(`T1-C1-U${count}`, async () => new Response());
			begin('T1-C1-U0', async () => new Response());
			pass(minutes(1));
		}
		expect(size()).toBeLessThanOrEqual(31);
		expect(take('T1-C1-U0')).toBeDefined();
	});
});
