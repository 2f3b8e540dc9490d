import { describe, expect, it } from 'vitest';
import { createLedger, type Ledger, type LedgerDeps, type Refusal } from '../../../src/agent/budget/ledger.ts';
import { noPrices, readPrices } from '../../../src/agent/budget/prices.ts';
import type { Scope } from '../../../src/agent/budget/scopes.ts';
import type { Hold, PaidCall } from '../../../src/agent/model/cost/purse.ts';
import type { Records } from '../../../src/store/records.ts';
import { memoryRecords } from '../../adapters/memory-records.ts';
import { never } from '../../support/brain-at.ts';

const noon = Date.UTC(2026, 10, 29, 12);
const day = 86_400_000;
const session: Scope = { kind: 'session', owner: 's', key: 'session/s' };
const other: Scope = { kind: 'session', owner: 't', key: 'session/t' };
const place: Scope = { kind: 'place', owner: 'place/p', key: 'place/p' };
const call = (promptTokens: number, more: Partial<PaidCall> = {}): PaidCall => ({
	...{ model: 'm', url: 'http://127.0.0.1/v1', promptTokens, brings: 'words' },
	...more,
});
const byServer = (inputTokens: number, outputTokens: number) =>
	({ counted: 'by-server', inputTokens, outputTokens }) as const;

function open(given: Partial<LedgerDeps> = {}): Ledger & { readonly records: Records } {
	const records = given.records ?? memoryRecords();
	const limits = { stops: { session: { tokens: 1_000 } }, warns: {} };
	const deps = { limits, prices: async () => noPrices, zone: 'UTC', now: () => noon, ...given, records };
	return { ...createLedger(deps), records };
}

async function held(ledger: Ledger, prompt: PaidCall, scopes: readonly Scope[] = [session]): Promise<Hold> {
	const hold = await ledger.hold(scopes, prompt, never);
	if (!('settle' in hold)) throw new Error(`Refused: ${hold.needs}`);
	return hold;
}

async function refusal(ledger: Ledger, prompt: PaidCall, scopes: readonly Scope[] = [session]): Promise<Refusal> {
	const hold = await ledger.hold(scopes, prompt, never);
	if ('settle' in hold) throw new Error('Not refused');
	return hold;
}

