import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Act, advance, flush } from '../../../src/adapters/present/advance.ts';
import {
	type HeldEvent,
	type TurnState,
	turnBegun,
	withBar,
	withEnd,
	withLast,
	withShown,
	withUnsaidFile,
} from '../../../src/adapters/present/turn-state.ts';
import type { AgentEvent } from '../../../src/chat/events.ts';
import { turnEvents } from './turn-events.ts';

interface Step {
	readonly event: AgentEvent;
	readonly before: TurnState;
	readonly state: TurnState;
	readonly acts: readonly Act[];
}

/** Takes a turn through its events; its end is shown at once. */
function stepsOf(events: readonly AgentEvent[], isTurn: boolean): readonly Step[] {
	const steps: Step[] = [];
	for (const event of events) {
		const before = steps.at(-1)?.state ?? turnBegun(undefined);
		const next = advance(before, event, isTurn);
		const state = event.type === 'turn-ended' ? withEnd(next.state, true) : next.state;
		steps.push({ event, before, state, acts: next.acts });
	}
	return steps;
}

/** Looks at each step of any turn, and of any answer to a command. */
function always(look: (step: Step) => void): void {
	fc.assert(fc.property(turnEvents, fc.boolean(), (events, isTurn) => stepsOf(events, isTurn).forEach(look)));
}

const phases: readonly TurnState['phase'][] = ['working', 'answered', 'ended'];
const rank = ({ phase }: TurnState) => phases.indexOf(phase);
const showsHeld = ({ does }: Act) => does === 'hand-over' || does === 'tell-together';
const heldIn = (act: Act): HeldEvent[] =>
	act.does === 'hand-over' ? [...act.artifacts] : act.does === 'tell-together' ? [...act.notices] : [];

describe('how far the showing of a turn has come', () => {
	it('goes forward only', () => {
		always(({ before, state }) => expect(rank(state)).toBeGreaterThanOrEqual(rank(before)));
	});

	it('holds events of one type', () => {
		always(({ state }) => expect(new Set(state.held.map(({ type }) => type)).size).toBeLessThanOrEqual(1));
	});

	it('shows what is held before anything else, and nothing after it is held', () => {
		always(({ event, before, state, acts }) => {
			const [first] = acts;
			if (first && before.held.length > 0) expect(heldIn(first)).toEqual(before.held);
			expect(acts.slice(1).some(showsHeld)).toBe(false);
			if (!isHeld(event, acts)) expect(state.held).toEqual([]);
		});
	});

	it('loses nothing that is held, and shows nothing twice, in the order of what came', () => {
		fc.assert(
			fc.property(turnEvents, fc.boolean(), (events, isTurn) => {
				const steps = stepsOf(events, isTurn);
				const shown = steps.flatMap(({ acts }) => acts.flatMap(heldIn));
				const rest = flush(steps.at(-1)?.state ?? turnBegun(undefined)).acts.flatMap(heldIn);
				const held = steps.flatMap(({ event, acts }) => (isHeld(event, acts) ? [event] : []));
				expect([...shown, ...rest]).toEqual(held);
			}),
		);
	});

	it('knows the calls that were begun', () => {
		always(({ event, state, before }) => {
			if (event.type === 'tool-started') expect(state.calls.get(event.callId)).toMatchObject({ title: event.title });
			expect([...state.calls.keys()]).toEqual(expect.arrayContaining([...before.calls.keys()]));
		});
	});

	it('changes no state that somebody holds', () => {
		fc.assert(
			fc.property(turnEvents, fc.boolean(), (events, isTurn) => {
				const steps = stepsOf(events, isTurn);
				const copies = steps.map(({ state }) => structuredClone(state));
				for (const { state } of steps) for (const event of events) advance(state, event, isTurn);
				expect(steps.map(({ state }) => state)).toEqual(copies);
			}),
		);
	});

	it('goes back only where the end could not be shown', () => {
		const ended = withEnd(turnBegun(undefined), true);
		expect(ended.phase).toBe('ended');
		expect(withEnd(ended, false).phase).toBe('answered');
	});

	it('knows the newest thing, and what an earlier process has shown for good', () => {
		const state = withShown(withShown(turnBegun(undefined), '1', false), '2', true);
		expect(state).toMatchObject({ last: '2', kept: ['1'] });
		expect(withLast(state, '1').last).toBe('1');
		expect(withLast(state, undefined).last).toBe('2');
	});

	it('keeps why the thread takes nothing, and the files that were not handed over', () => {
		const barred = withBar(turnBegun(undefined), 'gone');
		expect(withUnsaidFile(withUnsaidFile(barred, 'a'), 'b').barred).toEqual({ why: 'gone', files: ['a', 'b'] });
		expect(withUnsaidFile(turnBegun(undefined), 'a').barred).toBeUndefined();
	});
});

/** Whether nothing was done for the event itself, and it waits for those that follow it. */
function isHeld(event: AgentEvent, acts: readonly Act[]): boolean {
	if (event.type === 'artifact') return true;
	return event.type === 'notice' && acts.every(showsHeld);
}
