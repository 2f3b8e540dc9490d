import { expect, it } from 'vitest';
import { z } from 'zod';
import { StaleLeaseError } from '../../src/base/errors.ts';
import { dueFor } from '../../src/store/due.ts';
import type { OnStore } from './store-contract.ts';
import { discordThread, leaseOf, message } from './store-home.ts';

export function describeErasing(onStore: OnStore): void {
	it('removes what was kept up to the order, and nothing of another session or behind it', () =>
		onStore(async (store) => {
			const lease = await leaseOf(store, 's');
			for (const session of ['s', 'other']) {
				await store.inbox.add(session, message(`${session}-first`));
				await store.records.put('question', session, `${session}/q`, 'text');
				await store.outbox.intend({ session, thread: discordThread, turn: 't', key: 't/1' });
				for (const what of dueFor) await store.due.put(session, what, 5);
			}
			await store.inbox.add('s', message('order'));
			await store.inbox.add('s', message('behind'));
			await store.bindings.bind(discordThread, 's');
			await store.rows.erase(lease, 'order');
			expect((await store.inbox.waiting('s')).map(({ key }) => key)).toEqual(['behind']);
			expect(await store.records.list('question', 's', z.string())).toEqual([]);
			expect(await store.outbox.rows('s', 't')).toEqual([]);
			expect((await store.due.until(5, 9)).map(({ session, what }) => `${session} ${what}`).toSorted()).toEqual([
				'other question',
				'other review',
				'other work',
				's work',
			]);
			expect(await store.inbox.add('s', message('s-first'))).toBe('seen');
			expect(await store.bindings.sessionOf(discordThread)).toBe('s');
			expect((await store.inbox.waiting('other')).length).toBe(1);
			expect(await store.records.list('question', 'other', z.string())).toEqual(['text']);
			expect((await store.outbox.rows('other', 't')).length).toBe(1);
		}));

	it('removes nothing without its order, or under a lease that was superseded', () =>
		onStore(async (store) => {
			const former = await leaseOf(store, 's');
			await store.inbox.add('s', message('first'));
			await store.rows.erase(former, 'no order');
			await store.leases.release(former);
			await leaseOf(store, 's');
			await store.inbox.add('s', message('order'));
			await expect(store.rows.erase(former, 'order')).rejects.toBeInstanceOf(StaleLeaseError);
			expect((await store.inbox.waiting('s')).map(({ key }) => key)).toEqual(['first', 'order']);
		}));
}
