import { readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../src/base/errors.ts';
import { silentLogger } from '../../src/base/log.ts';
import { openEmbeddedStore } from '../../src/store/embedded/embedded-store.ts';
import type { Step } from '../../src/store/journal.ts';
import { createReserve, type WithRoom } from '../../src/store/reserve.ts';
import { openSessions } from '../../src/store/session/session-folder.ts';
import type { OutboxRow, SessionFolder, Sessions } from '../../src/store/store.ts';
import { createTellingOutbox } from '../../src/store/telling-outbox.ts';
import { tempDir } from '../support/temp-dir.ts';
import { noSmallDisk, smallDisk } from './small-disk.ts';
import { embeddedHome, message, slackThread } from './store-home.ts';

const kib = 1024;
const row = (turn: string, step: string): Omit<OutboxRow, 'id'> => ({
	session: 's',
	thread: slackThread,
	turn,
	key: `${turn}/${step}`,
});

const notice = (text: string): Step => ({ type: 'notice', turn: 't', text });
const tool = 'tables/sum';
const sizeOf = (entry: unknown): number => JSON.stringify(entry).length + 1;

/** What a session keeps, by name. */
const keeping: readonly [what: string, keep: (folder: SessionFolder, text: string) => Promise<unknown>][] = [
	['an entry of the journal', ({ journal }, text) => journal.append({ session: 'local-a', token: 1 }, notice(text))],
	['a document', ({ documents }, text) => documents.write('current_history', { text })],
	['a version of a tool', ({ files }, text) => files.tools.add(tool, () => ({ 'tool.py': text }))],
];

describe.skipIf(noSmallDisk)('a full disk', () => {
	it('gives its reserve for telling, and has it again when there is room', async () => {
		await using disk = await smallDisk(8 * kib);
		const path = join(disk.path, 'reserve');
		using reserve = createReserve({ path, log: silentLogger, most: 512 * kib });
		await reserve.fill();
		expect((await stat(path)).blocks * 512).toBeGreaterThanOrEqual(512 * kib);
		expect(reserve.release()).toBe(false);
		await using store = openEmbeddedStore(join(disk.path, 'store.db'), { makeRoom: reserve.release });
		await store.inbox.add('s', message('before'));
		await disk.fill();
		for (let count = 0; count < 8; count += 1) {
			await store.inbox.add('s', message(`m${count}`, 'x'.repeat(1_000)));
			await store.outbox.intend(row(`t${count}`, '1/message'));
			await store.outbox.sent('s', `t${count}/1/message`, 'id');
		}
		await expect(stat(path)).rejects.toThrow(/ENOENT/);
		expect(await store.inbox.waiting('s')).toHaveLength(9);
		await reserve.fill();
		await expect(stat(path)).rejects.toThrow(/ENOENT/);
		await rm(join(disk.path, 'filler'));
		await reserve.fill();
		expect((await stat(path)).size).toBe(512 * kib);
	});

	it.each(keeping)('gives its reserve for %s that fits into what is left no more', async (_what, keep) => {
		await using disk = await smallDisk(8 * kib);
		const path = join(disk.path, 'reserve');
		using reserve = createReserve({ path, log: silentLogger, most: 512 * kib });
		await reserve.fill();
		await using sessions = openSessions(disk.path, { withRoom: reserve.withRoom });
		const folder = await sessions.open('local-a');
		const journal = join(disk.path, 'sessions', 'local-a', 'state', 'journal.jsonl');
		await folder.journal.append({ session: 'local-a', token: 1 }, notice('before'));
		const { size } = await stat(journal);
		await disk.fill(100);
		await keep(folder, 'x'.repeat(300 * kib));
		await expect(stat(path)).rejects.toThrow(/ENOENT/);
		// What was written in part is cut off.
		const entries = await folder.journal.after(0);
		expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
		expect((await stat(journal)).size - size).toBe(entries.length === 1 ? 0 : sizeOf(entries.at(-1)));
		await expect(keep(folder, 'x'.repeat(700 * kib))).rejects.toThrow(/the disk is full/);
	});

	it('without any reserve left refuses what it cannot keep, and still tells once', async () => {
		await using disk = await smallDisk(2 * kib);
		await using store = openEmbeddedStore(join(disk.path, 'store.db'));
		await disk.fill();
		const add = async () => {
			for (let count = 0; count < 500; count += 1) await store.inbox.add('s', message(`k${count}`, 'x'.repeat(5_000)));
		};
		await expect(add()).rejects.toThrow(ProblemError);
		await expect(store.outbox.intend(row('t', '1/message'))).rejects.toThrow(/the disk is full|input\/output/);
		const notice = row('in-k', '1/notice');
		expect(await store.outbox.intend(notice)).toEqual(notice);
		await store.outbox.sent('s', notice.key, 'posted');
		expect(await store.outbox.intend(notice)).toEqual({ ...notice, id: 'posted' });
		expect(await store.outbox.rows('s', 'in-k')).toEqual([{ ...notice, id: 'posted' }]);
		await rm(join(disk.path, 'filler'));
		expect(await store.inbox.add('s', message('later'))).toBe('stored');
	});
});

describe('createTellingOutbox()', () => {
	it('keeps on the disk what can be kept', async () => {
		await using home = await embeddedHome();
		await using store = await home.open();
		const outbox = createTellingOutbox(store.outbox);
		const notice = row('in-k', '1/notice');
		await outbox.intend(notice);
		await outbox.sent('s', notice.key, 'posted');
		await using again = await home.open();
		expect(await again.outbox.rows('s', 'in-k')).toEqual([{ ...notice, id: 'posted' }]);
	});
});

describe('createTellingOutbox(), where nothing can be kept', () => {
	it('remembers the newest thousand, and takes no offence at what it has forgotten', async () => {
		const full = async () => Promise.reject(new ProblemError('Cannot write: the disk is full', 'Make room'));
		const unknown = async () => Promise.reject(new Error('Cannot record it as sent: it was never intended'));
		const outbox = createTellingOutbox({ intend: full, sent: unknown, rows: async () => [], settle: full });
		const notices = Array.from({ length: 1_001 }, (_, count) => row(`in-${count}`, '1/notice'));
		for (const notice of notices) await outbox.intend(notice);
		for (const notice of notices) await outbox.sent('s', notice.key, 'posted');
		expect(await outbox.rows('s', 'in-0')).toEqual([]);
		expect(await outbox.rows('s', 'in-1000')).toEqual([{ ...notices.at(-1), id: 'posted' }]);
		await expect(outbox.sent('s', 'in-0/1/message', 'posted')).rejects.toThrow('never intended');
	});
});

describe('openSessions()', () => {
	it.each<[what: string, folder: string, open: (sessions: Sessions) => Promise<unknown>]>([
		['a session', 'sessions', (sessions) => sessions.open('local-a')],
		['a catalog', 'catalogs', (sessions) => sessions.catalog('local')],
	])('makes the folders of %s again when room was made', async (_what, name, open) => {
		await using dir = await tempDir();
		const inTheWay = join(dir.path, name);
		await writeFile(inTheWay, '');
		const withRoom: WithRoom = (write) => write().catch(() => rm(inTheWay).then(write));
		await using sessions = openSessions(dir.path, { withRoom });
		await open(sessions);
		expect((await stat(inTheWay)).isDirectory()).toBe(true);
	});
});

describe('createReserve()', () => {
	/** A write that fails with this code as often, and then resolves with how often it was begun. */
	const failing = (code: string, times: number) => {
		let begun = 0;
		return async () => {
			begun += 1;
			if (begun > times) return begun;
			throw new ProblemError('Cannot write', 'Mend it', { cause: Object.assign(new Error(code), { code }) });
		};
	};

	it('is given for a write that finds a quota used up, and for none that fails otherwise', async () => {
		await using dir = await tempDir();
		const path = join(dir.path, 'reserve');
		using reserve = createReserve({ path, log: silentLogger, most: 100 * kib });
		await reserve.fill();
		await expect(reserve.withRoom(failing('EIO', 1))).rejects.toThrow(ProblemError);
		// The disk has room: what is full is another.
		await expect(reserve.withRoom(failing('ENOSPC', 1))).rejects.toThrow(ProblemError);
		expect((await stat(path)).size).toBe(100 * kib);
		expect(await reserve.withRoom(failing('EDQUOT', 1))).toBe(2);
		await expect(stat(path)).rejects.toThrow(/ENOENT/);
		await expect(reserve.withRoom(failing('EDQUOT', 1))).rejects.toThrow(ProblemError);
	});

	it('is given once for all that were being written', async () => {
		await using dir = await tempDir();
		using reserve = createReserve({ path: join(dir.path, 'reserve'), log: silentLogger, most: 100 * kib });
		await reserve.fill();
		const other = Promise.withResolvers<void>();
		const fail = failing('EDQUOT', 1);
		const slow = reserve.withRoom(() => other.promise.then(fail));
		expect(await reserve.withRoom(failing('EDQUOT', 1))).toBe(2);
		other.resolve();
		expect(await slow).toBe(2);
	});

	it('takes a small part of a small disk, and none of one that has no room', async () => {
		await using dir = await tempDir();
		using reserve = createReserve({ path: join(dir.path, 'none', 'reserve'), log: silentLogger });
		await reserve.fill();
		expect(reserve.release()).toBe(false);
	});

	it('is written to its last byte, also where no whole number of blocks makes it', async () => {
		await using dir = await tempDir();
		const path = join(dir.path, 'reserve');
		using reserve = createReserve({ path, log: silentLogger, most: 100_001 });
		await reserve.fill();
		const { size, blocks } = await stat(path);
		expect(size).toBe(100_001);
		expect(blocks * 512).toBeGreaterThanOrEqual(size);
	});

	it('takes its room where a file system writes less for what repeats itself', async () => {
		await using dir = await tempDir();
		const path = join(dir.path, 'reserve');
		using reserve = createReserve({ path, log: silentLogger, most: 200 * kib });
		await reserve.fill();
		expect(deflateSync(await readFile(path)).length).toBeGreaterThan(190 * kib);
	});

	it('is written again where the writing ended half-way', async () => {
		await using dir = await tempDir();
		const path = join(dir.path, 'reserve');
		await writeFile(path, 'x'.repeat(50 * kib));
		using reserve = createReserve({ path, log: silentLogger, most: 100 * kib });
		await reserve.fill();
		expect((await stat(path)).size).toBe(100 * kib);
	});

	it('is written once by a process, whatever blocks a file system counts', async () => {
		await using dir = await tempDir();
		const path = join(dir.path, 'reserve');
		using reserve = createReserve({ path, log: silentLogger, most: 100 * kib });
		await reserve.fill();
		await truncate(path, 0);
		await truncate(path, 100 * kib);
		await reserve.fill();
		expect((await stat(path)).blocks).toBe(0);
		using another = createReserve({ path, log: silentLogger, most: 100 * kib });
		await another.fill();
		expect((await stat(path)).blocks * 512).toBeGreaterThanOrEqual(100 * kib);
	});
});
