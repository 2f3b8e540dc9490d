import { expect, it } from 'vitest';
import { endParked } from '../../../src/agent/session/end-parked.ts';
import { applyEntry, emptyHistory } from '../../../src/agent/session/history.ts';
import type { Session } from '../../../src/agent/session/session.ts';
import { openEmbeddedStore } from '../../../src/store/embedded/embedded-store.ts';
import type { Step } from '../../../src/store/journal.ts';
import { call, entriesOf, steps } from '../../support/journal-entries.ts';
import { tempDir } from '../../support/temp-dir.ts';

const { taken, model, started, finished, parked } = steps;
const asks = [model('t1', 'Which?', [call('c2', 'ask_user')]), parked('t1', 'c2')];
const draws = [model('t1', 'Drawing', [call('c1')]), started('t1', 'c1'), finished('t1', 'c1')];

/** Ends the turn of these steps, and tells what was journaled. */
async function end(before: readonly Step[], outcome: 'failed' | 'stopped'): Promise<readonly Step[]> {
	await using dir = await tempDir();
	await using store = openEmbeddedStore(`${dir.path}/store.db`, { highestToken: async () => 0 });
	const journal = [...before];
	const session: Pick<Session, 'history' | 'record'> = {
		history: () => entriesOf(journal).reduce(applyEntry, emptyHistory),
		record: async (step) => void journal.push(step),
	};
	const how = outcome === 'failed' ? { outcome, reason: 'r' } : { outcome, stopped: [] };
	await endParked(session as Session, { why: 'w', outcome: how }, store.records);
	return journal.slice(before.length);
}

it('a turn that waits for an answer and fails leaves its files to a later one, and says so', async () => {
	const journaled = await end([taken('t1', 'draw'), ...draws, ...asks], 'failed');
	expect(journaled.map(({ type }) => type)).toEqual(['tool-finished', 'collected', 'ended']);
	expect(journaled[1]).toMatchObject({ refused: [{ name: '/outputs' }], rest: 'later' });
});

it.each([
	['that fails without having done anything', asks, 'failed'],
	['that is stopped', [...draws, ...asks], 'stopped'],
] as const)('a turn that waits for an answer %s leaves no files to others', async (_how, list, outcome) => {
	const journaled = await end([taken('t1', 'draw'), ...list], outcome);
	expect(journaled.map(({ type }) => type)).toEqual(['tool-finished', 'ended']);
});
