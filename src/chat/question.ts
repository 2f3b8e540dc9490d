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

/** The answers that a question accepts: one of some choices, free text, or a small form. */
export const answerShapeSchema = z.discriminatedUnion('kind', [
	kept({
		kind: z.literal('choices'),
		choices: z.array(z.string().min(1)).min(2).max(10),
		/** Whatever else somebody says is an answer, too. Without it only a choice is: of what an admin decides. */
		besides: z.literal('words').optional(),
	}),
	kept({ kind: z.literal('text') }),
	kept({ kind: z.literal('form'), fields: z.array(formFieldSchema).min(1).max(5) }),
]);
export type AnswerShape = z.infer<typeof answerShapeSchema>;

/** Something to read, as a name and its text. */
const readingSchema = kept({ name: z.string().min(1), text: z.string() });

/**
 * The decisions that no turn waits for: the session goes on meanwhile. `share`: whether the proposal under the question's id is carried
 * out. `budget`: whether the limit under the question's name is raised for the day.
 */
export const freeDecisions = ['share', 'budget'] as const;
export type FreeDecision = (typeof freeDecisions)[number];

const decisionSchema = z.discriminatedUnion('kind', [
	/** How this tool call of the question's turn goes on: the turn is parked until then. */
	kept({ kind: z.literal('call'), call: z.string().min(1) }),
	kept({ kind: z.enum(freeDecisions) }),
]);

const whole = kept({
	/** Unique in the data folder. */
	id: z.string().min(1),
	session: z.string().min(1),
	turn: z.string().min(1),
	/** Its own name in the turn: what is shown of it goes by that. */
	name: z.string().min(1),
	decides: decisionSchema,
	text: z.string().min(1),
	answer: answerShapeSchema,
	/** Who may answer, by the rights of the place in which it arose. */
	role: z.enum(['participant', 'admin']),
	/** Person ids: where there are any, they alone may answer what is not for admins. */
	whoMayAnswer: z.array(z.string()),
	/**
	 * How it is put to all who may answer; the first answer decides for all. `first-in-thread`: once, in the thread. `first-directly`: to
	 * each by a message of their own, because not all of them may read the thread; that is only told of it.
	 */
	policy: z.enum(['first-in-thread', 'first-directly']),
	/** The thread in which it arose. Missing in some that an earlier version asked: then it is the turn's. */
	thread: threadSchema.optional(),
	/** Whose wish it is about. */
	askedFor: personSchema.optional(),
	/** To be read before it is answered. In the thread it stands above the question. */
	file: readingSchema.optional(),
	/** ISO 8601; an answer that was given after it counts as none. */
	until: z.iso.datetime(),
	state: z.enum(['open', 'answered', 'expired', 'withdrawn']),
	/** The key of the answer that was taken: that may come once more after a crash, anything else comes too late. */
	answeredBy: z.string().min(1).optional(),
});

/** A question to people, as it is kept. One that a former version kept is read in its form. */
export const questionSchema = z.preprocess(ofFormerForm, whole);
export type Question = z.infer<typeof whole>;

/** A former version told by flags what a question is about, and whom it is for. */
const formerSchema = z.looseObject({
	callId: z.string(),
	resumes: z.string().optional(),
	standing: z.string().optional(),
	directly: z.literal(true).optional(),
});

function ofFormerForm(value: unknown): unknown {
	const former = formerSchema.safeParse(value);
	if (!former.success) return value;
	const { callId: name, resumes: call = name, standing, directly, ...rest } = former.data;
	const decides = standing === undefined ? { kind: 'call', call } : { kind: standing };
	const policy = directly ? 'first-directly' : 'first-in-thread';
	return { role: 'participant', ...rest, name, decides, policy };
}

/** Something that people are to be asked. */
export interface Ask extends Pick<Question, 'text' | 'answer'> {
	/** All that it is about, for whoever decides without having been there. */
	readonly file?: Question['file'];
	/** Nobody can decide without having read it, wherever they are asked. */
	readonly reading?: Question['file'];
	/** Default: `participant`. */
	readonly role?: Question['role'];
	/** Ids of those who alone may answer what is not for admins; default: whoever takes part. */
	readonly whoMayAnswer?: readonly string[];
}

/** The tool call that waits for the answer; undefined where no turn does. Pure. */
export function waitingCall({ decides }: Pick<Question, 'decides'>): string | undefined {
	return decides.kind === 'call' ? decides.call : undefined;
}