describe('createLedger()', () => {
	it('counts a call for all whom it is made for, and only them', async () => {
		const ledger = open();
		await (await held(ledger, call(100), [session, place])).settle(byServer(90, 10));
		await (await held(ledger, call(100), [other, place])).settle({ counted: 'estimated', outputTokens: 3 });
		expect(await ledger.read(session)).toMatchObject({ inputTokens: 90, outputTokens: 10, calls: 1, estimated: 0 });
		expect(await ledger.read(place)).toMatchObject({ inputTokens: 190, outputTokens: 13, calls: 2, estimated: 1 });
	});

	it('counts nothing for a call that cost nothing, and each only once', async () => {
		const ledger = open();
		const first = await held(ledger, call(100));
		await first.settle(undefined);
		await first.settle(byServer(100, 1));
		expect(await ledger.read(session)).toMatchObject({ calls: 0, inputTokens: 0 });
		// What it held is free again.
		await held(ledger, call(700));
	});

	it('says how long an answer may be where less is left than one may come to, and only there', async () => {
		expect((await held(open(), call(100))).outputTokens).toBe(900);
		const ofSession = (tokens: number) => open({ limits: { stops: { session: { tokens } }, warns: {} } });
		expect((await held(ofSession(20_000), call(100))).outputTokens).toBe(19_900);
		expect(await held(ofSession(200_000), call(100))).not.toHaveProperty('outputTokens');
		expect(await held(open(), call(100), [place])).not.toHaveProperty('outputTokens');
		const warned = open({ limits: { stops: {}, warns: { tokens: 10 } } });
		expect(await held(warned, call(100), [session, place])).not.toHaveProperty('outputTokens');
	});

	it('has a call wait for others beside whom its answer would be cut off, and not where it would be anyway', async () => {
		const ledger = open({ limits: { stops: { session: { tokens: 9_000 } }, warns: {} } });
		const first = await held(ledger, call(100));
		const waits = Promise.withResolvers<void>();
		const second = ledger.hold([session], call(100), never, waits.resolve);
		expect(await Promise.race([second, waits.promise])).toBeUndefined();
		await first.settle(byServer(100, 10));
		// All that was held for the first but the 110 tokens that it came to.
		expect(await second).toMatchObject({ outputTokens: 9_000 - 110 - 100 });
	});

	it('refuses what does not fit, and says by which limit', async () => {
		const ledger = open();
		await (await held(ledger, call(500))).settle(byServer(500, 100));
		expect(await refusal(ledger, call(200))).toMatchObject({
			...{ scope: session, unit: 'tokens', limit: 1_000, used: 600, needs: 456, day: '2026-11-29' },
		});
		await held(ledger, call(100));
	});

	it('has a call wait for what others hold, and make it when they need it not', async () => {
		const ledger = open();
		const first = await held(ledger, call(500));
		const second = held(ledger, call(500));
		let isHeld = false;
		void second.then(() => {
			isHeld = true;
		});
		await new Promise((resolve) => setImmediate(resolve));
		expect(isHeld).toBe(false);
		await first.settle(byServer(100, 10));
		await (await second).settle(undefined);
	});

	it('stops waiting when it is told to, and leaves nothing held', async () => {
		const ledger = open();
		const first = await held(ledger, call(500));
		const stop = new AbortController();
		const waits = ledger.hold([session], call(500), stop.signal);
		stop.abort(new Error('stopped'));
		await expect(waits).rejects.toThrow('stopped');
		await first.settle(undefined);
		await held(ledger, call(700));
	});

	it('counts what a process held when it died, once, with its prompt alone', async () => {
		const { records, ...ledger } = open();
		await held(ledger, call(300), [session, place]);
		for (let start = 0; start < 2; start += 1) {
			const next = open({ records });
			expect(await next.read(session)).toMatchObject({ inputTokens: 300, outputTokens: 0, calls: 1, estimated: 1 });
		}
		expect(await refusal(open({ records }), call(500))).toMatchObject({ used: 300 });
	});

	it('counts a call once for each, whichever write its process died before', async () => {
		for (let most = 1; most <= 3; most += 1) {
			const records = memoryRecords();
			let left = most;
			const alive = async (write: () => Promise<void>): Promise<void> => {
				left -= 1;
				if (left < 0) throw new Error('dead');
				await write();
			};
			const dying: Records = {
				...records,
				put: (...row) => alive(() => records.put(...row)),
				remove: (...row) => alive(() => records.remove(...row)),
				change: (...row) => alive(() => records.change(...row)),
			};
			const hold = await held(open({ records: dying }), call(300), [session, place]);
			await hold.settle(byServer(250, 50)).catch(() => undefined);
			const next = open({ records });
			for (const scope of [session, place]) {
				const { inputTokens, calls } = await next.read(scope);
				expect([calls, inputTokens >= 250]).toEqual([1, true]);
			}
		}
	});

	it('counts a call on the day on which it began, by the days of its zone', async () => {
		let now = Date.UTC(2026, 10, 29, 22, 59);
		const ledger = open({ now: () => now, zone: 'Europe/Berlin' });
		const first = await held(ledger, call(300));
		now += 2 * 60_000;
		expect(ledger.today()).toBe('2026-11-30');
		await first.settle(byServer(900, 50));
		expect(await ledger.read(session)).toMatchObject({ calls: 0 });
		expect(await ledger.read(session, '2026-11-29')).toMatchObject({ inputTokens: 900 });
		await held(ledger, call(700));
	});

	it('goes by the clock when that is put back', async () => {
		let now = noon;
		const ledger = open({ now: () => now });
		await (await held(ledger, call(500))).settle(byServer(600, 0));
		now += day;
		await (await held(ledger, call(500))).settle(byServer(500, 0));
		now -= day;
		expect(await refusal(ledger, call(500))).toMatchObject({ used: 600 });
	});

	it('limits money where a price is known, and nothing else by it', async () => {
		const models = { dear: { cost: { input: 10, output: 100 } } };
		const prices = readPrices({ some: { models } }) ?? noPrices;
		const limits = { stops: { session: { microUsd: 50_000 } }, warns: {} };
		const ledger = open({ limits, prices: async () => prices });
		await (await held(ledger, call(1_000, { model: 'free' }))).settle(byServer(1e6, 1e6));
		await (await held(ledger, call(1_000, { model: 'dear' }))).settle(byServer(1_000, 100));
		expect(await ledger.read(session)).toMatchObject({ microUsd: 20_000, unpriced: 1, calls: 2 });
		expect(await refusal(ledger, call(1_000, { model: 'dear' }))).toMatchObject({ unit: 'microUsd', used: 20_000 });
		await held(ledger, call(1_000, { model: 'free' }));
	});

	it('goes on after a store that could not be read or written', async () => {
		const records = memoryRecords();
		let broken = true;
		const failing: Records = {
			...records,
			list: async (...asked) => {
				if (broken) throw new Error('disk');
				return await records.list(...asked);
			},
		};
		const ledger = open({ records: failing });
		await expect(ledger.hold([session], call(10), never)).rejects.toThrow('disk');
		broken = false;
		await held(ledger, call(10));
	});
});
