import type { Question } from '../../src/chat/question.ts';

/** That a tool call asks all who take part, in their thread: the fields of such a question. */
export function askedByCall(call: string, name = call): Pick<Question, 'name' | 'decides' | 'role' | 'policy'> {
	return { name, decides: { kind: 'call', call }, role: 'participant', policy: 'first-in-thread' };
}
