import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StaleLeaseError } from '../../src/base/errors.ts';
import type { Inbound } from '../../src/chat/inbound.ts';
import type { Store } from '../../src/store/store.ts';
import { describeDue } from './store-contract-due.ts';
import { describeErasing } from './store-contract-erasing.ts';
import { describeRebinding } from './store-contract-rebinding.ts';
import { describeShown } from './store-contract-shown.ts';
import { describeDurability } from './store-durability.ts';
import { discordThread, leaseOf, message, type StoreHome } from './store-home.ts';

/** Runs a test on a new store, by default with the machine's clock. */
export type OnStore = (test: (store: Store, home: StoreHome) => Promise<void>, now?: () => number) => Promise<void>;

/** What every store must do. */
export function describeStore(name: string, makeHome: () => Promise<StoreHome>): void {
	const onStore: OnStore = async (test, now) => {
		await using home = await makeHome();
		await using store = await home.open(now);
		await test(store, home);
	};
	describe(`${name}: inbox`, () => describeInbox(onStore));
	describe(`${name}: leases`, () => describeLeases(onStore));
	describe(`${name}: what was shown`, () => describeShown(onStore));
	describe(`${name}: a thread that goes on in another session`, () => describeRebinding(onStore));
	describe(`${name}: what is due`, () => describeDue(onStore));
	describe(`${name}: what is erased`, () => describeErasing(onStore));
	describe(`${name}: durability`, () => describeDurability(makeHome));
}

async function textsOf(store: Store, session = 's'): Promise<readonly string[]> {
	return (await store.inbox.waiting(session)).map((inbound) => ('text' in inbound ? inbound.text : inbound.type));
}

function describeInbox(onStore: OnStore): void {
	it('gives back what came in, whole and in order', () =>
		onStore(async ({ inbox }) => {
			const files = [{ name: 'a\u0000\u202e\n.csv', size: 1, source: 'x' }];
			const { text: _text, files: _files, ...common } = message('9');
			const all: readonly Inbound[] = [
				{ ...message('10', '\u{1f600}\u0000\r\n"'), files },
				{ ...common, type: 'answer', question: 'q', value: { deep: [null, 1.5, 'x', { a: true }] } },
				{ ...common, key: '8', type: 'stop' },
			];
			for (const inbound of all) expect(await inbox.add('s', inbound)).toBe('stored');
			expect(await inbox.waiting('s')).toEqual(all);
		}));

	it('answers seen to a key it knows, in whatever session, and changes nothing', () =>
		onStore(async (store) => {
			await store.inbox.add('s', message('k', 'first'));
			expect(await store.inbox.add('s', message('k', 'second'))).toBe('seen');
			expect(await store.inbox.add('other', message('k', 'third'))).toBe('seen');
			expect(await textsOf(store)).toEqual(['first']);
			expect(await store.inbox.sessions()).toEqual(['s']);
		}));

	it('answers seen to a key that is finished, or withdrawn', () =>
		onStore(async (store) => {
			await store.inbox.add('s', message('done'));
			await store.inbox.add('s', message('gone'));
			await store.inbox.finish(await leaseOf(store), ['done']);
			await store.inbox.amend('s', 'gone', undefined);
			expect(await store.inbox.add('s', message('done'))).toBe('seen');
			expect(await store.inbox.add('s', message('gone'))).toBe('seen');
			expect(await textsOf(store)).toEqual([]);
		}));

	it('answers seen to the key of a part that a message holds, in whatever session, and waits for none', () =>
		onStore(async (store) => {
			expect(await store.inbox.add('s', { ...message('k'), parts: ['k/files'] })).toBe('stored');
			expect(await store.inbox.add('other', message('k/files'))).toBe('seen');
			expect(await textsOf(store)).toEqual(['k']);
			expect(await store.inbox.add('s', message('l'))).toBe('stored');
			expect(await store.inbox.add('s', message('l/files'))).toBe('stored');
			expect(await store.inbox.add('s', { ...message('l'), parts: ['l/files'] })).toBe('seen');
			expect(await textsOf(store)).toEqual(['k', 'l', 'l/files']);
		}));

	it('takes the same key of another platform as another message', () =>
		onStore(async (store) => {
			await store.inbox.add('s', message('k'));
			expect(await store.inbox.add('t', message('k', 'k', discordThread))).toBe('stored');
			expect(await store.inbox.sessions()).toEqual(['s', 't']);
		}));

	it('refuses what is no Inbound, and keeps the rest readable', () =>
		onStore(async (store) => {
			await store.inbox.add('s', message('good'));
			await expect(store.inbox.add('s', { ...message('bad'), at: 'yesterday' })).rejects.toThrow(/at/);
			expect(await textsOf(store)).toEqual(['good']);
		}));

	it('amends and withdraws what waits, in its place', () =>
		onStore(async (store) => {
			for (const key of ['a', 'b', 'c']) await store.inbox.add('s', message(key));
			expect(await store.inbox.amend('s', 'b', 'B')).toBe(true);
			expect(await store.inbox.amend('s', 'a', undefined)).toBe(true);
			expect(await textsOf(store)).toEqual(['B', 'c']);
		}));

	it('amends nothing that no longer waits, is not there, or has no text', () =>
		onStore(async (store) => {
			await store.inbox.add('s', message('done'));
			await store.inbox.add('s', { ...message('gone') });
			const { text: _text, files: _files, ...common } = message('stop');
			await store.inbox.add('s', { ...common, type: 'stop' });
			await store.inbox.finish(await leaseOf(store), ['done']);
			await store.inbox.amend('s', 'gone', undefined);
			for (const key of ['done', 'gone', 'stop', 'never']) expect(await store.inbox.amend('s', key, 'x')).toBe(false);
			expect(await store.inbox.amend('t', 'stop', undefined)).toBe(false);
			expect(await textsOf(store)).toEqual(['stop']);
		}));

	it('refuses to finish under a lease that was superseded, and finishes nothing then', () =>
		onStore(async (store) => {
			await store.inbox.add('s', message('k'));
			const old = await leaseOf(store);
			await store.leases.release(old);
			const next = await leaseOf(store, 's', 'next');
			await expect(store.inbox.finish(old, ['k'])).rejects.toThrow(StaleLeaseError);
			expect(await textsOf(store)).toEqual(['k']);
			await store.inbox.finish(next, ['k']);
			await store.inbox.finish(next, ['k', 'never']);
			expect(await textsOf(store)).toEqual([]);
		}));

	it('finishes only keys of the session of the lease', () =>
		onStore(async (store) => {
			await store.inbox.add('t', message('k'));
			await store.inbox.finish(await leaseOf(store, 's'), ['k']);
			expect(await textsOf(store, 't')).toEqual(['k']);
		}));

	it('holds any key and any text', () =>
		onStore(async (store) => {
			const key = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
			const keys = fc.uniqueArray(fc.tuple(key, fc.string({ unit: 'binary' })), { selector: ([first]) => first });
			let session = 0;
			const property = fc.asyncProperty(keys, async (pairs) => {
				session++;
				const inbounds = pairs.map(([name, text]) => message(`${session}:${name}`, text));
				for (const inbound of inbounds) expect(await store.inbox.add(`s${session}`, inbound)).toBe('stored');
				for (const inbound of inbounds) expect(await store.inbox.add(`s${session}`, inbound)).toBe('seen');
				expect(await store.inbox.waiting(`s${session}`)).toEqual(inbounds);
			});
			await fc.assert(property, { numRuns: 30 });
		}));
}

