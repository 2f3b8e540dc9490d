import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGate } from '../../../../src/adapters/slack/api/gate.ts';
import { createBucket, createLearningBucket, rateOf } from '../../../../src/adapters/slack/api/rates.ts';
import { createHandClock } from '../../../support/jumping-clock.ts';

const { signal } = new AbortController();
const minute = 60_000;

describe('createBucket()', () => {
	it('never lets more than the rate through in any minute', () => {
		const rates = fc.record({ burst: fc.integer({ min: 1, max: 20 }), more: fc.integer({ min: 1, max: 100 }) });
		const property = fc.property(rates, fc.array(fc.nat(3000), { maxLength: 400 }), ({ burst, more }, pauses) => {
			const rate = { burst, perMinute: burst + more };
			const bucket = createBucket(rate);
			let now = 0;
			const taken: number[] = [];
			for (const pause of pauses) {
				now += pause;
				now += bucket.wait(now);
				bucket.take(now);
				taken.push(now);
			}
			for (const from of taken) {
				const inMinute = taken.filter((at) => at >= from && at < from + minute).length;
				expect(inMinute).toBeLessThanOrEqual(rate.perMinute);
			}
		});
		fc.assert(property, { numRuns: 50 });
	});

	it('lets a burst through at once, and then one after the other', () => {
		const bucket = createBucket({ burst: 2, perMinute: 62 });
		bucket.take(0);
		expect(bucket.wait(0)).toBe(0);
		bucket.take(0);
		expect(bucket.wait(0)).toBe(1050);
		expect(bucket.wait(400)).toBe(650);
	});
});

describe('createLearningBucket()', () => {
	it('gives as much at once as was taken before a refusal, once it had the time to fill', () => {
		const bucket = createLearningBucket({ burst: 60, perMinute: 60 });
		for (let taken = 0; taken < 12; taken += 1) {
			expect(bucket.wait(0)).toBe(0);
			bucket.take(0);
			if (taken < 11) bucket.answered(0);
		}
		bucket.refused(0, 1000);
		let now = 2 * minute;
		let atOnce = 0;
		for (; bucket.wait(now) === 0; atOnce += 1) {
			bucket.take(now);
			bucket.answered(now);
		}
		expect(atOnce).toBe(11);
		now += 15 * minute;
		for (atOnce = 0; bucket.wait(now) === 0; atOnce += 1) {
			bucket.take(now);
			bucket.answered(now);
		}
		expect(atOnce).toBe(60);
	});

	it('waits no longer than a second for an answer', () => {
		const bucket = createLearningBucket({ burst: 60, perMinute: 60 });
		bucket.take(5000);
		expect(bucket.wait(5000)).toBe(1000);
		expect(bucket.wait(6000)).toBe(0);
	});
});

describe('rateOf()', () => {
	it.each([
		['chat.startStream', 20],
		['chat.update', 50],
		['chat.appendStream', 100],
		['chat.postMessage', 300],
		['a.method.of.tomorrow', 50],
	])('knows that %s may be called %i times a minute', (method, perMinute) => {
		expect(rateOf(method).perMinute).toBe(perMinute);
	});
});

