import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGate } from '../../../../src/adapters/slack/api/gate.ts';
import { createBucket, rateOf } from '../../../../src/adapters/slack/api/rates.ts';
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
			const gate = createGate({ burst: 2, perMinute: 30 }, clock);
			const passed: number[] = [];
			for (const [ticket, { pause, stop }] of list.entries()) {
				await clock.advance(pause);
				if (stop !== null) gate.pause(stop);
				void gate.pass(ticket, signal).then(() => passed.push(ticket));
			}
			await clock.advance(40 * minute);
			expect(passed).toEqual(list.map((_, ticket) => ticket));
			expect(clock.waiting()).toBe(0);
		});
		await fc.assert(property, { numRuns: 30 });
	});

	it('lets a lower ticket that comes back pass before those who wait', async () => {
		const clock = createHandClock();
		const gate = createGate({ burst: 1, perMinute: 2 }, clock);
		const passed: number[] = [];
		const pass = (ticket: number) => void gate.pass(ticket, signal).then(() => passed.push(ticket));
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
		const gate = createGate({ burst: 10, perMinute: 100 }, clock);
		gate.pause(30_000);
		let passed = false;
		void gate.pass(1, signal).then(() => {
			passed = true;
		});
		await clock.advance(29_999);
		expect(passed).toBe(false);
		await clock.advance(1);
		expect(passed).toBe(true);
	});

	it("rejects with the signal's reason, and those behind move up", async () => {
		const clock = createHandClock();
		const gate = createGate({ burst: 1, perMinute: 2 }, clock);
		await gate.pass(1, signal);
		const controller = new AbortController();
		const second = gate.pass(2, controller.signal);
		const third = gate.pass(3, signal);
		controller.abort(new Error('no longer wanted'));
		await expect(second).rejects.toThrow('no longer wanted');
		await clock.advance(2 * minute);
		await third;
	});
});
