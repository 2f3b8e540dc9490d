import fc from 'fast-check';
import type { AgentEvent } from '../../../src/chat/events.ts';
import type { Question } from '../../../src/chat/question.ts';
import { askedByCall } from '../../support/asked-by-call.ts';

const question: Question = {
	...askedByCall('c1'),
	...{ id: 'q1', session: 's', turn: 't', text: 'Which region?', answer: { kind: 'text' }, whoMayAnswer: [] },
	...{ until: '2030-01-01T00:00:00.000Z', state: 'open' },
};
const ada = { id: 'ada', name: 'Ada' };

/** Any event but a turn's beginning and end; `key` is unique in the turn. */
function eventUnder(key: string): fc.Arbitrary<AgentEvent> {
	const events: readonly AgentEvent[] = [
		{ type: 'taken', of: [key], by: ada, files: [{ name: 'in.csv', size: 1 }] },
		{ type: 'text', step: 1, delta: 'Let me' },
		{ type: 'message', key, step: 1, text: 'Let me look', final: false },
		{ type: 'message', key, step: 2, text: 'It is 7.', final: true },
		{ type: 'tool-started', key, callId: 'c1', tool: 'bash', title: 'ls' },
		{ type: 'tool-finished', key, callId: 'c1', ok: true, summary: 'exit code 0', ms: 3 },
		{ type: 'artifact', key, name: `${key}.txt`, size: 1, sha256: '', text: 'x' },
		{ type: 'artifact', key, name: `${key}.csv`, size: 1, sha256: '', text: 'x' },
		{ type: 'notice', key, text: 'Refused: in.csv' },
		{ type: 'notice', key, text: 'psst', to: ada },
		{ type: 'question', key, question },
		{ type: 'question-closed', key, question, text: 'Ada answered: north' },
	];
	return fc.constantFrom(...events);
}

/** The events of a turn, or of its beginning, in any order. */
export const turnEvents: fc.Arbitrary<readonly AgentEvent[]> = fc
	.tuple(fc.nat({ max: 12 }), fc.boolean())
	.chain(([length, ends]) => {
		const events = Array.from({ length }, (_, at) => eventUnder(`t/${at}`));
		const end: AgentEvent = { type: 'turn-ended', key: 't/end', turn: 't', outcome: 'failed', reason: 'No model' };
		return fc.tuple(...events).map((list) => (ends ? [...list, end] : list));
	});
