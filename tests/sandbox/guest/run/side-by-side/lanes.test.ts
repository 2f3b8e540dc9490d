import { setImmediate as next } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLanes, hidesProcesses } from '../../../../../src/sandbox/guest/run/side-by-side/lanes.ts';
import { createTurns } from '../../../../../src/sandbox/guest/run/side-by-side/turns.ts';
import { toolUsers, type User } from '../../../../../src/sandbox/guest/run/users.ts';

const never = new AbortController().signal;

/** A run that ends when it is told to. */
function held() {
	const { promise, resolve } = Promise.withResolvers<void>();
	return { promise, end: () => resolve() };
}

describe('Runs of tools', () => {
	it('each have a user of their own, as many as there are, and the others wait in order', async () => {
		const lanes = createLanes(toolUsers, toolUsers.length);
		const began: { readonly run: number; readonly user: User }[] = [];
		const holds = Array.from({ length: 7 }, held);
		const runs = holds.map((hold, run) =>
			lanes.run(async (user) => {
				began.push({ run, user });
				await hold.promise;
			}, never),
		);
		await next();
		expect(began.map(({ run }) => run)).toEqual([0, 1, 2, 3]);
		expect(new Set(began.map(({ user }) => user)).size).toBe(4);
		holds[2]?.end();
		await runs[2];
		await next();
		expect(began.map(({ run }) => run)).toEqual([0, 1, 2, 3, 4]);
		expect(began[4]?.user).toBe(began[2]?.user);
		for (const { end } of holds) end();
		await Promise.all(runs);
		expect(began).toHaveLength(7);
	});

	it('come one at a time where no more may run', async () => {
		const lanes = createLanes(toolUsers, 1);
		let running = 0;
		const most = await Promise.all(
			Array.from({ length: 5 }, () =>
				lanes.run(async () => {
					running += 1;
					await next();
					return running--;
				}, never),
			),
		);
		expect(most).toEqual([1, 1, 1, 1, 1]);
	});

	it('that are called off while they wait never begin, and hold nobody up', async () => {
		const lanes = createLanes(toolUsers, 1);
		const hold = held();
		const first = lanes.run(() => hold.promise, never);
		const off = new AbortController();
		const second = lanes.run(async () => 'began', off.signal);
		const third = lanes.run(async () => 'began', never);
		off.abort();
		expect(await second).toBeUndefined();
		hold.end();
		await first;
		expect(await third).toBe('began');
	});

	it('give their user back where they fail', async () => {
		const lanes = createLanes(toolUsers, 1);
		await expect(lanes.run(() => Promise.reject(new Error('broken')), never)).rejects.toThrow('broken');
		expect(await lanes.run(async () => 'began', never)).toBe('began');
	});

	it('begin at once, and know when those before them have ended, or that they are called off', async () => {
		const inTurn = createTurns();
		const hold = held();
		const off = new AbortController();
		const ends: string[] = [];
		const first = inTurn(async (earlier) => {
			expect(earlier.isOver()).toBe(true);
			await hold.promise;
			ends.push('first');
		}, never);
		const second = inTurn(async (earlier) => {
			expect(earlier.isOver()).toBe(false);
			await earlier.over();
			expect(earlier.isOver()).toBe(true);
			ends.push('second');
		}, never);
		const third = inTurn(async (earlier) => {
			await earlier.over();
			ends.push('called off');
		}, off.signal);
		off.abort();
		await third;
		hold.end();
		await Promise.all([first, second]);
		expect(ends).toEqual(['called off', 'first', 'second']);
		await inTurn(async (earlier) => expect(earlier.isOver()).toBe(true), never);
	});

	it.each([
		['proc /proc proc rw,nosuid,relatime,gid=5,hidepid=invisible 0 0\nproc /proc/sys proc ro 0 0', true],
		['proc /proc proc rw,hidepid=2 0 0', true],
		['proc /proc proc rw,nosuid 0 0', false],
		['proc /proc proc rw,hidepid=2 0 0\nproc /proc proc rw 0 0', false],
		['proc /proc proc rw,hidepid=noaccess 0 0', false],
		['', false],
	])('are side by side only where processes of others are hidden: %j', (mounts, expected) => {
		expect(hidesProcesses(mounts)).toBe(expected);
	});
});
