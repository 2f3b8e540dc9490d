import { z } from 'zod';
import type { ToolCall } from '../../store/journal.ts';
import { type AnswerShape, formFieldSchema, type Question } from '../../store/question.ts';
import { toolSpec } from '../tool.ts';

export const askUserArgs = z.strictObject({
	question: z.string().min(1).max(2000),
	choices: z.array(z.string().min(1).max(75)).min(2).max(10).optional().describe('To pick one of'),
	fields: z.array(formFieldSchema).min(1).max(5).optional().describe('A small form'),
});

/** The Brain's way to ask people. It has no `run`: a call of it parks the turn. */
export const askUserSpec = toolSpec('ask_user', 'Ask the people in the thread; waits for the answer.', askUserArgs);

/** The question that a checked call asks. Pure. */
export function questionOf(
	call: ToolCall,
	args: z.infer<typeof askUserArgs>,
	facts: { readonly session: string; readonly turn: string; readonly until: string },
): Question {
	const { session, turn, until } = facts;
	const id = `${session}/${call.id}`;
	return {
		id,
		session,
		turn,
		until,
		callId: call.id,
		text: args.question,
		answer: shapeOf(args),
		whoMayAnswer: [],
		state: 'open',
	};
}

function shapeOf({ choices, fields }: z.infer<typeof askUserArgs>): AnswerShape {
	if (fields) return { kind: 'form', fields };
	return choices ? { kind: 'choices', choices } : { kind: 'text' };
}

/** What the Brain is told of an answer; `null` is an expired question. Pure. */
export function answerText(value: unknown, person: string): string {
	if (value === null) return 'Nobody answered in time; go on without an answer or say what is missing.';
	return `${person} answered: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}
