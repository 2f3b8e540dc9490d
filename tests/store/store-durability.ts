import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Store } from '../../src/store/store.ts';
import { type Child, startChild } from '../support/child.ts';
import { message, type StoreHome, slackThread } from './store-home.ts';

const childFile = join(import.meta.dirname, 'store-child.ts');

/** Each write of `store-child.ts`, and what must be found of it after the child was killed. */
const writes: readonly (readonly [write: string, found: (store: Store) => Promise<unknown>, expected: unknown])[] = [
	['add', async (store) => (await store.inbox.waiting('s')).length, 2],
	['amend', async (store) => (await store.inbox.waiting('s'))[0], message('k', 'amended')],
	['finish', (store) => store.inbox.waiting('s'), []],
	['take', (store) => store.leases.take('s', 'parent', 1), undefined],
	['intend', async (store) => (await store.outbox.rows('s', 't'))[0]?.key, 't/1/message'],
	['sent', async (store) => (await store.outbox.rows('s', 't'))[0]?.id, 'id-1'],
	['bind', (store) => store.bindings.sessionOf(slackThread), 's.2'],
	['due', async (store) => (await store.due.earliest('s'))?.at, 5],
	['put', (store) => store.records.get('question', 'q', z.unknown()), { n: 1 }],
];

/** What every store must still hold after its process died. */
export function describeDurability(makeHome: () => Promise<StoreHome>): void {
	it.each(writes)('finds %s after kill -9 right behind it', async (write, found, expected) => {
		await using home = await makeHome();
		await prepare(home);
		await using child = startChild(childFile, [home.address, write]);
		await child.printed('done 0');
		await child.kill();
		await using store = await home.open();
		expect(await found(store)).toEqual(expected);
	});

	it('loses nothing acknowledged when two processes write at once and both are killed', async () => {
		await using home = await makeHome();
		await using one = startChild(childFile, [home.address, 'add', '1000000']);
		await using two = startChild(childFile, [home.address, 'add', '1000000']);
		await Promise.all([one.printed('done 20'), two.printed('done 20')]);
		await Promise.all([one.kill(), two.kill()]);
		await using store = await home.open();
		const keys = (await store.inbox.waiting('s')).map((inbound) => inbound.key);
		for (const child of [one, two]) expectAll(keys, child);
	});
}

async function prepare(home: StoreHome): Promise<void> {
	await using store = await home.open();
	await store.inbox.add('s', message('k'));
}

/** Everything the child has reported is there, in its order, and at most one write beyond it. */
function expectAll(keys: readonly string[], child: Child): void {
	const own = keys.filter((key) => key.startsWith(`${child.pid}:`));
	const reported = child.lines().length;
	expect(reported).toBeGreaterThan(20);
	expect(own.length === reported || own.length === reported + 1).toBe(true);
	expect(own).toEqual(own.map((_, index) => `${child.pid}:${index}`));
}
