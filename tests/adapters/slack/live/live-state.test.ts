import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveMemory } from '../../../../src/adapters/slack/live/live-content.ts';
import {
	answeringStream,
	currentPart,
	failed,
	type LivePhase,
	type LiveState,
	liveBegun,
	nextNumber,
	over,
	partsThere,
	streamEnded,
	withFed,
	withGone,
	withPart,
	woken,
} from '../../../../src/adapters/slack/live/live-state.ts';
import type { Stream } from '../../../../src/adapters/slack/live/stream.ts';

const streamOf = (ts: string): Stream => ({ ts, append: async () => {}, stop: async () => {} });

const phases: readonly LivePhase[] = ['quiet', 'showing', 'failed', 'over'];
const rank = ({ phase }: LiveState) => phases.indexOf(phase);
const streaming = ({ parts }: LiveState) => parts.filter(({ streams }) => streams);

/** One more message; `stream`: it is one. */
function begin(state: LiveState, stream: boolean): LiveState {
	const number = nextNumber(state);
	const ts = `${number}.0`;
	return withPart(state, { number, ts, stream: stream ? streamOf(ts) : undefined });
}

/** Whatever may come; as it really is, a message is begun when none streams. */
const change: fc.Arbitrary<(state: LiveState) => LiveState> = fc.oneof(
	fc.constant(woken),
	fc.constant(failed),
	fc.constant(over),
	fc.constant(streamEnded),
	fc.boolean().map((stream) => (state: LiveState) => (streaming(state).length === 0 ? begin(state, stream) : state)),
	fc
		.record({ reason: fc.constantFrom('over', 'page', 'died', 'stopped-by-person'), doubtful: fc.boolean() })
		.map((fed) => (state: LiveState) => withFed(state, fed)),
	fc.record({ number: fc.integer({ min: 1, max: 6 }), isGone: fc.boolean() }).map(
		({ number, isGone }) =>
			(state: LiveState) =>
				withGone(state, number, isGone),
	),
);

const memoryOf = (words: string, said = 0): Pick<LiveMemory, 'lines' | 'words' | 'size'> => ({
	lines: () => Array.from({ length: said }, () => ({ type: 'said', text: 'Looking' })),
	words: () => words,
	size: () => words.length,
});

describe('where the live messages of a turn stand in Slack', () => {
	it('keeps to its invariant, whatever comes', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 3 }), fc.array(change), (first, changes) => {
				let state = liveBegun(first);
				for (const next of changes) {
					const before = state;
					state = next(before);
					expect(rank(state)).toBeGreaterThanOrEqual(rank(before));
					expect(state.parts.map(({ number }) => number)).toEqual(state.parts.map((_, at) => first + at));
					expect(state.parts.length).toBeGreaterThanOrEqual(before.parts.length);
					expect(streaming(state).every((part) => part === state.parts.at(-1))).toBe(true);
					expect(state.isDoubtful || !before.isDoubtful).toBe(true);
				}
			}),
		);
	});

	it('changes no state that somebody holds', () => {
		fc.assert(
			fc.property(fc.array(change), change, (changes, last) => {
				const state = changes.reduce((now, next) => next(now), liveBegun(1));
				const copy = structuredClone({ ...state, parts: state.parts.map(({ stream, ...part }) => part) });
				last(state);
				expect({ ...state, parts: state.parts.map(({ stream, ...part }) => part) }).toEqual(copy);
			}),
		);
	});

	it('begins to show only what was quiet, and fails only while it shows', () => {
		expect(woken(liveBegun(1)).phase).toBe('showing');
		expect(woken(failed(woken(liveBegun(1)))).phase).toBe('failed');
		expect(failed(liveBegun(1)).phase).toBe('quiet');
		expect(failed(over(woken(liveBegun(1)))).phase).toBe('over');
	});

	it('leaves a stream open that goes on elsewhere or ends with the turn, and no other', () => {
		const state = begin(woken(liveBegun(1)), true);
		const isOpen = (reason: 'over' | 'page' | 'died' | 'stopped-by-person') =>
			currentPart(withFed(state, { reason, doubtful: false }))?.streams;
		expect([isOpen('over'), isOpen('page'), isOpen('died'), isOpen('stopped-by-person')]).toEqual([
			...[true, true, false, false],
		]);
		expect(currentPart(streamEnded(state))?.streams).toBe(false);
	});

	it('counts a message that was taken away, and shows new things in the one before', () => {
		const two = begin(streamEnded(begin(liveBegun(4), true)), false);
		const state = withGone(two, 5, true);
		expect(nextNumber(state)).toBe(6);
		expect(partsThere(state).map(({ number }) => number)).toEqual([4]);
		expect(currentPart(state)?.number).toBe(4);
		expect(currentPart(withGone(state, 5, false))?.number).toBe(5);
	});

	it('has one stream alone become the answer, which shows its words and nothing else for certain', () => {
		const state = begin(woken(liveBegun(1)), true);
		expect(answeringStream(state, memoryOf('Yes.'), 'Yes.')?.ts).toBe('1.0');
		expect(answeringStream(state, memoryOf('Yes'), 'Yes.')).toBeUndefined();
		expect(answeringStream(state, memoryOf('Yes.', 1), 'Yes.')).toBeUndefined();
		expect(answeringStream(state, { ...memoryOf('Yes.'), size: () => 9 }, 'Yes.')).toBeUndefined();
		const doubtful = withFed(state, { reason: 'over', doubtful: true });
		expect(answeringStream(doubtful, memoryOf('Yes.'), 'Yes.')).toBeUndefined();
		expect(answeringStream(begin(streamEnded(state), true), memoryOf('Yes.'), 'Yes.')).toBeUndefined();
		expect(answeringStream(begin(liveBegun(1), false), memoryOf('Yes.'), 'Yes.')).toBeUndefined();
		expect(answeringStream(liveBegun(1), memoryOf('Yes.'), 'Yes.')).toBeUndefined();
	});
});
