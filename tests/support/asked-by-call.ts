import type { Question } from '../../src/chat/question.ts';

/** That a tool call asks all who take part, in their thread: the fields of such a question. */
export function askedByCall(call: string, name = call): Pick<Question, 'name' | 'decides' | 'role' | 'policy'> {
	return { name, decides: { kind: 'call', call }, role: 'participant', policy: 'first-in-thread' };
}

/** Such a question of a session's turn, which nobody has answered yet. */
export function openQuestion(call: string, turn: string): Question {
	return {
		id: 'q1',
		session: 's',
		turn,
		...askedByCall(call),
		text: 'Install it?',
		answer: { kind: 'choices', choices: ['yes', 'no'] },
		whoMayAnswer: [],
		until: '2999-01-01T00:00:00Z',
		state: 'open',
	};
}
