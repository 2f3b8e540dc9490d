/**
 * A process that a test kills: `node store-child.ts <address> <write> [count]`. It makes the write, or that many with their number in
 * the key, prints `done <number>` after each, and stays.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '../../src/store/store.ts';
import { leaseOf, message, openAt, slackThread } from './store-home.ts';

const [address = '', write = '', count = '1'] = process.argv.slice(2);
const intent = { session: 's', thread: slackThread, turn: 't', key: 't/1/message' };

const writes: Readonly<Record<string, (store: Store, number: number) => Promise<unknown>>> = {
	add: (store, number) => store.inbox.add('s', message(`${process.pid}:${number}`)),
	amend: (store) => store.inbox.amend('s', 'k', 'amended'),
	finish: async (store) => store.inbox.finish(await leaseOf(store), ['k']),
	take: (store) => store.leases.take('s', 'child', 3_600_000),
	intend: (store) => store.outbox.intend(intent),
	sent: async (store) => {
		await store.outbox.intend(intent);
		await store.outbox.sent('s', intent.key, 'id-1');
	},
	bind: (store) => store.bindings.bind(slackThread, 's.2'),
	due: (store) => store.due.put('s', 'work', 5),
	put: (store) => store.records.put('question', 's', 'q', { n: 1 }),
};

const store = await openAt(address);
for (let number = 0; number < Number(count); number++) {
	await writes[write]?.(store, number);
	process.stdout.write(`done ${number}\n`);
	// Whoever waits for SQLite's lock looks for it now and then: it is to find it free.
	await delay(1);
}
setInterval(() => undefined, 1000);
