import { z } from 'zod';
import { type AnswerShape, formFieldSchema } from '../../../chat/question.ts';
import { answerText } from '../../session/asking-words.ts';
import { defineTool, type Tool } from '../../tool.ts';

const args = z.strictObject({
	question: z.string().min(1).max(2000),
	choices: z
		.array(z.string().min(1).max(75))
		.min(2)
		.max(10)
		.optional()
		.describe('To pick from; people may answer otherwise'),
	fields: z.array(z.strictObject(formFieldSchema.shape)).min(1).max(5).optional().describe('A small form'),
});

/** The Brain's way to ask people: the answer is its result. */
export const askUser: Tool = defineTool({
	name: 'ask_user',
	description: 'Ask the people in the thread; waits for the answer.',
	ways: ['goes-on', 'talks'],
	touches: 'nothing',
	args,
	run: async ({ question, ...shape }, { call: { answer } }) => {
		if (!answer) return { ask: { text: question, answer: shapeOf(shape) } };
		const { value, person, time } = answer;
		const said = answerText(value, person.name);
		return { ok: value !== null, text: time === undefined ? said : `${said}\n[Time: ${time}]` };
	},
});

function shapeOf({ choices, fields }: Omit<z.infer<typeof args>, 'question'>): AnswerShape {
	if (fields) return { kind: 'form', fields };
	return choices ? { kind: 'choices', choices, besides: 'words' } : { kind: 'text' };
}
