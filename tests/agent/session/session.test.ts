import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEntry, emptyHistory, type History } from '../../../src/agent/session/history.ts';
import { type LoadedSession, loadSession, lookAtHistory } from '../../../src/agent/session/session.ts';
import type { JournalEntry, Step } from '../../../src/store/journal.ts';
import { openSessions } from '../../../src/store/session/session-folder.ts';
import { call, entriesOf, steps } from '../../support/journal-entries.ts';
import { tempDir } from '../../support/temp-dir.ts';

const { taken, model, started, finished, ended, shown } = steps;
const id = 'local-s';
const lease = { session: id, token: 1 };
/** Of this size two make a part that is worth closing. */
const filling = ' '.repeat(40_000);

function turn(name: string): readonly Step[] {
	const said = taken(name, `${name} said${filling}`);
	return [
		said,
		model(name, 'Looking', [call(name)]),
		started(name, name),
		finished(name, name),
		ended(name),
		shown(name),
	];
}

/** Loads the session as a process does that has just been started, and ends with it. */
async function withSession<T>(home: string, work: (session: LoadedSession) => Promise<T>): Promise<T> {
	await using sessions = openSessions(home);
	return await work(await loadSession(await sessions.open(id), lease));
}

async function recordAll(session: LoadedSession, list: readonly Step[]): Promise<void> {
	for (const step of list) await session.record(step);
}

/** A history but for the keys since its snapshot. */
function seen({ taken: _keys, ...rest }: History): Omit<History, 'taken'> {
	return rest;
}

function fold(entries: readonly JournalEntry[]): History {
	return entries.reduce(applyEntry, emptyHistory);
}

const stateOf = (home: string) => join(home, 'sessions', id, 'state');
const snapshotOf = (home: string) => join(stateOf(home), 'current_history.json');
const partsIn = async (home: string) => (await readdir(stateOf(home))).filter((name) => name.endsWith('.zst')).sort();

async function messagesIn(path: string): Promise<number> {
	return (JSON.parse(await readFile(path, 'utf8')) as { readonly messages: readonly unknown[] }).messages.length;
}

