import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dropOldest } from '../../../src/agent/compaction/drop.ts';
import { part, standsForPast } from '../../../src/agent/compaction/shorten/keep.ts';
import { maskOld } from '../../../src/agent/compaction/shorten/mask.ts';
import { orphanIn } from '../../../src/agent/compaction/shorten/orphans.ts';
import { undoCompaction } from '../../../src/agent/compaction/undo.ts';
import { noQuirks } from '../../../src/agent/model/quirks/quirks.ts';
import { chatBody } from '../../../src/agent/model/wire/chat-body.ts';
import { applyEntry, emptyHistory, replaying } from '../../../src/agent/session/history.ts';
import { withPieces } from '../../../src/agent/session/past/compacted.ts';
import { fromSnapshot, toSnapshot } from '../../../src/agent/session/snapshot.ts';
import { checkChat } from '../../../src/demo/model-server/chat-grammar.ts';
import { type JournalEntry, type Message, snapshotSchema } from '../../../src/store/journal.ts';
import { memorySession } from '../../support/memory-session.ts';
import { never, openCompaction, plain, sceneOf, someTurns, turnOf } from './past.ts';

const runs = { numRuns: 40 };

/** What a server with each template would say to a history. */
function problemOf(messages: readonly Message[]): string | undefined {
	const body = chatBody('brain', { system: 'Be good', messages, tools: [] }, { quirks: noQuirks, extras: new Map() });
	return orphanIn(messages) ?? checkChat(JSON.parse(JSON.stringify(body)))?.message;
}

function foldOf(entries: readonly JournalEntry[]) {
	return entries.reduce(applyEntry, emptyHistory);
}

describe('a history that is cut', () => {
	it('keeps its grammar, its newest words and its newest group, wherever it is cut', () => {
		fc.assert(
			fc.property(someTurns, fc.nat(3_000), fc.nat(3_000), (turns, words, recent) => {
				const { messages } = memorySession(turns.flatMap((turn, nth) => turnOf(nth, turn))).history();
				const { kept } = part(messages, { words, recent });
				const left = withPieces(messages, { covers: { from: 0, to: messages.length }, result: [...kept] });
				expect(problemOf(left)).toBeUndefined();
				expect(left.at(-1)).toBe(messages.at(-1));
				const newest = messages.findLast(({ role }) => role === 'user');
				expect(left).toContain(newest);
			}),
			runs,
		);
	});

	it('keeps every message but for results, and these as lines that name their call, where results are cleared', () => {
		fc.assert(
			fc.property(someTurns, fc.nat(20_000), (turns, free) => {
				const { messages } = memorySession(turns.flatMap((turn, nth) => turnOf(nth, turn))).history();
				const masking = maskOld(messages, { free, least: 1 });
				if (!masking) return;
				const left = withPieces(messages, { covers: masking.covers, result: [...masking.result] });
				expect(problemOf(left)).toBeUndefined();
				expect(left).toHaveLength(messages.length);
				const changed = left.filter((message, at) => message !== messages[at]);
				for (const one of changed)
					expect(one).toMatchObject({ role: 'tool', text: expect.stringContaining('read_back') });
				const newest = messages.filter(({ role }) => role === 'tool').slice(-3);
				for (const one of newest) expect(left).toContain(one);
			}),
			runs,
		);
	});
});

/** Compacts a random past twice, with a random past between; one of both may be by leaving out. */
const twice = fc.record({
	before: someTurns,
	between: someTurns,
	drops: fc.tuple(fc.boolean(), fc.boolean()),
	undos: fc.nat(3),
});

async function play({ before, between, drops, undos }: typeof twice extends fc.Arbitrary<infer T> ? T : never) {
	const session = memorySession(before.flatMap((turn, nth) => turnOf(nth, turn)));
	const scene = sceneOf(session);
	const compaction = openCompaction();
	const once = async (drop: boolean) => {
		if (drop) await dropOldest('of a test', 0, await compaction.fill(scene, never), scene);
		else await compaction.now(undefined, scene, never);
	};
	const seen: (readonly string[])[] = [];
	await once(drops[0]);
	for (const [nth, turn] of between.entries())
		for (const step of turnOf(before.length + nth, turn)) await session.record(step);
	seen.push(plain(session.history().messages));
	await once(drops[1]);
	for (let nth = 0; nth < undos; nth += 1) await undoCompaction(scene);
	return { session, seen };
}

describe('compactions in a row', () => {
	it('keep the grammar at every step, and replay to the same state from every point', async () => {
		await fc.assert(
			fc.asyncProperty(twice, async (wish) => {
				const { session } = await play(wish);
				const whole = foldOf(session.entries);
				expect(plain(whole.messages)).toEqual(plain(session.history().messages));
				expect(session.entries.reduce(replaying(), emptyHistory)).toEqual(whole);
				for (const [at, { step }] of session.entries.entries()) {
					const begun = foldOf(session.entries.slice(0, at + 1));
					if (step.type === 'compacted' || step.type === 'compaction-undone')
						expect(problemOf(begun.messages)).toBeUndefined();
					if (begun.open) continue;
					const read = snapshotSchema.parse(JSON.parse(JSON.stringify(toSnapshot(begun))));
					const loaded = session.entries.slice(at + 1).reduce(applyEntry, fromSnapshot(read));
					expect({ ...loaded, taken: undefined }).toEqual({ ...whole, taken: undefined });
				}
			}),
			runs,
		);
	});

	it('are taken back one after the other, each to what stood there before it, with what was said since', async () => {
		await fc.assert(
			fc.asyncProperty(twice, async (wish) => {
				const { session, seen } = await play({ ...wish, undos: 0 });
				const scene = sceneOf(session);
				const made = session.entries.filter(({ step }) => step.type === 'compacted').length;
				const second = session.entries.at(-1)?.step.type === 'compacted';
				if (second) {
					expect(await undoCompaction(scene)).toBe(true);
					expect(plain(session.history().messages)).toEqual(seen[0]);
				}
				for (let nth = second ? 1 : 0; nth < made; nth += 1) expect(await undoCompaction(scene)).toBe(true);
				expect(await undoCompaction(scene)).toBe(false);
				const said = [...wish.before, ...wish.between].flatMap((turn, nth) => turnOf(nth, turn));
				expect(plain(session.history().messages)).toEqual(plain(memorySession(said).history().messages));
			}),
			runs,
		);
	});

	it('hold one text for the past at most, and put what there was of it into the next', async () => {
		await fc.assert(
			fc.asyncProperty(twice, async (wish) => {
				const { session } = await play({ ...wish, drops: [false, false], undos: 0 });
				expect(session.history().messages.filter(standsForPast).length).toBeLessThanOrEqual(1);
			}),
			runs,
		);
	});
});
