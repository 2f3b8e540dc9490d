import { describe, expect, it } from 'vitest';
import { createTurnBacklog, isAny, isForThread, type TurnEvent } from '../../../src/agent/turn/turn-events.ts';

function waitingOf(
	events: readonly TurnEvent[],
	isWanted: (event: TurnEvent) => event is TurnEvent = isAny,
): TurnEvent[] {
	const backlog = createTurnBacklog(isWanted);
	for (const event of events) backlog.push(event);
	const waiting: TurnEvent[] = [];
	for (let next = backlog.shift(); next; next = backlog.shift()) waiting.push(next);
	return waiting;
}

const text = (delta: string, step = 1): TurnEvent => ({ type: 'text', step, delta });
const thought = (delta: string, step = 1): TurnEvent => ({ type: 'reasoning', step, delta });
const output = (line: string): TurnEvent => ({ type: 'tool-output', callId: 'c', text: line });
const notice = (key: string): TurnEvent => ({ type: 'notice', key, text: key });

describe('createTurnBacklog()', () => {
	it('joins the words of a step that wait, though thoughts and output come between', () => {
		expect(waitingOf([text('a'), thought('x'), output('o'), text('b'), thought('y')])).toEqual([
			text('ab'),
			thought('xy'),
			output('o'),
		]);
	});

	it('joins no words of another step, nor over what is shown for good', () => {
		const events = [text('a'), notice('n'), text('b'), text('c', 2)];
		expect(waitingOf(events)).toEqual(events);
	});

	it('joins nothing to what was read', () => {
		const backlog = createTurnBacklog(isAny);
		const first = text('a');
		backlog.push(first);
		expect(backlog.shift()).toBe(first);
		backlog.push(text('b'));
		expect(backlog.shift()).toEqual(text('b'));
		expect(first).toEqual(text('a'));
	});

	it('holds 100 pieces of output at most, and takes new ones once it was read', () => {
		const flood = Array.from({ length: 10_000 }, (_, line) => output(`${line}`));
		expect(waitingOf(flood)).toEqual(flood.slice(0, 100));
		const backlog = createTurnBacklog(isAny);
		for (const piece of flood) backlog.push(piece);
		backlog.shift();
		backlog.push(output('new'));
		const rest = Array.from({ length: 100 }, () => backlog.shift());
		expect(rest.at(-1)).toEqual(output('new'));
	});

	it('loses no words and nothing with a key for a reader that does not read, and stays small', () => {
		const parts = Array.from({ length: 20_000 }, (_, at) => [text('w'), thought('t'), output(`${at}`)]).flat();
		const keyed = Array.from({ length: 50 }, (_, at) => notice(`n${at}`));
		const waiting = waitingOf([...parts, ...keyed]);
		expect(waiting).toHaveLength(2 + 100 + 50);
		expect(waiting[0]).toEqual(text('w'.repeat(20_000)));
		expect(waiting.slice(-50)).toEqual(keyed);
	});

	it('leaves out for a thread what only the log is told', () => {
		const trace: TurnEvent = { type: 'trace', entry: { event: 'model' } };
		expect(waitingOf([trace, text('a')])).toEqual([trace, text('a')]);
		expect(waitingOf([trace, text('a')], isForThread)).toEqual([text('a')]);
	});
});
