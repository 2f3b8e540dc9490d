import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	ending,
	endOf,
	formRefused,
	givenUp,
	type LiveEnd,
	type LivePhase,
	type LiveState,
	liveBegun,
	over,
	paused,
	postedAs,
	showed,
	turnedOver,
	woken,
} from '../../../../src/adapters/present/live/live-state.ts';
import { PlatformAwayError } from '../../../../src/base/errors.ts';

const mostLate = 3;
const part = (number: number, id?: string) => ({ number, id, isLeft: false });
const end = (footer: string): LiveEnd => ({ footer, after: Promise.resolve() });

const phases: readonly LivePhase['kind'][] = ['quiet', 'showing', 'barred', 'ending', 'over'];
const rank = ({ phase }: LiveState) => phases.indexOf(phase.kind);

const change: fc.Arbitrary<(state: LiveState) => LiveState> = fc.oneof(
	fc.constant(woken),
	fc.constant(formRefused),
	fc.string().map((footer) => (state: LiveState) => ending(state, end(footer))),
	fc.string().map((failure) => (state: LiveState) => over(state, failure)),
	fc.string().map((id) => (state: LiveState) => postedAs(state, id)),
	fc.nat().map((until) => (state: LiveState) => paused(state, until, mostLate)),
	fc.nat().map((at) => (state: LiveState) => showed(state, { at, version: at, pauseMs: 50 })),
	fc.nat().map((number) => (state: LiveState) => turnedOver(state, part(number))),
	fc.boolean().map((wasLast) => (state: LiveState) => givenUp(state, wasLast)),
);

const begunAnd = (changes: readonly ((state: LiveState) => LiveState)[]) =>
	changes.reduce((state, next) => next(state), liveBegun(part(1)));

describe('where a live message stands', () => {
	it('goes through its phases forward only, whatever comes', () => {
		fc.assert(
			fc.property(fc.array(change), change, (changes, next) => {
				const before = begunAnd(changes);
				expect(rank(next(before))).toBeGreaterThanOrEqual(rank(before));
			}),
		);
	});

	it('keeps its first end, and why it was over', () => {
		fc.assert(
			fc.property(fc.array(change), fc.array(change), (changes, more) => {
				const ended = ending(begunAnd(changes), end('the first'));
				const later = more.reduce((state, next) => next(state), ended);
				if (endOf(later)) expect(endOf(later)).toBe(endOf(ended));
				if (ended.phase.kind === 'over') expect(later.phase).toBe(ended.phase);
			}),
		);
	});

	it('is over after too many tries of its last form, because the platform was away', () => {
		const away = new PlatformAwayError('terminal', 'Away');
		let state: LiveState = { ...ending(liveBegun(part(1)), end('')), away };
		for (let late = 1; late <= mostLate; late += 1) {
			state = paused(state, late, mostLate);
			expect(state).toMatchObject({ phase: { kind: 'ending', late }, pause: { until: late, isFirm: true } });
		}
		expect(paused(state, 9, mostLate).phase).toEqual({ kind: 'over', failure: away });
	});

	it('waits as often as it must while it does not end', () => {
		const state = [1, 2, 3, 4, 5].reduce((now, until) => paused(now, until, mostLate), woken(liveBegun(part(1))));
		expect(state).toMatchObject({ phase: { kind: 'showing' }, pause: { until: 5, isFirm: true } });
	});

	it('has reached the platform once it shows something', () => {
		const away = new PlatformAwayError('terminal', 'Away');
		const state = { ...liveBegun(part(1)), away };
		expect(postedAs(state, '7')).toMatchObject({ away: undefined, part: { number: 1, id: '7' } });
		const seen = showed(state, { at: 100, version: 3, pauseMs: 50 });
		expect(seen).toMatchObject({
			away: undefined,
			shown: { at: 100, version: 3 },
			pause: { until: 150, isFirm: false },
		});
	});

	it('takes nothing but its last form once it was given up, and none without a message or after that', () => {
		const there = postedAs(woken(liveBegun(part(1))), '7');
		expect(givenUp(there, false).phase.kind).toBe('barred');
		expect(woken(givenUp(there, false)).phase.kind).toBe('barred');
		expect(ending(givenUp(there, false), end('')).phase.kind).toBe('ending');
		expect(givenUp(ending(there, end('')), false).phase.kind).toBe('ending');
		expect(givenUp(there, true).phase.kind).toBe('over');
		expect(givenUp(woken(liveBegun(part(1))), false).phase.kind).toBe('over');
		expect(givenUp(over(there), false).phase.kind).toBe('over');
	});
});
