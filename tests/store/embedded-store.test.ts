import { rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { CorruptFileError, ProblemError } from '../../src/base/errors.ts';
import { silentLogger } from '../../src/base/log.ts';
import { openEmbeddedStore } from '../../src/store/embedded/embedded-store.ts';
import { tempDir } from '../support/temp-dir.ts';
import { noSmallDisk, smallDisk } from './small-disk.ts';
import { describeStore } from './store-contract.ts';
import { embeddedHome, leaseOf, message } from './store-home.ts';

describeStore('embedded store', embeddedHome);

describe('embedded store', () => {
	it('keeps its files from other users of the machine', async () => {
		await using home = await embeddedHome();
		await using store = await home.open();
		await store.inbox.add('s', message('k'));
		for (const end of ['', '-wal', '-shm']) expect((await stat(home.address + end)).mode & 0o777).toBe(0o600);
	});

	it('lets tokens grow over the loss of the file, so that journals go on', async () => {
		await using home = await embeddedHome();
		let now = 5000;
		const take = async () => {
			await using store = await home.open(() => now);
			return await leaseOf(store, 's', 'me');
		};
		const before = await take();
		for (const end of ['', '-wal', '-shm']) await rm(home.address + end, { force: true });
		now = 5001;
		expect((await take()).token).toBeGreaterThan(before.token);
	});

	it('says that another process keeps it locked', async () => {
		await using home = await embeddedHome();
		await using store = openEmbeddedStore(home.address, { wait: 10 });
		using locker = new DatabaseSync(home.address);
		locker.exec('BEGIN IMMEDIATE');
		const refused = store.inbox.add('s', message('k'));
		await expect(refused).rejects.toThrow(ProblemError);
		await expect(refused).rejects.toThrow(`Cannot use "${home.address}": another process keeps it locked`);
		locker.exec('ROLLBACK');
		expect(await store.inbox.add('s', message('k'))).toBe('stored');
	});

	it('names the file when it is no database, and leaves it alone', async () => {
		await using dir = await tempDir();
		const path = join(dir.path, 'store.db');
		const content =
			'not a database, but long enough to be taken for the header of one, which is 100 bytes of this and that';
		await writeFile(path, content);
		expect(() => openEmbeddedStore(path)).toThrow(CorruptFileError);
		expect((await stat(path)).size).toBe(content.length);
	});

	it('gives up a row that was changed by hand, keeps what stood in it, tells the log, and gives the others', async () => {
		await using home = await embeddedHome();
		const told: unknown[] = [];
		const log = { ...silentLogger, error: (_message: string, fields = {}) => void told.push(fields) };
		await using store = openEmbeddedStore(home.address, { log });
		for (const key of ['k', 'l']) await store.inbox.add('s', message(key));
		using editor = new DatabaseSync(home.address);
		editor.exec(`UPDATE inbox SET inbound = json_set(inbound, '$.person.name', 7) WHERE key = 'k'`);
		for (let count = 0; count < 2; count += 1)
			expect((await store.inbox.waiting('s')).map(({ key }) => key)).toEqual(['l']);
		expect(told).toMatchObject([{ err: { field: 'inbox "k": person.name' } }]);
		expect(editor.prepare('SELECT part, session, key FROM damaged').all()).toEqual([
			{ part: 'inbox', session: 's', key: 'k' },
		]);
		expect(await store.inbox.add('s', message('k'))).toBe('seen');
	});

	it.each(['$.type', '$.thread.platform'])(
		'leaves waiting what only a newer version knows by its %s',
		async (field) => {
			const platforms = ['terminal', 'slack', 'discord'];
			await using home = await embeddedHome();
			const told: unknown[] = [];
			const log = { ...silentLogger, error: (_message: string, fields = {}) => void told.push(fields) };
			await using store = openEmbeddedStore(home.address, { log, platforms });
			for (const key of ['k', 'l']) await store.inbox.add('s', message(key));
			using editor = new DatabaseSync(home.address);
			const original = editor.prepare(`SELECT inbound FROM inbox WHERE key = 'k'`).get()?.['inbound'] ?? null;
			editor.exec(`UPDATE inbox SET inbound = json_set(inbound, '${field}', 'hologram') WHERE key = 'k'`);
			expect(await store.inbox.amend('s', 'k', 'other words')).toBe(false);
			for (let count = 0; count < 2; count += 1)
				expect((await store.inbox.waiting('s')).map(({ key }) => key)).toEqual(['l']);
			expect(told).toHaveLength(1);
			expect(editor.prepare('SELECT * FROM damaged').all()).toEqual([]);
			editor.prepare(`UPDATE inbox SET inbound = ? WHERE key = 'k'`).run(original);
			expect((await store.inbox.waiting('s')).map(({ key }) => key)).toEqual(['k', 'l']);
		},
	);

	it('refuses a file of a newer version', async () => {
		await using home = await embeddedHome();
		await (await home.open())[Symbol.asyncDispose]();
		using editor = new DatabaseSync(home.address);
		editor.exec('PRAGMA user_version = 99');
		expect(() => openEmbeddedStore(home.address)).toThrow(/version 99/);
	});

	it('looks once at what the former version left unfinished, and at nothing else', async () => {
		await using home = await embeddedHome();
		const thread = { platform: 'slack', id: 'T1-C1-17.5' } as const;
		{
			await using store = await home.open();
			await store.inbox.add('waits', message('k'));
			await store.inbox.add('done', message('finished'));
			await store.inbox.finish(await leaseOf(store, 'done'), ['finished']);
			await store.outbox.intend({ session: 'unsaid', thread, turn: 't', key: 't/1/message' });
			await store.outbox.intend({ session: 'done', thread, turn: 't', key: 't/1/message' });
			await store.outbox.sent('done', 't/1/message', 'id');
			await store.records.put('question', 'asked', 'q', { state: 'open' });
			await store.records.put('question', 'done', 'old', { state: 'answered' });
		}
		using editor = new DatabaseSync(home.address);
		editor.exec('DROP TABLE due; DROP TABLE damaged; DROP INDEX outbox_open');
		for (const table of ['inbox', 'outbox', 'records', 'leases'])
			editor.exec(`DROP INDEX ${table}_seen; ALTER TABLE ${table} DROP COLUMN seen`);
		editor.exec('PRAGMA user_version = 1');
		await using store = await home.open();
		expect((await store.due.until(0, 9)).map(({ session, what }) => `${session} ${what}`).toSorted()).toEqual([
			'asked question',
			'unsaid work',
			'waits work',
		]);
	});

	it('says that the folder is missing', async () => {
		await using dir = await tempDir();
		expect(() => openEmbeddedStore(join(dir.path, 'none', 'store.db'))).toThrow(/none/);
	});

	it('says that the disk is full, and goes on when there is room again', async ({ skip }) => {
		skip(noSmallDisk !== undefined, noSmallDisk);
		await using disk = await smallDisk(512);
		await using store = openEmbeddedStore(join(disk.path, 'store.db'));
		await store.inbox.add('s', message('before'));
		await disk.fill();
		const refused = store.inbox.add('s', message('k', 'x'.repeat(100_000)));
		await expect(refused).rejects.toThrow(ProblemError);
		await expect(refused).rejects.toThrow(/full/);
		expect(await store.inbox.waiting('s')).toHaveLength(1);
		await rm(join(dirname(disk.path), 'disk', 'filler'));
		expect(await store.inbox.add('s', message('k'))).toBe('stored');
	});
});