describe('createGate()', () => {
	it('lets everybody pass once, in the order of their tickets, and holds no timer afterwards', async () => {
		const arrivals = fc.array(fc.record({ pause: fc.nat(2000), stop: fc.option(fc.nat(5000)) }), { maxLength: 40 });
		const property = fc.asyncProperty(arrivals, async (list) => {
			const clock = createHandClock();
			const gate = createGate(createBucket({ burst: 2, perMinute: 30 }), clock);
			const passed: number[] = [];
			for (const [ticket, { pause, stop }] of list.entries()) {
				await clock.advance(pause);
				if (stop !== null) gate.pause(stop);
				void gate.pass({ ticket }, signal).then(() => passed.push(ticket));
			}
			await clock.advance(40 * minute);
			expect(passed).toEqual(list.map((_, ticket) => ticket));
			expect(clock.waiting()).toBe(0);
		});
		await fc.assert(property, { numRuns: 30 });
	});

	it('lets a lower ticket that comes back pass before those who wait', async () => {
		const clock = createHandClock();
		const gate = createGate(createBucket({ burst: 1, perMinute: 2 }), clock);
		const passed: number[] = [];
		const pass = (ticket: number) => void gate.pass({ ticket }, signal).then(() => passed.push(ticket));
		for (const ticket of [1, 2, 3]) pass(ticket);
		await clock.advance(0);
		expect(passed).toEqual([1]);
		gate.pause(5000);
		pass(1);
		await clock.advance(10 * minute);
		expect(passed).toEqual([1, 1, 2, 3]);
	});

	it('lets nobody pass during a pause', async () => {
		const clock = createHandClock();
		const gate = createGate(createBucket({ burst: 10, perMinute: 100 }), clock);
		gate.pause(30_000);
		let passed = false;
		void gate.pass({ ticket: 1 }, signal).then(() => {
			passed = true;
		});
		await clock.advance(29_999);
		expect(passed).toBe(false);
		await clock.advance(1);
		expect(passed).toBe(true);
	});

	it('lets whatever is no progress pass before all progress, whenever it came', async () => {
		const clock = createHandClock();
		const gate = createGate(createBucket({ burst: 1, perMinute: 2 }), clock);
		const passed: string[] = [];
		const pass = (name: string, ticket: number, urgency?: 'progress') =>
			void gate.pass({ ticket, urgency }, signal).then(() => passed.push(name));
		pass('first', 0);
		for (const ticket of [1, 2, 3]) pass(`edit ${ticket}`, ticket, 'progress');
		for (const ticket of [4, 5]) pass(`answer ${ticket}`, ticket);
		await clock.advance(10 * minute);
		expect(passed).toEqual(['first', 'answer 4', 'answer 5', 'edit 1', 'edit 2', 'edit 3']);
	});

	it('serves threads by turns: one with many requests keeps none of the others waiting behind all of them', async () => {
		const clock = createHandClock();
		const gate = createGate(createBucket({ burst: 1, perMinute: 2 }), clock);
		const passed: string[] = [];
		const asked = ['a', 'a', 'a', 'a', 'b', 'c', 'c'];
		for (const [ticket, thread] of asked.entries())
			void gate.pass({ ticket, thread }, signal).then(() => passed.push(`${thread}${ticket}`));
		await clock.advance(20 * minute);
		expect(passed).toEqual(['a0', 'a1', 'b4', 'c5', 'a2', 'c6', 'a3']);
	});

	it('lets the next one pass as soon as the one before was answered, until one is refused', async () => {
		const clock = createHandClock();
		const gate = createGate(createLearningBucket({ burst: 60, perMinute: 60 }), clock);
		const passed: number[] = [];
		for (let ticket = 0; ticket < 30; ticket += 1) void gate.pass({ ticket }, signal).then(() => passed.push(ticket));
		for (let answers = 0; answers < 9; answers += 1) {
			await clock.advance(0);
			gate.answered();
		}
		await clock.advance(0);
		expect(passed).toHaveLength(10);
		gate.pause(7000);
		gate.answered();
		await clock.advance(6999);
		expect(passed).toHaveLength(10);
		await clock.advance(1);
		expect(passed).toHaveLength(11);
		gate.answered();
		await clock.advance(10_500);
		expect(passed).toHaveLength(21);
	});

	it("rejects with the signal's reason, and those behind move up", async () => {
		const clock = createHandClock();
		const gate = createGate(createBucket({ burst: 1, perMinute: 2 }), clock);
		await gate.pass({ ticket: 1 }, signal);
		const controller = new AbortController();
		const second = gate.pass({ ticket: 2 }, controller.signal);
		const third = gate.pass({ ticket: 3 }, signal);
		controller.abort(new Error('no longer wanted'));
		await expect(second).rejects.toThrow('no longer wanted');
		await clock.advance(2 * minute);
		await third;
	});
});
