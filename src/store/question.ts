import { z } from 'zod';

/** One field of a small form. */
export const formFieldSchema = z.strictObject({
	name: z.string().min(1),
	label: z.string().min(1),
	kind: z.enum(['text', 'number', 'boolean']),
	required: z.boolean(),
});

/** What a question accepts: one of some choices, free text, or a small form. */
export const answerShapeSchema = z.discriminatedUnion('kind', [
	z.strictObject({ kind: z.literal('choices'), choices: z.array(z.string().min(1)).min(2).max(10) }),
	z.strictObject({ kind: z.literal('text') }),
	z.strictObject({ kind: z.literal('form'), fields: z.array(formFieldSchema).min(1).max(5) }),
]);
export type AnswerShape = z.infer<typeof answerShapeSchema>;

/** A question to people that has parked a turn. */
export const questionSchema = z.strictObject({
	/** Unique in the data folder. */
	id: z.string().min(1),
	session: z.string().min(1),
	turn: z.string().min(1),
	/** The tool call whose result the answer becomes. */
	callId: z.string().min(1),
	text: z.string().min(1),
	answer: answerShapeSchema,
	/** Person ids; empty: every participant. */
	whoMayAnswer: z.array(z.string()),
	/** ISO 8601; after it the question counts as expired. */
	until: z.iso.datetime(),
	state: z.enum(['open', 'answered', 'expired', 'withdrawn']),
});
export type Question = z.infer<typeof questionSchema>;
