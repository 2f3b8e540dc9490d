import { describe, expect, it } from 'vitest';
import { holdLease } from '../../../../src/agent/dispatch/work/held-lease.ts';
import { StaleLeaseError } from '../../../../src/base/errors.ts';
import type { Leases } from '../../../../src/store/store.ts';
import { waitFor } from '../../../support/wait-for.ts';

/** Two thirds of it are room for a processor that is busy. */
const timing = { leaseMs: 1_500, againMs: 5 };

type Answer = boolean | 'fails' | 'hangs';

/** Leases whose renewals answer as they are told, the last answer for ever. */
function leases(...answers: Answer[]) {
	let renewals = 0;
	let released = 0;
	const all: Leases = {
		take: async (session) => ({ session, token: 1 }),
		renew: async () => {
			const answer = answers[Math.min(renewals, answers.length - 1)];
			renewals += 1;
			if (answer === 'fails') throw new Error('disk I/O error');
			if (answer === 'hangs') return await new Promise(() => {});
			return answer ?? true;
		},
		release: async () => {
			released += 1;
			throw new Error('disk I/O error');
		},
	};
	return { all, renewals: () => renewals, released: () => released };
}

describe('a lease that is held', () => {
	it.each<readonly [string, Answer]>([
		['fails', 'fails'],
		['hangs', 'hangs'],
	])('is renewed again soon after a renewal that %s, and is not lost', async (_name, answer) => {
		const fake = leases(true, answer, answer, true);
		await using held = await holdLease(fake.all, 's', 'me', timing);
		await waitFor(() => fake.renewals() >= 6, 'renewals');
		expect(held?.signal.aborted).toBe(false);
	});

	it('is lost at once when the store says so', async () => {
		const fake = leases(false);
		await using held = await holdLease(fake.all, 's', 'me', timing);
		await waitFor(() => held?.signal.aborted, 'the loss');
		expect(held?.signal.reason).toBeInstanceOf(StaleLeaseError);
		expect(fake.renewals()).toBe(1);
	});

	it.each<Answer>(['fails', 'hangs'])('is lost when its time is over and each renewal %s', async (answer) => {
		const fake = leases(answer);
		await using held = await holdLease(fake.all, 's', 'me', timing);
		await waitFor(() => held?.signal.aborted, 'the loss');
		expect(fake.renewals()).toBeGreaterThan(2);
		expect(held?.signal.reason).not.toBeInstanceOf(StaleLeaseError);
	});

	it('is given back, and that failing harms nothing', async () => {
		const fake = leases(true);
		const held = await holdLease(fake.all, 's', 'me', timing);
		await held?.[Symbol.asyncDispose]();
		expect(fake.released()).toBe(1);
		expect(held?.signal.aborted).toBe(false);
	});

	it('is none while another holder has it, and nothing is renewed then', async () => {
		const fake = leases(true);
		expect(await holdLease({ ...fake.all, take: async () => undefined }, 's', 'me', timing)).toBeUndefined();
		expect([fake.renewals(), fake.released()]).toEqual([0, 0]);
	});

	it('is renewed three times in its time, and no more often, while that succeeds', async () => {
		const fake = leases(true);
		const start = performance.now();
		await using held = await holdLease(fake.all, 's', 'me', timing);
		await waitFor(() => fake.renewals() >= 3, 'renewals');
		expect(performance.now() - start).toBeGreaterThan(timing.leaseMs - 10);
		expect(held?.signal.aborted).toBe(false);
	});

	it('is renewed again long before a third of its time has passed once that fails', async () => {
		const fake = leases('fails', 'fails', 'fails', true);
		await using held = await holdLease(fake.all, 's', 'me', { leaseMs: 3000, againMs: 5 });
		await waitFor(() => fake.renewals() >= 1, 'the first renewal');
		await waitFor(() => fake.renewals() === 4, 'the others', 900);
		expect(held?.signal.aborted).toBe(false);
	});
});
