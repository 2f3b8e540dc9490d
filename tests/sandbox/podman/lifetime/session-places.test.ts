import { expect, it } from 'vitest';
import { quietClock } from '../../../../src/base/clock.ts';
import { anyNumber, createPlacesLine } from '../../../../src/sandbox/podman/lifetime/places.ts';
import type { SandboxHome } from '../../../../src/sandbox/sandbox.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { createFakeLive, type FakeLive, home, never, pool } from './fake-live.ts';

it('starts no more than have a place, and the next when one has ended', async () => {
	const { pool: sandboxes, lives, line } = pool({ rules: { ...anyNumber, most: 1 } });
	await sandboxes.acquire(home('a'), never);
	const second = sandboxes.acquire(home('b'), never);
	await waitFor(() => line.now().waiting === 1, 'one that waits');
	expect(line.standing('b')).toEqual({ place: 1, of: 1, why: '1 of 1 sandboxes run' });
	expect(lives).toHaveLength(1);
	await sandboxes.end('a');
	expect(await second).toBe(lives.at(-1)?.sandbox);
	await sandboxes[Symbol.asyncDispose]();
	expect(line.now().inside).toBe(0);
});

it('gives back the place of a start that failed', async () => {
	const start = async () => Promise.reject(new Error('not today'));
	const { pool: sandboxes, line } = pool({ start, rules: { ...anyNumber, most: 1 } });
	await expect(sandboxes.acquire(home('a'), never)).rejects.toThrow('not today');
	expect(line.now().inside).toBe(0);
	await sandboxes[Symbol.asyncDispose]();
});

it('ends the sandbox that was idle longest for one that waits, and none of a session that is worked on', async () => {
	let now = 0;
	const rules = { ...anyNumber, most: 3, isNeeded: (session: string) => session === 'a' };
	const { pool: sandboxes } = pool({ now: () => now, rules });
	for (const session of ['a', 'b', 'c']) {
		await sandboxes.acquire(home(session), never);
		now += 1_000;
	}
	now += 10_000;
	await sandboxes.acquire(home('d'), never);
	expect(sandboxes.status().map(({ session }) => session)).toEqual(['a', 'c', 'd']);
	await sandboxes[Symbol.asyncDispose]();
});

it('ends one at a time for those that wait, however long it takes to go', async () => {
	let now = 0;
	let askForRoom = () => {};
	const usual = createPlacesLine(anyNumber, quietClock);
	const line = {
		...usual,
		whenFull(made: () => void) {
			askForRoom = made;
		},
	};
	const lives: FakeLive[] = [];
	const start = async ({ session }: SandboxHome) => {
		const live = createFakeLive(session, { holdsOn: true });
		lives.push(live);
		return live;
	};
	const { pool: sandboxes } = pool({ start, line, now: () => now });
	const left = () => sandboxes.status().map(({ session }) => session);
	for (const session of ['a', 'b', 'c']) await sandboxes.acquire(home(session), never);
	now += 10_000;
	for (let look = 0; look < 3; look += 1) askForRoom();
	expect(left()).toEqual(['b', 'c']);
	for (const live of lives) live.release();
	await waitFor(() => {
		askForRoom();
		return left().length < 2;
	}, 'the next one to go');
	await sandboxes[Symbol.asyncDispose]();
});

it('takes one out of the line that nobody waits for any more', async () => {
	const { pool: sandboxes, lives, line } = pool({ rules: { ...anyNumber, most: 1 } });
	await sandboxes.acquire(home('a'), never);
	const stop = new AbortController();
	const second = sandboxes.acquire(home('b'), stop.signal);
	await waitFor(() => line.now().waiting === 1, 'one that waits');
	stop.abort(new Error('stopped'));
	await expect(second).rejects.toThrow('stopped');
	expect(line.now().waiting).toBe(0);
	const third = sandboxes.acquire(home('b'), never);
	await sandboxes.end('a');
	expect(await third).toBe(lives.at(-1)?.sandbox);
	await sandboxes[Symbol.asyncDispose]();
});

it('gives a lab the place of the session whose tools are tried in it', async () => {
	const { pool: sandboxes, lives, line } = pool({ rules: { ...anyNumber, most: 1 } });
	await sandboxes.acquire(home('a'), never);
	await sandboxes.acquire({ ...home('lab a'), beside: 'a' }, never);
	expect(line.now()).toMatchObject({ inside: 1, waiting: 0 });
	const other = sandboxes.acquire(home('b'), never);
	await sandboxes.end('a');
	expect(line.now()).toMatchObject({ inside: 1, waiting: 1 });
	await sandboxes.end('lab a');
	expect(await other).toBe(lives.at(-1)?.sandbox);
	await sandboxes[Symbol.asyncDispose]();
});