describe('a session', () => {
	const moves: Readonly<Record<string, (session: LoadedSession, name: string) => Promise<void>>> = {
		turn: (session, name) => recordAll(session, turn(name)),
		begin: (session, name) => recordAll(session, turn(name).slice(0, 3)),
		clear: (session) => session.record({ type: 'cleared', backup: 'b' }),
		rest: (session) => session.rest(),
		grown: (session) => session.rest('grown'),
		load: async () => {},
	};
	const whileOpen = ['rest', 'grown', 'load'];

	async function expectWhole({ folder, history }: LoadedSession): Promise<void> {
		const all = await folder.journal.after(0);
		expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => index + 1));
		expect(seen(history())).toEqual(seen(fold(all)));
		expect(seen(await lookAtHistory(folder))).toEqual(seen(fold(all)));
	}

	it('has the history that its whole journal tells, however it rested and was loaded', async () => {
		const names = fc.array(fc.constantFrom(...Object.keys(moves)), { maxLength: 9 });
		const property = fc.asyncProperty(names, async (list) => {
			await using dir = await tempDir();
			for (const [at, name] of list.entries())
				await withSession(dir.path, async (session) => {
					if (!session.history().open || whileOpen.includes(name)) await moves[name]?.(session, `t${at}`);
					await expectWhole(session);
				});
		});
		await fc.assert(property, { numRuns: 25 });
	});

	it('writes its snapshot where nothing is open, and once for what is new', async () => {
		await using dir = await tempDir();
		await withSession(dir.path, async (session) => {
			await recordAll(session, turn('t1').slice(0, 3));
			await session.rest();
			await expect(stat(snapshotOf(dir.path))).rejects.toThrow('ENOENT');
			await recordAll(session, turn('t1').slice(3));
			await session.rest();
			const { ino } = await stat(snapshotOf(dir.path));
			await session.rest();
			expect((await stat(snapshotOf(dir.path))).ino).toBe(ino);
		});
	});

	it('writes it after a turn where as much is new as it would hold, and closes what its journal has up to there', async () => {
		await using dir = await tempDir();
		const held: number[] = [];
		await withSession(dir.path, async (session) => {
			for (let nth = 1; nth <= 12; nth += 1) {
				await recordAll(session, turn(`t${nth}`));
				await session.rest('grown');
				held.push(await messagesIn(snapshotOf(dir.path)).catch(() => 0));
			}
		});
		// Three messages a turn, of 40,000 characters, which its key has once more.
		expect(held).toEqual([0, 6, 6, 12, 12, 12, 12, 24, 24, 24, 24, 24]);
		const parts = ['0000000001', '0000000012', '0000000024'];
		expect(await partsIn(dir.path)).toEqual(parts.map((from) => `journal-${from}.jsonl.zst`));
		expect((await readFile(join(stateOf(dir.path), 'journal.jsonl'), 'utf8')).split('\n')).toHaveLength(26);
	});

	it('writes it as soon as it has become shorter and nothing is open', async () => {
		await using dir = await tempDir();
		await withSession(dir.path, async (session) => {
			await recordAll(session, turn('t1'));
			await session.record({ type: 'cleared', backup: 'b' });
			await session.rest('grown');
			expect(await messagesIn(snapshotOf(dir.path))).toBe(0);
		});
	});

	it('is loaded from a folder of before, with one journal and a snapshot of each turn, and closes that', async () => {
		await using dir = await tempDir();
		await withSession(dir.path, (session) => recordAll(session, turn('t1')));
		const entries = entriesOf([...turn('t1'), ...turn('t2')]);
		const text = (list: readonly JournalEntry[]) => list.map((entry) => `${JSON.stringify(entry)}\n`).join('');
		await writeFile(join(stateOf(dir.path), 'journal.jsonl'), text(entries));
		const { messages } = fold(entries.slice(0, 6));
		const snapshot = { version: 1, seq: 6, messages, artifacts: {}, refused: [], notes: [], last: { outcome: 'done' } };
		await writeFile(snapshotOf(dir.path), JSON.stringify(snapshot));
		await withSession(dir.path, async (session) => {
			expect(seen(session.history())).toEqual(seen(fold(entries)));
			await session.rest();
		});
		expect(await partsIn(dir.path)).toHaveLength(1);
		await withSession(dir.path, async (session) => expect(seen(session.history())).toEqual(seen(fold(entries))));
	});
});

describe('a session with a damaged closed part', () => {
	async function damaged(home: string): Promise<void> {
		await withSession(home, async (session) => {
			for (const name of ['t1', 't2', 't3', 't4', 't5', 't6']) {
				await recordAll(session, turn(name));
				if (name === 't2' || name === 't4') await session.rest();
			}
		});
		const [first = '', second] = await partsIn(home);
		expect(second).toBeDefined();
		await writeFile(join(stateOf(home), first), 'damage');
	}

	it('is loaded as if nothing had happened', async () => {
		await using dir = await tempDir();
		await damaged(dir.path);
		await withSession(dir.path, async (session) => {
			expect(session.damage).toBeUndefined();
			expect(session.history().messages).toHaveLength(18);
		});
	});

	it('is made anew from what can be read where its snapshot is lost as well, says so once, and goes on', async () => {
		await using dir = await tempDir();
		await damaged(dir.path);
		await rm(snapshotOf(dir.path));
		await withSession(dir.path, async (session) => {
			expect(session.damage).toMatch(/^entry-\d+$/);
			expect(session.history().messages).toHaveLength(12);
			expect(session.history().notes.join()).toContain('The record of this session was damaged');
			await recordAll(session, turn('t7'));
		});
		await withSession(dir.path, async (session) => {
			expect(session.damage).toBeUndefined();
			expect(session.history().messages).toHaveLength(15);
		});
	});

	it('loses of it what cannot be read, and no more, when something is erased', async () => {
		await using dir = await tempDir();
		await damaged(dir.path);
		await withSession(dir.path, async (session) => {
			await session.folder.journal.rewrite(lease, (step) => step);
			const read = (await session.folder.journal.after(0)).map(({ step }) => ('turn' in step ? step.turn : ''));
			expect([...new Set(read)]).toEqual(expect.arrayContaining(['t3', 't4', 't5', 't6']));
			expect(session.history().messages).toHaveLength(18);
		});
	});
});
