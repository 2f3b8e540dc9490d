import { z } from 'zod';
import { codeOf, messageOf, ProblemError } from '../../../base/errors.ts';

/** One part of a path, with nothing in it that leads elsewhere. */
const slot = z.string().regex(/^[\w-][\w.-]*$/);
/** A path below the data folder. */
const below = z.string().min(1);
const trees = z.object({ inputs: below, tools: below, memories: below });
const id = z.number().int().nonnegative();

/** The helper does this, and nothing else. A walk goes by the number that opening it was answered with. */
export const requestSchema = z.discriminatedUnion('verb', [
	z.object({ verb: z.literal('make-slot'), slot }),
	z.object({ verb: z.literal('bind-trees'), slot, stage: slot, trees }),
	z.object({ verb: z.literal('mount-disk'), slot, image: below, idBase: id }),
	z.object({ verb: z.literal('remove-slot'), slot }),
	z.object({ verb: z.literal('disk-gone'), slot }),
	z.object({ verb: z.literal('walk'), slot, hostDevice: id }),
	/** The walk's next entry. */
	z.object({ verb: z.literal('step'), walk: id }),
	/** The next bytes of the file that the walk is at, or its first ones; none at its end. */
	z.object({ verb: z.literal('read'), walk: id, from: z.enum(['start', 'here']) }),
	z.object({ verb: z.literal('leave'), walk: id }),
]);
export type Request = z.infer<typeof requestSchema>;

/** Goes to the helper: a request with a number of its own, or that the one of that number is called off. */
export const orderSchema = z.union([z.object({ id, request: requestSchema }), z.object({ callOff: id })]);

const entrySchema = z.discriminatedUnion('type', [
	z.object({
		...{ type: z.literal('file'), name: z.string(), raw: z.string() },
		...{ size: z.number(), changedMs: z.number(), writtenMs: z.number() },
	}),
	z.object({ type: z.literal('refused'), name: z.string(), reason: z.string() }),
]);

const failureSchema = z.object({ message: z.string(), code: z.string().optional(), mend: z.string().optional() });
type Failure = z.infer<typeof failureSchema>;

/** It answers with this; the bytes of a file come beside it. */
const outcomeSchema = z.union([
	z.object({ done: z.object({ walk: id.optional(), entry: entrySchema.optional() }) }),
	z.object({ failed: failureSchema }),
]);
export type Done = Extract<z.infer<typeof outcomeSchema>, { done: unknown }>['done'];

/** Each request gets one answer, under its number. */
export const answerSchema = z.object({ id, outcome: outcomeSchema });

/** An error as it is sent. */
export function failureOf(error: unknown): Failure {
	const code = codeOf(error);
	const mend = error instanceof ProblemError ? error.mend : undefined;
	return { message: messageOf(error), ...(code !== undefined && { code }), ...(mend !== undefined && { mend }) };
}

/** That error again. */
export function errorOf({ message, code, mend }: Failure): Error {
	if (mend !== undefined) return new ProblemError(message, mend);
	return Object.assign(new Error(message), code === undefined ? {} : { code });
}
