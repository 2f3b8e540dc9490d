import { expect, it } from 'vitest';
import { createWatchdog } from '../../../../src/sandbox/podman/lifetime/watchdog.ts';
import { waitFor } from '../../../support/wait-for.ts';

const endless = new Promise<never>(() => {});

it('pings only while something is in flight', async () => {
	let pings = 0;
	const ping = async () => {
		pings += 1;
		return true;
	};
	const dog = createWatchdog({ ping, everyMs: 1, withinMs: 1_000, onSilence: () => expect.unreachable() });
	expect(dog.inFlight()).toBe(0);
	await dog.during(async () => {
		expect(dog.inFlight()).toBe(1);
		await waitFor(() => pings >= 3, 'three pings');
	});
	const after = pings;
	await new Promise((resolve) => setTimeout(resolve, 20));
	expect(pings).toBeLessThanOrEqual(after + 1);
	expect(dog.inFlight()).toBe(0);
});

it('tells of silence once', async () => {
	let silences = 0;
	const dog = createWatchdog({ ping: () => endless, everyMs: 1, withinMs: 20, onSilence: () => (silences += 1) });
	void dog.during(() => endless);
	void dog.during(() => endless);
	await waitFor(() => silences > 0, 'the word');
	await new Promise((resolve) => setTimeout(resolve, 50));
	expect(silences).toBe(1);
});

it('tells of nothing once it is stopped', async () => {
	const dog = createWatchdog({ ping: () => endless, everyMs: 1, withinMs: 10, onSilence: () => expect.unreachable() });
	void dog.during(() => endless);
	dog.stop();
	await new Promise((resolve) => setTimeout(resolve, 40));
});

it('takes a broken line for silence only when the time is up, as its end tells why it broke', async () => {
	const silence = Promise.withResolvers<number>();
	let pinged = 0;
	const ping = async () => {
		pinged = performance.now();
		return false;
	};
	const onSilence = () => silence.resolve(performance.now());
	const dog = createWatchdog({ ping, everyMs: 1, withinMs: 50, onSilence });
	void dog.during(() => endless);
	// A timer may fire a millisecond early
	expect((await silence.promise) - pinged).toBeGreaterThan(48);
});

it('does not take its own sleep for silence', async () => {
	let pings = 0;
	const ping = () => {
		pings += 1;
		// The answer to the second one is there at once; the first would have come while this process was asleep
		if (pings > 1) return Promise.resolve(true);
		setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700));
		return endless;
	};
	const dog = createWatchdog({ ping, everyMs: 1, withinMs: 20, onSilence: () => expect.unreachable() });
	await dog.during(() => waitFor(() => pings >= 2, 'the second ping'));
});

it('answers what the work came to, and passes its failure on', async () => {
	const dog = createWatchdog({ ping: async () => true, everyMs: 1, withinMs: 1_000, onSilence: () => undefined });
	expect(await dog.during(async () => 7)).toBe(7);
	await expect(dog.during(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
	expect(dog.inFlight()).toBe(0);
});
