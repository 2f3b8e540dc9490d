import { duplexPair } from 'node:stream';
import { expect, it } from 'vitest';
import { ProblemError } from '../../../../src/base/errors.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { type KeptRelayOptions, keepRelay } from '../../../../src/sandbox/podman/boxes/kept-relay.ts';
import { waitFor } from '../../../support/wait-for.ts';

const never = new AbortController().signal;

/** Relays, each in the state that it was left in, and a clock whose pauses end when they are asked to. */
function relays(begins: (count: number) => boolean = () => true) {
	const all: { readonly end: () => void; readonly isEnded: () => boolean; readonly isKilled: () => boolean }[] = [];
	const pauses: { readonly ms: number; readonly over: () => void }[] = [];
	let count = 0;
	let time = 0;
	const killed = new Set<number>();
	const options: Omit<KeptRelayOptions, 'gone'> = {
		async start() {
			const number = count;
			count += 1;
			if (!begins(number)) throw new Error('no such file: gateway-relay.mjs');
			const kill = async () => void killed.add(number);
			return { stream: duplexPair()[0], [Symbol.asyncDispose]: kill };
		},
		serve() {
			const ended = Promise.withResolvers<void>();
			let isEnded = false;
			const end = () => {
				isEnded = true;
				ended.resolve();
			};
			const number = count - 1;
			all.push({ end, isEnded: () => isEnded, isKilled: () => killed.has(number) });
			return { ready: Promise.resolve(), ended: ended.promise, [Symbol.asyncDispose]: async () => end() };
		},
		log: silentLogger,
		clock: {
			now: () => time,
			after(ms, over) {
				pauses.push({ ms, over });
				return () => {};
			},
		},
	};
	const pass = (ms: number) => {
		time += ms;
	};
	return { options, all, pauses, pass };
}

it('a relay that ends is begun anew, later and later, and at once again after one that has lived long', async () => {
	const { options, all, pauses, pass } = relays((count) => count !== 2);
	await using _kept = await keepRelay({ ...options, gone: new Promise(() => {}) }, never);
	const expected = [200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000];
	for (const [index] of expected.entries()) {
		all.at(-1)?.end();
		await waitFor(() => pauses.length === index + 1, 'the pause');
		pauses[index]?.over();
		if (index !== 1) await waitFor(() => all.at(-1)?.isEnded() === false, 'the next relay');
	}
	expect(pauses.map(({ ms }) => ms)).toEqual(expected);
	expect(all.slice(0, -1).every(({ isKilled }) => isKilled())).toBe(true);
	pass(31_000);
	all.at(-1)?.end();
	await waitFor(() => pauses.length === expected.length + 1, 'the pause');
	expect(pauses.at(-1)?.ms).toBe(200);
});

it('it ends with its keeper', async () => {
	const { options, all, pauses } = relays();
	const kept = await keepRelay({ ...options, gone: new Promise(() => {}) }, never);
	await kept[Symbol.asyncDispose]();
	expect([all[0]?.isEnded(), all[0]?.isKilled(), all.length, pauses.length]).toEqual([true, true, 1, 0]);
});

it('it is not begun in a sandbox that is gone', async () => {
	const { options, all, pauses } = relays();
	const gone = Promise.withResolvers<void>();
	await using _kept = await keepRelay({ ...options, gone: gone.promise }, never);
	gone.resolve();
	await waitFor(() => all[0]?.isKilled() === true, 'its end');
	expect([all.length, pauses.length]).toEqual([1, 0]);
});

it('one that cannot be begun at all is told in a sentence, and nothing of it is left', async () => {
	const { options, all } = relays(() => false);
	const beginning = keepRelay({ ...options, gone: new Promise(() => {}) }, never);
	await expect(beginning).rejects.toBeInstanceOf(ProblemError);
	await expect(beginning).rejects.toThrow('its way to the model gateway does not open: no such file');
	const silent = relays();
	const serve: KeptRelayOptions['serve'] = (stream) => ({
		...silent.options.serve(stream),
		ready: Promise.reject(new Error('the relay ended at once')),
	});
	await expect(keepRelay({ ...silent.options, serve, gone: new Promise(() => {}) }, never)).rejects.toThrow(
		'does not open: the relay ended at once',
	);
	expect([all.length, silent.all[0]?.isEnded(), silent.all[0]?.isKilled()]).toEqual([0, true, true]);
});

it('a start that is called off rejects with the reason', async () => {
	const { options, all } = relays();
	const serve: KeptRelayOptions['serve'] = (stream) => ({ ...options.serve(stream), ready: new Promise(() => {}) });
	const off = new AbortController();
	const beginning = keepRelay({ ...options, serve, gone: new Promise(() => {}) }, off.signal);
	await waitFor(() => all.length === 1, 'the relay');
	off.abort(new Error('stopped'));
	await expect(beginning).rejects.toThrow('stopped');
	expect(all[0]?.isKilled()).toBe(true);
});
