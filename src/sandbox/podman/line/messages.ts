import { z } from 'zod';
import { failureSchema } from './failures.ts';

const id = z.number().int().nonnegative();

/** Goes to a helper: a request with a number of its own, or that the one of that number is called off. */
export const orderSchema = z.union([z.object({ id, request: z.unknown() }), z.object({ callOff: id })]);

/** It answers each request with this, under its number; the bytes of a file come beside it. */
export const answerSchema = z.object({
	id,
	outcome: z.union([z.object({ done: z.unknown() }), z.object({ failed: failureSchema })]),
});

/** A helper that walks over `/outputs` can be asked for these, by the number that opening a walk was answered with. */
export const walkRequests = [
	/** The walk's next entry. */
	z.object({ verb: z.literal('step'), walk: id }),
	/** The next bytes of the file that the walk is at, or its first ones; none at its end. */
	z.object({ verb: z.literal('read'), walk: id, from: z.enum(['start', 'here']) }),
	z.object({ verb: z.literal('leave'), walk: id }),
] as const;
export type WalkRequest = z.infer<(typeof walkRequests)[number]>;

const entrySchema = z.discriminatedUnion('type', [
	z.object({
		...{ type: z.literal('file'), name: z.string(), raw: z.string() },
		...{ size: z.number(), changedMs: z.number(), writtenMs: z.number() },
	}),
	z.object({ type: z.literal('refused'), name: z.string(), reason: z.string() }),
]);

/** The answer to `walk`, and to `step`: no entry is the end. */
export const walkOpened = z.object({ walk: id });
export const walkStepped = z.object({ entry: entrySchema.optional() });
export type WalkDone = Partial<z.infer<typeof walkOpened> & z.infer<typeof walkStepped>>;
