import { createHash } from 'node:crypto';
import { z } from 'zod';
import { kept } from '../base/kept.ts';
import { personSchema, type Thread, threadSchema } from './thread.ts';

/** That somebody was asked a session's question in a thread that is not the session's: kept as a record, under `askedId`. */
export const askedSchema = kept({
	question: z.string().min(1),
	session: z.string().min(1),
	/** Where it is shown, and to whom. */
	thread: threadSchema,
	person: personSchema,
	/** It takes no answer any more there. */
	closed: z.literal(true).optional(),
});
export type AskedPerson = z.infer<typeof askedSchema>;

/** Stands for a question's id where there is little room. Pure. */
export function digestOf(id: string): string {
	return createHash('sha256').update(id).digest('base64url').slice(0, 16);
}

/** Under which id it is kept that a question is shown in a thread. `digest`: `digestOf` the question's id. Pure. */
export function askedId({ platform, id }: Thread, digest: string): string {
	return `${platform}/${id} ${digest}`;
}
