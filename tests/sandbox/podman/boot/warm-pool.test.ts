import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Logger, silentLogger } from '../../../../src/base/log.ts';
import { hasRoom } from '../../../../src/sandbox/podman/boot/pool-rules.ts';
import { createWarmPool, type Warm, type WarmPoolOptions } from '../../../../src/sandbox/podman/boot/warm-pool.ts';
import { waitFor } from '../../../support/wait-for.ts';

const never = new AbortController().signal;

interface FakeWarm extends Warm<number> {
	readonly isEnded: () => boolean;
	die(): void;
	hang(): void;
}

function createFakeWarm(given: number): FakeWarm {
	const death = Promise.withResolvers<void>();
	let [isEnded, isSilent] = [false, false];
	return {
		given,
		gone: death.promise,
		answers: async () => !isSilent,
		isEnded: () => isEnded,
		hang: () => {
			isSilent = true;
		},
		die() {
			isSilent = true;
			death.resolve();
		},
		async [Symbol.asyncDispose]() {
			isEnded = true;
		},
	};
}

function poolOf(size: number, overrides: Partial<WarmPoolOptions<number>> = {}) {
	const made: FakeWarm[] = [];
	const calm = { is: true };
	const make = async () => {
		const warm = createFakeWarm(made.length);
		made.push(warm);
		return warm;
	};
	const rules = { size, isCalm: async () => calm.is };
	const pool = createWarmPool({ rules, make, sweep: async () => {}, log: silentLogger, lookMs: 1, ...overrides });
	return { made, calm, pool };
}

it('is never given to two, to none once it has died or does not answer, and ends when nobody has it', async () => {
	const act = fc.oneof(
		fc.record({ does: fc.constantFrom('claim', 'drop', 'refill') }),
		fc.record({ does: fc.constantFrom('die', 'hang'), which: fc.nat(3) }),
	);
	await fc.assert(
		fc.asyncProperty(fc.array(act, { maxLength: 30 }), fc.integer({ min: 1, max: 3 }), async (acts, size) => {
			const { pool, made } = poolOf(size);
			const claims: Promise<number | undefined>[] = [];
			const lost = new Set<number>();
			for (const one of acts) {
				if ('which' in one) lose(made.at(-1 - one.which), one.does, await Promise.all(claims), lost);
				else if (one.does === 'claim') claims.push(pool.claim(never));
				else void pool[one.does]();
				await new Promise((resolve) => setImmediate(resolve));
			}
			const given = (await Promise.all(claims)).filter((one) => one !== undefined);
			expect(new Set(given).size).toBe(given.length);
			expect(given.filter((one) => lost.has(one))).toEqual([]);
			await pool[Symbol.asyncDispose]();
			expect(pool.waiting()).toBe(0);
			for (const warm of made) expect(warm.isEnded()).toBe(!given.includes(warm.given));
		}),
	);
});

/** Only what waits can be lost. */
function lose(
	warm: FakeWarm | undefined,
	how: 'die' | 'hang',
	given: readonly (number | undefined)[],
	lost: Set<number>,
): void {
	if (!warm || given.includes(warm.given)) return;
	lost.add(warm.given);
	warm[how]();
}

it('holds as many as it is to, and makes new ones when one is claimed, has died, or all were dropped', async () => {
	const { pool, made, calm } = poolOf(2);
	pool.refill();
	await waitFor(() => pool.waiting() === 2, 'a full pool');
	expect(await pool.claim(never)).toBe(0);
	await waitFor(() => pool.waiting() === 2, 'one for the claimed');
	made[1]?.die();
	await waitFor(() => made.length === 4 && pool.waiting() === 2, 'one for the dead');
	calm.is = false;
	await pool.drop();
	expect(pool.waiting()).toBe(0);
	expect(made.map((one) => one.isEnded())).toEqual([false, true, true, true]);
	calm.is = true;
	await waitFor(() => pool.waiting() === 2, 'new ones');
	await pool[Symbol.asyncDispose]();
});

it('ends one that was being made when all were dropped', async () => {
	const making = Promise.withResolvers<void>();
	const warm = createFakeWarm(0);
	let isMaking = false;
	const make = async () => {
		isMaking = true;
		await making.promise;
		return warm;
	};
	const { pool, calm } = poolOf(1, { make });
	pool.refill();
	await waitFor(() => isMaking, 'one that is being made');
	await pool.drop();
	calm.is = false;
	making.resolve();
	await waitFor(warm.isEnded, 'its end');
	expect(pool.waiting()).toBe(0);
	await pool[Symbol.asyncDispose]();
});

it('says once that none can be made, and tries it more and more rarely', async () => {
	const told: string[] = [];
	const log: Logger = { ...silentLogger, warn: (text) => void told.push(text) };
	let tries = 0;
	const make = async () => {
		tries += 1;
		if (tries < 5) throw new Error('no Podman here');
		return createFakeWarm(tries);
	};
	const { pool } = poolOf(1, { make, log });
	pool.refill();
	await waitFor(() => pool.waiting() === 1, 'the first that can be made');
	expect(told).toEqual(['No sandbox can be kept ready now']);
	await pool[Symbol.asyncDispose]();
});

it('removes what a dead process has left, also where none is to wait any more', async () => {
	let swept = 0;
	const sweep = async () => {
		swept += 1;
	};
	const { pool, made } = poolOf(0, { sweep });
	pool.refill();
	await waitFor(() => swept === 1, 'the sweep');
	await pool[Symbol.asyncDispose]();
	expect(made).toEqual([]);
});

it.each([
	['nobody is there', { inside: 0, waiting: 0, most: 2 }, 0, true],
	['those that wait and those that work take all places', { inside: 1, waiting: 0, most: 2 }, 1, false],
	['a session waits', { inside: 1, waiting: 1, most: 8 }, 0, false],
	['any number may be there', { inside: 900, waiting: 0, most: Number.POSITIVE_INFINITY }, 9, true],
])('has room, or none, where %s', (_case, now, ready, expected) => {
	expect(hasRoom(now, ready)).toBe(expected);
});
