import { expect, it } from 'vitest';
import { undoCompaction } from '../../../src/agent/compaction/undo.ts';
import { memorySession } from '../../support/memory-session.ts';
import { longPast, never, openCompaction, plain, sceneOf, turnOf } from './past.ts';

it('a summary that was cleared and brought back can be taken back, also behind a later one', async () => {
	const session = memorySession(longPast(8, 4_000));
	const compaction = openCompaction({ window: 16_384 });
	const scene = sceneOf(session);
	const first = session.history().messages;
	await compaction.now(undefined, scene, never);
	const summarized = session.history().messages;
	expect(summarized.length).toBeLessThan(first.length);
	await session.record({ type: 'cleared', backup: 'copy.json' });
	for (const nth of [90, 91, 92, 93])
		for (const step of turnOf(nth, { words: `Later ${nth}`, rounds: [['y'.repeat(4_000)]] }))
			await session.record(step);
	const second = session.history().messages;
	await compaction.now(undefined, scene, never);
	expect(session.history().messages.length).toBeLessThan(second.length);
	await session.record({ type: 'restored', messages: [...summarized] });
	expect(await undoCompaction(scene)).toBe(true);
	expect(plain(session.history().messages)).toEqual(plain([...summarized, ...second]));
	expect(await undoCompaction(scene)).toBe(true);
	expect(plain(session.history().messages)).toEqual(plain([...first, ...second]));
	expect(await undoCompaction(scene)).toBe(false);
});

it('nothing is taken back where the beginning of the journal is lost, as its places are others then', async () => {
	const session = memorySession(longPast(8, 4_000));
	const scene = sceneOf(session);
	await openCompaction({ window: 16_384 }).now(undefined, scene, never);
	const before = session.history().messages;
	const journal = { ...session.folder.journal, after: async () => session.entries.slice(6) };
	const damaged = { ...scene, session: { ...session, folder: { ...session.folder, journal } } };
	expect(await undoCompaction(damaged)).toBe(false);
	expect(session.history().messages).toBe(before);
});
