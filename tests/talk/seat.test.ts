import { describe, expect, it } from 'vitest';
import type { Thread } from '../../src/chat/thread.ts';
import { pickSession, seatFor, unfinishedLines } from '../../src/talk/seat.ts';
import { contractQuestion } from '../adapters/adapter-contract.ts';

const thread = (id: string): Thread => ({ platform: 'terminal', id });
const session = (id: string) => ({ id, title: `About ${id}`, thread: thread(id), usedAt: '2026-11-28T09:30:00.000Z' });
const sessions = ['local-20261128-1', 'local-20261128-2', 'local-20261129-1'].map(session);

describe('pickSession()', () => {
	it.each([
		['local-20261128-2', 'local-20261128-2'],
		['local-20261129', 'local-20261129-1'],
	])('%s is %s', (wanted, id) => {
		expect(pickSession(wanted, sessions).id).toBe(id);
	});

	it.each([
		['nope', 'There is no session "nope"', ['local-20261128-1', 'local-20261129-1']],
		['local-20261128', '2 sessions begin with "local-20261128"', ['local-20261128-1', 'local-20261128-2']],
		['', 'There is no session ""', ['local-20261128-1']],
	])('%j is refused, with those that may be meant', (wanted, message, named) => {
		const pick = () => pickSession(wanted, sessions);
		expect(pick).toThrow(message);
		for (const id of named) expect(pick).toThrow(expect.objectContaining({ mend: expect.stringContaining(id) }));
	});
});

describe('seatFor()', () => {
	const depsWith = (bound: readonly (readonly [string, Thread])[]) => ({
		loadable: async () => sessions,
		store: {
			bindings: {
				sessionOf: async ({ id }: Thread) => bound.find(([, to]) => to.id === id)?.[0],
				threadsOf: async (wanted: string) => bound.flatMap(([id, to]) => (id === wanted ? [to] : [])),
			},
		},
	});

	it('gives each run a thread of its own', async () => {
		const { thread: first } = await seatFor(undefined, depsWith([]));
		const second = await seatFor(undefined, depsWith([['local-x', first]]));
		expect(second).toMatchObject({ loaded: undefined, isNew: true });
		expect(second.thread.id).not.toBe(first.id);
	});

	it.each([
		['its own thread', 'local-20261129-1', thread('local-20261129-1'), false],
		['the thread into which it was loaded last', 'local-20261128-1', thread('b'), false],
		['a new thread, where its own went on in another', 'local-20261128-2', undefined, true],
	])('goes on in %s', async (_where, load, expected, isNew) => {
		const bound = [
			['local-20261129-1', thread('a')],
			['local-20261129-1', thread('local-20261129-1')],
			['local-20261128-1', thread('a2')],
			['local-20261128-1', thread('b')],
		] as const;
		const seat = await seatFor(load, depsWith(bound));
		expect(seat).toMatchObject({ isNew, loaded: { id: load }, ...(expected && { thread: expected }) });
	});
});

describe('unfinishedLines()', () => {
	it('names the newest three, with what they wait for', () => {
		const unfinished = ['a', 'b', 'c', 'd'].map((id) => ({
			session: id,
			asks: id === 'd' ? { ...contractQuestion, text: 'Which\u001b[2J one?\nReally' } : undefined,
		}));
		expect(unfinishedLines(unfinished, new Map([['d', 'Sales']]))).toEqual([
			'1 more are unfinished.',
			'Unfinished: b  was cut off, and goes on now',
			'Unfinished: c  was cut off, and goes on now',
			'Unfinished: d  Sales  asks: Which one?',
			'--load <id> goes on with one.',
		]);
		expect(unfinishedLines([], new Map())).toEqual([]);
	});
});
