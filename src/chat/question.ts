import { z } from 'zod';
import { kept } from '../base/kept.ts';
import { personSchema, threadSchema } from './thread.ts';

/** One field of a small form. */
export const formFieldSchema = kept({
	name: z.string().min(1),
	label: z.string().min(1),
	kind: z.enum(['text', 'number', 'boolean']),
	required: z.boolean(),
});

/** What a question accepts: one of some choices, free text, or a small form. */
export const answerShapeSchema = z.discriminatedUnion('kind', [
	kept({ kind: z.literal('choices'), choices: z.array(z.string().min(1)).min(2).max(10) }),
	kept({ kind: z.literal('text') }),
	kept({ kind: z.literal('form'), fields: z.array(formFieldSchema).min(1).max(5) }),
]);
export type AnswerShape = z.infer<typeof answerShapeSchema>;

/** A question to people that has parked a turn. */
export const questionSchema = kept({
	/** Unique in the data folder. */
	id: z.string().min(1),
	session: z.string().min(1),
	turn: z.string().min(1),
	/** The tool call whose result the answer becomes; of a question that `resumes` one, or is `standing`, a name of its own in the turn. */
	callId: z.string().min(1),
	/** The tool call that goes on with the answer where it had stopped. */
	resumes: z.string().min(1).optional(),
	/** No turn waits for it: whoever keeps this kind of question takes the answer, and the session goes on meanwhile. */
	standing: z.enum(['share']).optional(),
	text: z.string().min(1),
	answer: answerShapeSchema,
	/** Person ids; empty: every participant. */
	whoMayAnswer: z.array(z.string()),
	/** Only people of this role may answer. */
	role: z.literal('admin').optional(),
	/** The thread in which it arose: rights are those of its place. */
	thread: threadSchema.optional(),
	/** The thread is only told of it: admins of the place are asked directly, each by a message of their own. */
	directly: z.literal(true).optional(),
	/** Who asked for what it is about. */
	askedFor: personSchema.optional(),
	/** All of what it is about, for whoever decides without having been there. */
	file: kept({ name: z.string().min(1), text: z.string() }).optional(),
	/** ISO 8601; after it the question counts as expired. */
	until: z.iso.datetime(),
	state: z.enum(['open', 'answered', 'expired', 'withdrawn']),
	/** The key of what was taken as its answer: that may come once more after a crash, anything else comes too late. */
	answeredBy: z.string().min(1).optional(),
});
export type Question = z.infer<typeof questionSchema>;
