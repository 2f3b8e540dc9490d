import type { Question } from '../../src/chat/question.ts';
import type { JournalEntry, Message, Step, ToolCall } from '../../src/store/journal.ts';
import { askedByCall } from './asked-by-call.ts';

/** Journal entries of steps, numbered from `first`. */
export function entriesOf(steps: readonly Step[], first = 1): JournalEntry[] {
	return steps.map((step, index) => ({ seq: first + index, at: '2026-01-01T00:00:00.000Z', lease: 1, step }));
}

export const noTools: readonly ToolCall[] = [];

export function call(id: string, name = 'bash'): ToolCall {
	return { id, name, arguments: '{}' };
}

/** The steps that tests begin, answer and end turns with. */
export const steps = {
	taken: (turn: string, text: string, refused: { name: string; reason: string }[] = []): Step => ({
		turn,
		type: 'taken',
		keys: [`key-${turn}-${text}`],
		thread: { platform: 'terminal', id: 'bench' },
		message: { role: 'user', text },
		placed: [],
		refused,
	}),
	model: (turn: string, text: string, calls: readonly ToolCall[] = noTools): Step => ({
		turn,
		type: 'model',
		message: { role: 'assistant', text, calls: [...calls] },
	}),
	started: (turn: string, callId: string, tool = 'bash'): Step => ({
		turn,
		type: 'tool-started',
		callId,
		tool,
		title: 'ls',
	}),
	finished: (turn: string, callId: string, text = 'exit code 0', ok = true): Step => ({
		turn,
		type: 'tool-finished',
		callId,
		ok,
		text,
		ms: 7,
	}),
	parked: (turn: string, callId: string): Step => ({ turn, type: 'parked', question: questionOn(turn, callId) }),
	ended: (turn: string): Step => ({ turn, type: 'ended', outcome: { outcome: 'done' } }),
	shown: (turn: string): Step => ({ turn, type: 'shown' }),
};

/** A question of a call, under a name of its own where that asks more than once. */
export function questionOn(turn: string, callId: string, whoMayAnswer: string[] = [], name = callId): Question {
	return {
		id: `s/${name}`,
		session: 's',
		turn,
		...askedByCall(callId, name),
		text: 'Which?',
		answer: { kind: 'text' },
		whoMayAnswer,
		until: '2026-01-02T00:00:00.000Z',
		state: 'open',
	};
}

export function textsOf(messages: readonly Message[]): string[] {
	return messages.map((message) => `${message.role}: ${message.text}`);
}
