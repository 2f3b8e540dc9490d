import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	applyEntry,
	emptyHistory,
	type History,
	openQuestion,
	outcomeOf,
	replaying,
	unanswered,
} from '../../../src/agent/session/history.ts';
import { copying, type Growth, growingInPlace } from '../../../src/agent/session/past/growth.ts';
import { fromSnapshot, toSnapshot } from '../../../src/agent/session/snapshot.ts';
import { type JournalEntry, type Outcome, type Step, snapshotSchema } from '../../../src/store/journal.ts';
import { call, entriesOf, questionOn, steps, textsOf } from '../../support/journal-entries.ts';

const { taken, model, started, finished, parked, ended, shown } = steps;
const historyOf = (...list: Step[]): History => entriesOf(list).reduce(applyEntry, emptyHistory);
const artifact = (name: string, sha256: string) => ({ name, path: `/o/${name}`, size: 1, sha256: sha256.repeat(64) });
const end = (turn: string, outcome: Outcome): Step => ({ turn, type: 'ended', outcome });

describe('a history', () => {
	it('holds what was said and done, in the order of the journal', () => {
		const history = historyOf(
			taken('t1', 'sum this'),
			model('t1', 'Looking', [call('c1')]),
			started('t1', 'c1'),
			finished('t1', 'c1', '12'),
			model('t1', 'It is 12'),
			ended('t1'),
		);
		expect(textsOf(history.messages)).toEqual([
			'user: sum this',
			'assistant: Looking',
			'tool: 12',
			'assistant: It is 12',
		]);
		expect(history.seq).toBe(6);
		expect(history.open?.entries).toHaveLength(6);
		expect(outcomeOf(history)).toEqual({ outcome: 'done' });
	});

	it('closes a turn when all of it has been shown, and remembers how it ended', () => {
		const history = historyOf(taken('t1', 'a'), ended('t1'), shown('t1'));
		expect(history.open).toBeUndefined();
		expect(outcomeOf(history)).toBeUndefined();
		expect(history.last).toEqual({ outcome: 'done' });
		expect(history.taken).toEqual(new Set(['key-t1-a']));
	});

	it('keeps the newest hash of each artifact', () => {
		const collected = (turn: string, sha: string): Step => {
			return { turn, type: 'collected', artifacts: [artifact('a.csv', sha)], refused: [] };
		};
		const { artifacts } = historyOf(taken('t1', 'a'), collected('t1', 'a'), collected('t1', 'b'));
		expect([...artifacts]).toEqual([['a.csv', 'b'.repeat(64)]]);
	});

	it.each<[string, Step, RegExp]>([
		['a stop', end('t1', { outcome: 'stopped', stopped: ['sleep 9'] }), /stopped by a person/],
		['a failure', end('t1', { outcome: 'failed', reason: 'No disk' }), /failed: No disk/],
		[
			'a refused file',
			{ turn: 't1', type: 'collected', artifacts: [], refused: [{ name: 'x', reason: 'is a link' }] },
			/"x" was not handed over: it is a link\./,
		],
	])('notes %s for the Brain, until the next message is taken', (_what, step, note) => {
		const history = historyOf(taken('t1', 'a'), step);
		expect(history.notes).toEqual([expect.stringMatching(note)]);
		expect(entriesOf([taken('t1', 'b')], 3).reduce(applyEntry, history).notes).toEqual([]);
	});

	it('is empty after a clearing, but for its artifacts and its number', () => {
		const collected: Step = { turn: 't1', type: 'collected', artifacts: [artifact('a', 'a')], refused: [] };
		const history = historyOf(taken('t1', 'a'), collected, ended('t1'), shown('t1'), { type: 'cleared', backup: 'x' });
		expect(history).toMatchObject({ seq: 5, messages: [], notes: [] });
		expect(history.artifacts.size).toBe(1);
		expect(history.open).toBeUndefined();
	});

	it('refuses the step of a turn that was never taken', () => {
		expect(() => historyOf(model('t9', 'x'))).toThrow('Cannot replay journal entry 1: turn "t9" was never taken');
	});
});

describe('unanswered()', () => {
	it('names the calls of the newest model message without a result, in order', () => {
		const calls = [call('c1'), call('c2'), call('c3')];
		const begun = [taken('t1', 'a'), model('t1', '', [call('old')]), finished('t1', 'old'), model('t1', '', calls)];
		expect(unanswered(historyOf(...begun, finished('t1', 'c2'))).map(({ id }) => id)).toEqual(['c1', 'c3']);
		expect(unanswered(historyOf(...begun, finished('t1', 'c2'), finished('t1', 'c1'), finished('t1', 'c3')))).toEqual(
			[],
		);
	});

	it('is empty before the model has spoken', () => {
		expect(unanswered(emptyHistory)).toEqual([]);
		expect(unanswered(historyOf(taken('t1', 'a')))).toEqual([]);
	});
});

describe('openQuestion()', () => {
	const asked = [taken('t1', 'a'), model('t1', '', [call('c1', 'ask_user')]), parked('t1', 'c1')];

	it('is the question whose call has no answer yet', () => {
		expect(openQuestion(historyOf(...asked))).toEqual(questionOn('t1', 'c1'));
		expect(openQuestion(historyOf(...asked, finished('t1', 'c1', 'Ada answered: x')))).toBeUndefined();
	});

	it('is none when the turn has been ended', () => {
		expect(
			openQuestion(historyOf(...asked, finished('t1', 'c1', 'stopped'), ended('t1'), shown('t1'))),
		).toBeUndefined();
	});
});

