import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { LiveSandbox } from '../../../../src/sandbox/podman/lifetime/live-sandbox.ts';
import type { SandboxHome } from '../../../../src/sandbox/sandbox.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { createFakeLive, type FakeLive, home, never, pool } from './fake-live.ts';

it('starts at most two at once', async () => {
	const waiting: (() => void)[] = [];
	let most = 0;
	let running = 0;
	const start = async ({ session }: SandboxHome) => {
		running += 1;
		most = Math.max(most, running);
		await new Promise<void>((resolve) => waiting.push(resolve));
		running -= 1;
		return createFakeLive(session);
	};
	const { pool: sandboxes } = pool({ start });
	const all = Promise.all(['a', 'b', 'c', 'd'].map((session) => sandboxes.acquire(home(session), never)));
	for (let done = 0; done < 4; done += 1) (await waitFor(() => waiting.shift(), 'a start'))();
	await all;
	expect(sandboxes.status().map(({ session }) => session)).toEqual(['a', 'b', 'c', 'd']);
	expect(most).toBe(2);
	await sandboxes[Symbol.asyncDispose]();
});

it('makes a new sandbox after one has died, and not before the old one is gone', async () => {
	const lives: FakeLive[] = [];
	const start = async ({ session }: SandboxHome) => {
		expect(lives.every((live) => live.isDisposed())).toBe(true);
		const live = createFakeLive(session, { holdsOn: true });
		lives.push(live);
		return live;
	};
	const { pool: sandboxes } = pool({ start });
	const first = await sandboxes.acquire(home('a'), never);
	lives[0]?.kill('x');
	await waitFor(() => sandboxes.status().length === 0, 'its end');
	const second = sandboxes.acquire(home('a'), never);
	await new Promise((resolve) => setTimeout(resolve, 20));
	expect(lives).toHaveLength(1);
	lives[0]?.release();
	expect(await second).not.toBe(first);
	lives[1]?.release();
	await sandboxes[Symbol.asyncDispose]();
});

it('gives out none whose guest is gone, though why it died is not known yet', async () => {
	const { pool: sandboxes, lives } = pool();
	const first = await sandboxes.acquire(home('a'), never);
	lives[0]?.hangUp();
	await nextTurn();
	const second = sandboxes.acquire(home('a'), never);
	await nextTurn();
	lives[0]?.kill('it was killed');
	expect(await second).not.toBe(first);
	expect(lives[0]?.isDisposed()).toBe(true);
	await sandboxes[Symbol.asyncDispose]();
});

it('gives out none that is being ended: whoever comes then waits for the next one', async () => {
	const lives: FakeLive[] = [];
	const start = async ({ session }: SandboxHome) => {
		const live = createFakeLive(session, { holdsOn: true });
		lives.push(live);
		return live;
	};
	const { pool: sandboxes } = pool({ start });
	const first = await sandboxes.acquire(home('a'), never);
	const ending = sandboxes.end('a');
	const second = sandboxes.acquire(home('a'), never);
	await nextTurn();
	lives[0]?.release();
	await ending;
	expect(await second).not.toBe(first);
	lives[1]?.release();
	await sandboxes[Symbol.asyncDispose]();
});

it('tries anew after a start that failed', async () => {
	let tries = 0;
	const start = async ({ session }: SandboxHome) => {
		tries += 1;
		if (tries === 1) throw new Error('not today');
		return createFakeLive(session);
	};
	const { pool: sandboxes } = pool({ start });
	await expect(sandboxes.acquire(home('a'), never)).rejects.toThrow('not today');
	await sandboxes.acquire(home('a'), never);
	expect(tries).toBe(2);
	await sandboxes[Symbol.asyncDispose]();
});

it('lets one waiter go without calling the start off for the others', async () => {
	const started = Promise.withResolvers<LiveSandbox>();
	const { pool: sandboxes } = pool({ start: () => started.promise });
	const stop = new AbortController();
	const one = sandboxes.acquire(home('a'), stop.signal);
	const other = sandboxes.acquire(home('a'), never);
	const reason = new Error('enough');
	stop.abort(reason);
	await expect(one).rejects.toBe(reason);
	const live = createFakeLive('a');
	started.resolve(live);
	expect(await other).toBe(live.sandbox);
	await sandboxes[Symbol.asyncDispose]();
});

it('calls a start off when its session is ended', async () => {
	const start = (_home: SandboxHome, signal: AbortSignal) =>
		new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
	const { pool: sandboxes } = pool({ start });
	const acquiring = sandboxes.acquire(home('a'), never);
	acquiring.catch(() => undefined);
	await sandboxes.end('a');
	await expect(acquiring).rejects.toThrow(/session "a": it was ended/);
	await sandboxes[Symbol.asyncDispose]();
});

it.each(['end', 'dispose'])('waits at its %s for a start that was called off to be undone', async (how) => {
	const undone = Promise.withResolvers<void>();
	const calledOff = Promise.withResolvers<void>();
	const start = async (_home: SandboxHome, signal: AbortSignal): Promise<LiveSandbox> => {
		signal.addEventListener('abort', () => calledOff.resolve());
		running.resolve();
		await undone.promise;
		throw signal.reason;
	};
	const running = Promise.withResolvers<void>();
	const { pool: sandboxes } = pool({ start });
	const acquiring = Promise.allSettled([sandboxes.acquire(home('a'), never)]);
	await running.promise;
	let over = false;
	const ending = (how === 'end' ? sandboxes.end('a') : sandboxes[Symbol.asyncDispose]()).then(() => {
		over = true;
	});
	await calledOff.promise;
	// All that could settle without the undoing has settled then
	await nextTurn();
	expect(over).toBe(false);
	undone.resolve();
	await ending;
	expect(await acquiring).toMatchObject([{ status: 'rejected' }]);
	await sandboxes[Symbol.asyncDispose]();
});

it('starts nothing that was called off while it waited for its turn', async () => {
	const started: string[] = [];
	const others = Promise.withResolvers<void>();
	const start = async ({ session }: SandboxHome) => {
		started.push(session);
		await others.promise;
		return createFakeLive(session);
	};
	const { pool: sandboxes } = pool({ start });
	const all = Promise.allSettled(['a', 'b', 'c'].map((session) => sandboxes.acquire(home(session), never)));
	await waitFor(() => started.length === 2, 'the first two');
	const ending = sandboxes.end('c');
	others.resolve();
	await ending;
	expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
	expect(started).toEqual(['a', 'b']);
	await sandboxes[Symbol.asyncDispose]();
});

it('ends what was idle long enough, and nothing that is busy', async () => {
	let now = 0;
	const { pool: sandboxes, lives } = pool({ idleMs: 100, now: () => now });
	await Promise.all(['idle', 'busy', 'fresh'].map((session) => sandboxes.acquire(home(session), never)));
	const live = (session: string) => lives.find((one) => one.session === session);
	live('busy')?.setUse({ at: 0, busy: true });
	live('fresh')?.setUse({ at: 50, busy: false });
	now = 60;
	await sandboxes.acquire(home('given'), never);
	now = 120;
	await waitFor(() => live('idle')?.isDisposed(), 'the end of the idle one');
	expect(sandboxes.status().map(({ session }) => session)).toEqual(['busy', 'fresh', 'given']);
	expect(await live('idle')?.dead).toBe('it was idle');
	await sandboxes[Symbol.asyncDispose]();
	expect(lives.every((one) => one.isDisposed())).toBe(true);
});
