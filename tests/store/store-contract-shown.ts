import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Outbox } from '../../src/store/store.ts';
import type { OnStore } from './store-contract.ts';
import { discordThread, leaseOf, message, slackThread } from './store-home.ts';

const intent = { session: 's', thread: slackThread, turn: 't1', key: 't1/1/message' };

async function idsOf(outbox: Outbox, session: string) {
	return (await outbox.rows(session, 't1')).map(({ id }) => id);
}

/** Outbox, bindings and records of every store. */
export function describeShown(onStore: OnStore): void {
	it('answers an intent with the row that stands, with its id once it was sent, also when opened again', () =>
		onStore(async (store, home) => {
			expect(await store.outbox.intend(intent)).toEqual(intent);
			expect(await store.outbox.intend({ ...intent, thread: discordThread, turn: 't2' })).toEqual(intent);
			await store.outbox.sent('s', intent.key, 'ts-1');
			await using again = await home.open();
			expect(await again.outbox.intend(intent)).toEqual({ ...intent, id: 'ts-1' });
			expect(await again.outbox.rows('s', 't1')).toEqual([{ ...intent, id: 'ts-1' }]);
		}));

	it('lists the rows of a turn in the order of their intents', () =>
		onStore(async ({ outbox }) => {
			const keys = ['t1/2/z', 't1/10/a', 't1/1/m'];
			for (const key of keys) await outbox.intend({ ...intent, key });
			await outbox.intend({ ...intent, turn: 't2', key: 't2/1/a' });
			await outbox.intend({ ...intent, session: 'other', key: 't1/3/a' });
			await outbox.sent('s', 't1/10/a', 'x');
			await outbox.intend({ ...intent, key: 't1/2/z' });
			expect((await outbox.rows('s', 't1')).map((row) => row.key)).toEqual(keys);
		}));

	it('settles what was intended once nothing waits, and no other session’s', () =>
		onStore(async (store) => {
			const { outbox, inbox } = store;
			await outbox.intend(intent);
			await outbox.intend({ ...intent, key: 't1/2/message' });
			await outbox.intend({ ...intent, session: 'other', key: 't1/3/message' });
			await outbox.sent('s', 't1/2/message', 'ts-2');
			await inbox.add('s', message('k1'));
			await outbox.settle('s');
			expect(await idsOf(outbox, 's')).toEqual([undefined, 'ts-2']);
			await inbox.finish(await leaseOf(store), ['k1']);
			await outbox.settle('s');
			expect(await idsOf(outbox, 's')).toEqual([expect.any(String), 'ts-2']);
			expect(await idsOf(outbox, 'other')).toEqual([undefined]);
			await outbox.sent('s', intent.key, 'ts-1');
			expect(await idsOf(outbox, 's')).toEqual(['ts-1', 'ts-2']);
		}));

	it('refuses to call sent what was never intended', () =>
		onStore(async ({ outbox }) => {
			await expect(outbox.sent('s', 'never', 'x')).rejects.toThrow(/never intended/);
		}));

	it('keeps the last binding of a thread', () =>
		onStore(async ({ bindings }) => {
			expect(await bindings.sessionOf(slackThread)).toBeUndefined();
			await bindings.bind(slackThread, 's');
			await bindings.bind(discordThread, 's');
			expect(await bindings.threadsOf('s')).toEqual([slackThread, discordThread]);
			await bindings.bind(slackThread, 's.2');
			expect(await bindings.sessionOf(slackThread)).toBe('s.2');
			expect(await bindings.threadsOf('s')).toEqual([discordThread]);
			expect(await bindings.threadsOf('s.2')).toEqual([slackThread]);
		}));

	it('removes a record, and none that is not there', () =>
		onStore(async ({ records }) => {
			await records.put('preference', 's', 'a', 1);
			await records.put('usage', 's', 'a', 2);
			await records.remove('preference', 'a');
			await records.remove('preference', 'a');
			expect(await records.get('preference', 'a', z.number())).toBeUndefined();
			expect(await records.get('usage', 'a', z.number())).toBe(2);
		}));

	it('keeps records by kind and id, the oldest first, each replaced in its place', () =>
		onStore(async ({ records }) => {
			const value = z.object({ n: z.number() });
			await records.put('question', 's', 'b', { n: 1 });
			await records.put('question', 's', 'a', { n: 2 });
			await records.put('usage', 's', 'b', { n: 3 });
			await records.put('question', 'other', 'c', { n: 4 });
			await records.put('question', 's', 'b', { n: 5 });
			expect(await records.list('question', 's', value)).toEqual([{ n: 5 }, { n: 2 }]);
			expect(await records.get('question', 'c', value)).toEqual({ n: 4 });
			expect(await records.get('usage', 'a', value)).toBeUndefined();
		}));

	it('leaves out a record that does not fit, and gives the others', () =>
		onStore(async ({ records }) => {
			const schema = z.object({ n: z.number() });
			await records.put('feedback', 's', 'f1', { n: 1 });
			await records.put('feedback', 's', 'f2', { n: 'two' });
			expect(await records.get('feedback', 'f2', schema)).toBeUndefined();
			expect(await records.list('feedback', 's', schema)).toEqual([{ n: 1 }]);
		}));

	it('refuses a record that is no JSON value', () =>
		onStore(async ({ records }) => {
			await expect(records.put('usage', 's', 'u', undefined)).rejects.toThrow(TypeError);
		}));
}
