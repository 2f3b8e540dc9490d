import { describe, expect, it } from 'vitest';
import { createGates } from '../../../../src/adapters/slack/api/gates.ts';
import { createHandClock } from '../../../support/jumping-clock.ts';

const { signal } = new AbortController();
const post = (channel: string) => ({ team: 'T1', method: 'chat.postMessage', channel }) as const;

/** Gates of 5000 channels, each of which something has passed: the first is the first one's. */
async function openGates() {
	const clock = createHandClock();
	const gatesOf = createGates(clock);
	const [first] = gatesOf(post('C0'));
	for (let count = 0; count < 5000; count += 1) await gatesOf(post(`C${count}`))[0].pass({ ticket: count }, signal);
	return { clock, gatesOf, first };
}

describe('the gates of requests', () => {
	it('are the same for a method, and for a channel in which something was just said', async () => {
		const { gatesOf, first } = await openGates();
		expect(gatesOf(post('C5000'))[1]).toBe(gatesOf(post('C1'))[1]);
		expect(gatesOf(post('C0'))[0]).toBe(first);
	});

	it('are forgotten for channels of which there are many, once nothing was said there for a while', async () => {
		const { clock, gatesOf, first } = await openGates();
		await clock.advance(120_000);
		gatesOf(post('C5000'));
		expect(gatesOf(post('C0'))[0]).not.toBe(first);
	});

	it('are kept while somebody waits there', async () => {
		const { clock, gatesOf, first } = await openGates();
		await clock.advance(110_000);
		first.pause(60_000);
		const waits = first.pass({ ticket: 5000 }, signal);
		await clock.advance(10_000);
		gatesOf(post('C5000'));
		expect(gatesOf(post('C0'))[0]).toBe(first);
		await clock.advance(60_000);
		await waits;
	});

	it('wait for the answer to a post in its own channel alone', async () => {
		const clock = createHandClock();
		const gatesOf = createGates(clock);
		const passed = { C1: 0, C2: 0 };
		for (const channel of ['C1', 'C2'] as const)
			for (let ticket = 0; ticket < 10; ticket += 1)
				void gatesOf(post(channel))[0]
					.pass({ ticket }, signal)
					.then(() => {
						passed[channel] += 1;
					});
		await clock.advance(0);
		expect(passed).toEqual({ C1: 1, C2: 1 });
		gatesOf(post('C1'))[0].answered();
		await clock.advance(0);
		expect(passed).toEqual({ C1: 2, C2: 1 });
		await clock.advance(60_000);
		expect(passed).toEqual({ C1: 10, C2: 10 });
	});
});
