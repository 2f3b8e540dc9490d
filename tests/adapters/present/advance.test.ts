import { describe, expect, it } from 'vitest';
import { type Act, advance, flush } from '../../../src/adapters/present/advance.ts';
import { type TurnState, turnBegun } from '../../../src/adapters/present/turn-state.ts';
import type { AgentEvent } from '../../../src/chat/events.ts';
import { askedByCall, openQuestion } from '../../support/asked-by-call.ts';

/** All that is to be done for these events, and where that leaves the turn. */
function told(events: readonly AgentEvent[], isTurn = true): { readonly state: TurnState; readonly acts: Act[] } {
	let state = turnBegun(undefined);
	const acts: Act[] = [];
	for (const event of events) {
		const next = advance(state, event, isTurn);
		state = next.state;
		acts.push(...next.acts);
	}
	return { state, acts };
}

const artifact = (name: string): AgentEvent => ({
	...{ type: 'artifact', key: name, name, size: 1, sha256: '' },
});
const notice = (text: string): AgentEvent => ({ type: 'notice', key: text, text });
const answer: AgentEvent = { type: 'message', key: 'm', step: 1, text: 'Yes.', final: true };
const started: AgentEvent = { type: 'tool-started', key: 's', callId: 'c1', tool: 'bash', title: 'ls' };
const finished: AgentEvent = { type: 'tool-finished', key: 'f', callId: 'c1', ok: false, summary: 'no', ms: 3 };
const asked = openQuestion('c1', 't');
const ended: AgentEvent = { type: 'turn-ended', key: 'e', turn: 't', outcome: 'done' };

describe('what is to be done for an event of a turn', () => {
	it('hands files over together, before anything else is shown', () => {
		const held = told([artifact('a'), artifact('b')]);
		expect(held.acts).toEqual([]);
		expect(held.state.held).toHaveLength(2);
		const { acts, state } = told([artifact('a'), artifact('b'), ended]);
		expect(acts.map(({ does }) => does)).toEqual(['hand-over', 'end']);
		expect(acts[0]).toMatchObject({ artifacts: [{ name: 'a' }, { name: 'b' }] });
		expect(state.held).toEqual([]);
	});

	it('makes a notice a line while the turn works, and holds it when the answer is there', () => {
		expect(told([notice('one')]).acts).toMatchObject([{ does: 'line', line: { type: 'notice', text: 'one' } }]);
		const { acts, state } = told([answer, notice('one'), notice('two')]);
		expect(acts.map(({ does }) => does)).toEqual(['answer']);
		expect(flush(state).acts).toMatchObject([{ does: 'tell-together', notices: [{ text: 'one' }, { text: 'two' }] }]);
	});

	it('shows what is held of one kind before it holds another', () => {
		const { acts, state } = told([answer, artifact('a'), notice('one')]);
		expect(acts.map(({ does }) => does)).toEqual(['answer', 'hand-over']);
		expect(state.held).toMatchObject([{ type: 'notice' }]);
	});

	it('tells a notice that is for one person, or answers a command, as it comes', () => {
		const to = { id: 'local', name: 'Ada' };
		expect(told([answer, { type: 'notice', key: 'n', text: 'psst', to }]).acts[1]).toMatchObject({ does: 'tell' });
		expect(told([notice('done')], false).acts).toMatchObject([{ does: 'tell' }]);
	});

	it('shows that it waits as one line, whose words change with its place', () => {
		const standing = { place: 2, of: 5, why: '8 of 8 turns run' };
		const { acts } = told([
			{ type: 'queued', for: 'turn', standing },
			{ type: 'queued', for: 'turn' },
		]);
		expect(acts).toMatchObject([
			{
				does: 'line',
				line: { tool: 'Waits for its turn', title: '2nd of 5 in line; 8 of 8 turns run', state: 'running' },
			},
			{ does: 'line', line: { callId: 'queued-turn', tool: 'Waited for its turn', state: 'ok' } },
		]);
	});

	it('names a call at its end, and once more when one that asked ends again', () => {
		const { acts, state } = told([started, finished, { ...finished, key: 'f2' }]);
		const line = { tool: 'bash', title: 'ls', state: 'failed' };
		expect(acts.slice(1)).toMatchObject([{ line }, { line }]);
		expect(state.usedTools).toBe(true);
	});

	it("shows that a call has asked, above what it asks, and of a question that is no call's nothing more", () => {
		const { acts } = told([started, { type: 'question', key: 'q', question: asked }]);
		expect(acts.slice(1)).toMatchObject([
			{ does: 'line', line: { type: 'tool', callId: 'c1', tool: 'bash', title: 'ls', state: 'asked' } },
			{ does: 'ask', key: 'q' },
		]);
		const other = told([started, { type: 'question', key: 'q', question: { ...asked, ...askedByCall('c2') } }]);
		expect(other.acts.slice(1)).toMatchObject([{ does: 'ask' }]);
	});

	it('knows whose turn it is by what was taken first', () => {
		const taken = (of: string, id: string): AgentEvent => ({
			type: 'taken',
			of: [of],
			by: { id, name: id },
			files: [],
		});
		const { state } = told([taken('1', 'ada'), taken('2', 'bo')]);
		expect(state).toMatchObject({ asked: ['1'], by: { id: 'ada' } });
	});
});
