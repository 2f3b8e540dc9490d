import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { usageOf } from '../../src/agent/commands/usage.ts';
import { openDatabase } from '../../src/store/embedded/database.ts';
import { createTidyStep } from '../../src/store/embedded/tidy.ts';
import type { Store } from '../../src/store/store.ts';
import { embeddedHome, leaseOf, message, slackThread } from './store-home.ts';

const day = 86_400_000;
const tables = ['inbox', 'outbox', 'records', 'leases', 'damaged'];

/** What a turn leaves in a store. */
async function turnOf(store: Store, session: string, name: string): Promise<void> {
	const lease = await leaseOf(store, session);
	await store.inbox.add(session, message(name));
	for (const step of ['1/message', '2/artifact', 'ended/ended']) {
		await store.outbox.intend({ session, thread: slackThread, turn: name, key: `${name}/${step}` });
		await store.outbox.sent(session, `${name}/${step}`, 'id');
	}
	await store.records.put('usage', session, `${session}/${name}/1`, { inputTokens: 10, outputTokens: 1 });
	await store.records.put('question', session, `${session}/${name}`, { state: 'answered' });
	await store.records.put('feedback', session, `${session}/${name}`, { value: 'good' });
	await store.records.put('proposal', session, `${session}/p${name}`, {});
	await store.inbox.finish(lease, [name]);
	await store.leases.release(lease);
}

function counts(path: string): Record<string, number> {
	using database = new DatabaseSync(path, { readOnly: true });
	return Object.fromEntries(
		tables.map((table) => [table, Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'])]),
	);
}

describe('the tidying of a store', () => {
	it('keeps it flat over two years of messages, and its sums right', async () => {
		await using home = await embeddedHome();
		await using store = await home.open();
		let now = Date.UTC(2030, 0);
		const database = openDatabase(home.address, { wait: 1_000 });
		const step = createTidyStep(database, () => now);
		const seen: Record<string, number>[] = [];
		let steps = 0;
		for (let at = 0; at < 730; at += 10) {
			for (let count = 0; count < 2; count += 1) await turnOf(store, `s${count}`, `d${at}-${count}`);
			now += 10 * day;
			do steps += 1;
			while (step());
			seen.push(counts(home.address));
		}
		database.close();
		const [half, end] = [seen[Math.floor(seen.length / 2)], seen.at(-1)];
		for (const table of tables) expect(end?.[table], table).toBeLessThanOrEqual((half?.[table] ?? 0) + 2);
		expect(end?.['inbox']).toBeLessThan(40);
		// Nothing was put off for ever, and no step did more than its part.
		expect(steps).toBeLessThan(200);
		expect(await usageOf(store.records, ['s0', 's1'])).toEqual({
			inputTokens: 10 * 73 * 2,
			outputTokens: 73 * 2,
			modelCalls: 73 * 2,
		});
	});

	it('leaves alone what is unfinished, however old', async () => {
		await using home = await embeddedHome();
		await using store = await home.open();
		await turnOf(store, 'waits', 'w');
		await store.inbox.add('waits', message('waiting'));
		await turnOf(store, 'asks', 'a');
		await store.records.put('question', 'asks', 'asks/q', { state: 'open' });
		await store.records.put('proposal', 'asks', 'asks/q', {});
		await store.records.put('adapter', 'place', 'place 1', {});
		await store.bindings.bind(slackThread, 'waits');
		await leaseOf(store, 'held');
		let now = Date.UTC(2030, 0);
		const database = openDatabase(home.address, { wait: 1_000 });
		const step = createTidyStep(database, () => now);
		for (let year = 0; year < 5; year += 1) {
			now += 365 * day;
			while (step());
		}
		database.close();
		expect((await store.inbox.waiting('waits')).map(({ key }) => key)).toEqual(['waiting']);
		for (const [session, turn] of [
			['waits', 'w'],
			['asks', 'a'],
		] as const)
			expect(await store.outbox.rows(session, turn)).toHaveLength(3);
		using reader = new DatabaseSync(home.address, { readOnly: true });
		const left = reader.prepare("SELECT kind, id FROM records WHERE kind <> 'usage' ORDER BY kind").all();
		expect(left.map((row) => Object.values(row))).toEqual([
			['adapter', 'place 1'],
			['proposal', 'asks/q'],
			['question', 'asks/q'],
		]);
		expect(await store.bindings.sessionOf(slackThread)).toBe('waits');
		expect(reader.prepare('SELECT session FROM leases').all()).toEqual([{ session: 'held' }]);
	});

	it('counts the days of what has changed from then on', async () => {
		await using home = await embeddedHome();
		await using store = await home.open();
		const lease = await leaseOf(store, 's');
		const row = { session: 's', thread: slackThread, turn: 'k', key: 'k/1/message' };
		await store.inbox.add('s', message('k'));
		await store.inbox.add('s', message('load'));
		await store.outbox.intend(row);
		await store.records.put('question', 's', 's/q', { state: 'open' });
		await store.records.put('stop', 's', 's/stop', {});
		let now = Date.UTC(2030, 0);
		const database = openDatabase(home.address, { wait: 1_000 });
		const step = createTidyStep(database, () => now);
		step();
		// The turn that waited for somebody ends just before all of it would be old.
		now += 89 * day;
		await store.outbox.sent('s', row.key, 'id');
		await store.records.put('question', 's', 's/q', { state: 'answered' });
		await store.records.put('stop', 's', 's/stop', {});
		await store.inbox.finish(lease, ['k']);
		await store.bindings.rebind(lease, { thread: slackThread, key: 'load' }, 'other');
		await store.leases.release(lease);
		step();
		now += 2 * day;
		step();
		expect(counts(home.address)).toMatchObject({ inbox: 2, outbox: 1, records: 2, leases: 1 });
		now += 91 * day;
		step();
		expect(counts(home.address)).toMatchObject({ inbox: 0, outbox: 0, records: 0, leases: 0 });
		database.close();
	});

	it('knows the key of what comes again for a month', async () => {
		await using home = await embeddedHome();
		await using store = await home.open();
		await turnOf(store, 's', 'k');
		let now = Date.UTC(2030, 0);
		const database = openDatabase(home.address, { wait: 1_000 });
		const step = createTidyStep(database, () => now);
		step();
		now += 29 * day;
		step();
		expect(await store.inbox.add('s', message('k'))).toBe('seen');
		now += 2 * day;
		step();
		expect(await store.inbox.add('s', message('k'))).toBe('stored');
		database.close();
	});

	it('keeps the sums of a hundred days, and those of who is forgotten until the day is over', async () => {
		await using home = await embeddedHome();
		await using store = await home.open();
		let now = Date.UTC(2030, 0);
		const database = openDatabase(home.address, { wait: 1_000 });
		const step = createTidyStep(database, () => now);
		const days = async () =>
			(await store.records.list('spent', 'person/x', z.looseObject({ id: z.string() }))).map(({ id }) => id);
		const seen: number[] = [];
		for (let at = 0; at < 400; at += 1) {
			const id = `person/x/${at}`;
			await store.records.put('spent', 'person/x', id, { id, ...(at % 2 === 1 && { forgotten: true }) });
			while (step());
			now += day;
			seen.push((await days()).length);
		}
		database.close();
		expect(Math.max(...seen)).toBeLessThan(60);
		expect((await days()).slice(-3)).toEqual(['person/x/397', 'person/x/398', 'person/x/399']);
	});
});