function describeLeases(onStore: OnStore): void {
	it('has one holder a session, another only when it is given back', () =>
		onStore(async (store) => {
			const first = await leaseOf(store);
			expect(await store.leases.take('s', 'you', 1000)).toBeUndefined();
			expect(await store.leases.take('t', 'you', 1000)).toBeDefined();
			await store.leases.release(first);
			const second = await leaseOf(store, 's', 'you');
			expect(second.token).toBeGreaterThan(first.token);
		}));

	it('ends a lease when its time is over, by the clock given', async () => {
		let now = 1000;
		await onStore(
			async (store) => {
				const first = await leaseOf(store, 's', 'me', 1000);
				now = 1999;
				expect(await store.leases.take('s', 'you', 1000)).toBeUndefined();
				now = 2000;
				const second = await leaseOf(store, 's', 'you', 1000);
				expect(second.token).toBeGreaterThan(first.token);
				expect(await store.leases.renew(first, 1000)).toBe(false);
				expect(await store.leases.renew(second, 1000)).toBe(true);
			},
			() => now,
		);
	});

	it('prolongs a lease from now, also one that ended and was not taken', async () => {
		let now = 1000;
		await onStore(
			async (store) => {
				const lease = await leaseOf(store, 's', 'me', 1000);
				now = 1500;
				expect(await store.leases.renew(lease, 1000)).toBe(true);
				now = 2400;
				expect(await store.leases.take('s', 'you', 1000)).toBeUndefined();
				now = 9000;
				expect(await store.leases.renew(lease, 1000)).toBe(true);
				expect(await store.leases.take('s', 'you', 1000)).toBeUndefined();
			},
			() => now,
		);
	});

	it('gives the same holder a new lease, which supersedes its old one', () =>
		onStore(async (store) => {
			const before = await leaseOf(store);
			const after = await leaseOf(store);
			expect(after.token).toBeGreaterThan(before.token);
			expect(await store.leases.renew(before, 1000)).toBe(false);
			await expect(store.inbox.finish(before, [])).rejects.toThrow(StaleLeaseError);
		}));

	it('ignores the release of a lease that was superseded, and renews none that was given back', () =>
		onStore(async (store) => {
			const before = await leaseOf(store);
			const after = await leaseOf(store);
			await store.leases.release(before);
			expect(await store.leases.take('s', 'you', 1000)).toBeUndefined();
			await store.leases.release(after);
			expect(await store.leases.renew(after, 1000)).toBe(false);
		}));
}
