import { z } from 'zod';
import { shorten } from '../../base/shorten.ts';
import { type AnswerShape, formFieldSchema, type Question } from '../../chat/question.ts';
import type { Step, ToolCall } from '../../store/journal.ts';
import { type ToolQuestion, toolSpec } from '../tool.ts';

export const askUserArgs = z.strictObject({
	question: z.string().min(1).max(2000),
	choices: z.array(z.string().min(1).max(75)).min(2).max(10).optional().describe('To pick one of'),
	fields: z.array(z.strictObject(formFieldSchema.shape)).min(1).max(5).optional().describe('A small form'),
});

/** The Brain's way to ask people. It has no `run`: a call of it parks the turn. */
export const askUserSpec = toolSpec('ask_user', 'Ask the people in the thread; waits for the answer.', askUserArgs);

/** Where a question is asked, and until when (ISO 8601). */
export type QuestionFacts = Pick<Question, 'session' | 'turn' | 'until' | 'thread' | 'askedFor' | 'directly'>;

/** The question that a checked call asks. Pure. */
export function questionOf(call: ToolCall, args: z.infer<typeof askUserArgs>, facts: QuestionFacts): Question {
	const id = `${facts.session}/${call.id}`;
	return {
		...facts,
		id,
		callId: call.id,
		text: args.question,
		answer: shapeOf(args),
		whoMayAnswer: [],
		state: 'open',
	};
}

/** The question of a tool that goes on with the answer; a call may ask several times. Pure. */
export function resumingQuestion(
	call: ToolCall,
	{ text, answer, role, file }: ToolQuestion['ask'],
	facts: QuestionFacts,
	steps: readonly Step[],
): Question {
	const before = steps.filter((step) => step.type === 'parked' && step.question.resumes === call.id).length;
	const callId = `${call.id}q${before + 1}`;
	const id = `${facts.session}/${callId}`;
	const question = { ...facts, id, callId, resumes: call.id, text, answer, whoMayAnswer: [], state: 'open' as const };
	return { ...question, ...(role && { role }), ...(facts.directly && file && { file }) };
}

function shapeOf({ choices, fields }: z.infer<typeof askUserArgs>): AnswerShape {
	if (fields) return { kind: 'form', fields };
	return choices ? { kind: 'choices', choices } : { kind: 'text' };
}

/** What the thread is told instead of the question. */
export const askedDirectly =
	'An admin has to decide that. They are asked by a message of their own, which says nothing of what was talked about here.';

const nobody = 'Nobody answered in time';

/** What the Brain is told of an answer; `null` is an expired question. Pure. */
export function answerText(value: unknown, person: string): string {
	if (value === null) return `${nobody}; go on without an answer or say what is missing.`;
	return `${person} answered: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

/** What the Brain is told where `person` wrote a message instead of an answer. Pure. */
export function withdrawnText(person: string): string {
	return `Not answered: ${person} wrote a message instead, which follows.`;
}

/** What people are told of a question that takes no answer any more, out of what the Brain was told. Pure. */
export function closingText(told: string): string {
	if (told.startsWith(nobody)) return nobody;
	return shorten(told.replace(/^(Not answered: .* instead), which follows\.$/, '$1'), 200);
}

/** The answer that a message is: any text where text was asked for, one of the choices where there are such. Pure. */
export function answerIn(text: string, { kind, ...rest }: AnswerShape): string | undefined {
	const said = text.trim();
	if (kind === 'text') return said === '' ? undefined : said;
	const choices = 'choices' in rest ? rest.choices : [];
	return choices.find((choice) => choice.toLowerCase() === said.toLowerCase());
}