/** A whole turn: taken, some calls, an answer, an end, shown. */
const wholeTurn = fc
	.record({
		calls: fc.array(fc.record({ text: fc.string(), ok: fc.boolean() }), { maxLength: 3 }),
		outcome: fc.oneof(
			fc.constant<Outcome>({ outcome: 'done' }),
			fc.record({ outcome: fc.constant('failed' as const), reason: fc.string() }),
			fc.record({ outcome: fc.constant('stopped' as const), stopped: fc.array(fc.string(), { maxLength: 2 }) }),
		),
		refused: fc.array(fc.record({ name: fc.string(), reason: fc.string() }), { maxLength: 2 }),
		artifacts: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
		rest: fc.constantFrom({}, { rest: 'later' as const }),
		cleared: fc.boolean(),
	})
	.map(({ calls, outcome, refused, artifacts, rest, cleared }) => (turn: string): Step[] => {
		const ids = calls.map((_one, index) => `${turn}c${index}`);
		return [
			taken(turn, 'go'),
			model(
				turn,
				'hm',
				ids.map((id) => call(id)),
			),
			...calls.map(({ text, ok }, index) => finished(turn, ids[index] ?? '', text, ok)),
			{ turn, type: 'collected', artifacts: artifacts.map((sha) => artifact(`${sha}.txt`, sha)), refused, ...rest },
			end(turn, outcome),
			shown(turn),
			...(cleared ? [{ type: 'cleared', backup: 'b' } as const] : []),
		];
	});

const journal = fc
	.array(wholeTurn, { minLength: 1, maxLength: 5 })
	.map((turns) => entriesOf(turns.flatMap((turn, index) => turn(`t${index}`))));

describe('a snapshot', () => {
	const isBoundary = ({ step }: JournalEntry) => step.type === 'shown' || step.type === 'cleared';

	it('taken between turns, and the entries after it, make the same history as the whole journal', () => {
		fc.assert(
			fc.property(journal, fc.nat(), (entries, pick) => {
				const boundaries = entries.filter(isBoundary);
				const at = boundaries[pick % boundaries.length]?.seq ?? 0;
				const snapshot = toSnapshot(entries.slice(0, at).reduce(applyEntry, emptyHistory));
				// As it comes back from the disk.
				const read = snapshotSchema.parse(JSON.parse(JSON.stringify(snapshot)));
				const loaded = entries.slice(at).reduce(applyEntry, fromSnapshot(read));
				const whole = entries.reduce(applyEntry, emptyHistory);
				expect({ ...loaded, taken: undefined }).toEqual({ ...whole, taken: undefined });
			}),
		);
	});
});

describe('a replay', () => {
	it('comes to what one step after the other does, and changes nothing that it begins with', () => {
		fc.assert(
			fc.property(journal, fc.nat(), (entries, pick) => {
				const at = pick % entries.length;
				const start = entries.slice(0, at).reduce(applyEntry, emptyHistory);
				const before = structuredClone(start);
				expect(entries.slice(at).reduce(replaying(), start)).toEqual(entries.reduce(applyEntry, emptyHistory));
				expect(start).toEqual(before);
			}),
		);
	});

	it('of many turns copies no more for each of them than of a few', () => {
		const copiedBy = (turns: number) => {
			let copied = 0;
			const counting: Growth = {
				list(list, added) {
					copied += list.length;
					return copying.list(list, added);
				},
				set(set, added) {
					copied += set.size;
					return copying.set(set, added);
				},
				map(map, added) {
					copied += map.size;
					return copying.map(map, added);
				},
			};
			const said = Array.from({ length: turns }, (_, nth) => `t${nth}`).flatMap((turn) => [
				...[taken(turn, 'a'), model(turn, 'b', [call('c1')]), finished(turn, 'c1'), model(turn, 'd')],
				...[end(turn, { outcome: 'failed', reason: 'x' }), shown(turn)],
			]);
			entriesOf(said).reduce(replaying(growingInPlace(counting)), emptyHistory);
			return copied / turns;
		};
		expect(copiedBy(1_000)).toBeLessThanOrEqual(copiedBy(10));
	});
});

describe('the messages of ended turns', () => {
	it('are whole: every call has one result, after it', () => {
		fc.assert(
			fc.property(journal, (entries) => {
				const { messages } = entries.reduce(applyEntry, emptyHistory);
				const ids = messages.flatMap((message) => {
					if (message.role === 'assistant') return message.calls.map(({ id }) => `call ${id}`);
					return message.role === 'tool' ? [`result ${message.callId}`] : [];
				});
				const calls = ids.filter((id) => id.startsWith('call'));
				for (const id of calls) expect(ids.indexOf(id)).toBeLessThan(ids.indexOf(id.replace('call', 'result')));
				expect(new Set(ids).size).toBe(ids.length);
				expect(ids).toHaveLength(2 * calls.length);
			}),
		);
	});
});

it('remembers the newest thousand refusals, however many names a sandbox makes up', () => {
	const refuse = (turn: number): Step => ({
		turn: 't1',
		type: 'collected',
		artifacts: [],
		refused: Array.from({ length: 51 }, (_, at) => ({ name: `${turn}-${at}`, reason: 'is a link' })),
	});
	const { refused } = historyOf(taken('t1', 'go'), ...Array.from({ length: 30 }, (_, turn) => refuse(turn)));
	expect(refused.size).toBe(1_000);
	expect(refused).toContain('29-50: is a link');
	expect(refused).not.toContain('0-0: is a link');
});
