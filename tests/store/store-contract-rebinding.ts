import { expect, it } from 'vitest';
import { StaleLeaseError } from '../../src/base/errors.ts';
import type { Store } from '../../src/store/store.ts';
import type { OnStore } from './store-contract.ts';
import { discordThread, leaseOf, message } from './store-home.ts';

async function textsOf(store: Store, session = 's'): Promise<readonly string[]> {
	return (await store.inbox.waiting(session)).map((inbound) => ('text' in inbound ? inbound.text : inbound.type));
}

/** What a thread that goes on in another session takes with it. */
export function describeRebinding(onStore: OnStore): void {
	const thread = message('x').thread;
	const other = { ...thread, id: `${thread.id}x` };

	it('gives a thread to another session with what waits behind the command, in its order, and the command is done', () =>
		onStore(async (store) => {
			for (const key of ['before', 'new', 'a', 'b']) await store.inbox.add('s', message(key));
			await store.inbox.add('t', message('there'));
			const lease = await leaseOf(store);
			await store.bindings.rebind(lease, { thread, key: 'new' }, 't');
			expect(await store.bindings.sessionOf(thread)).toBe('t');
			expect(await textsOf(store)).toEqual(['before']);
			expect(await textsOf(store, 't')).toEqual(['a', 'b', 'there']);
			expect(await store.inbox.add('s', message('a'))).toBe('seen');
		}));

	it('leaves what is of another thread, what is finished, and answers, which stay with their question', () =>
		onStore(async (store) => {
			const { text: _text, files: _files, ...common } = message('answer');
			await store.inbox.add('s', message('new'));
			await store.inbox.add('s', message('elsewhere', 'elsewhere', other));
			await store.inbox.add('s', message('discord', 'discord', discordThread));
			await store.inbox.add('s', { ...common, type: 'answer', question: 's/q', value: 'yes' });
			await store.inbox.add('s', message('done'));
			const lease = await leaseOf(store);
			await store.inbox.finish(lease, ['done']);
			await store.bindings.rebind(lease, { thread, key: 'new' }, 't');
			expect(await textsOf(store)).toEqual(['elsewhere', 'discord', 'answer']);
			expect(await textsOf(store, 't')).toEqual([]);
			expect(await store.bindings.sessionOf(other)).toBeUndefined();
		}));

	it('leaves what it is told to: a running turn has taken it', () =>
		onStore(async (store) => {
			for (const key of ['new', 'taken', 'a']) await store.inbox.add('s', message(key));
			await store.bindings.rebind(await leaseOf(store), { thread, key: 'new' }, 't', ['taken', 'never']);
			expect(await textsOf(store)).toEqual(['taken']);
			expect(await textsOf(store, 't')).toEqual(['a']);
		}));

	it('does it once: nothing happens when the command waits no more', () =>
		onStore(async (store) => {
			await store.inbox.add('s', message('new'));
			const lease = await leaseOf(store);
			await store.bindings.rebind(lease, { thread, key: 'new' }, 't');
			await store.inbox.add('s', message('later'));
			await store.bindings.rebind(lease, { thread, key: 'new' }, 'u');
			await store.bindings.rebind(lease, { thread, key: 'never' }, 'u');
			expect(await store.bindings.sessionOf(thread)).toBe('t');
			expect(await textsOf(store)).toEqual(['later']);
		}));

	it('refuses under a lease that was superseded, and changes nothing then', () =>
		onStore(async (store) => {
			for (const key of ['new', 'a']) await store.inbox.add('s', message(key));
			const old = await leaseOf(store);
			await store.leases.release(old);
			await leaseOf(store, 's', 'next');
			await expect(store.bindings.rebind(old, { thread, key: 'new' }, 't')).rejects.toThrow(StaleLeaseError);
			expect(await textsOf(store)).toEqual(['new', 'a']);
			expect(await store.bindings.sessionOf(thread)).toBeUndefined();
		}));
}
