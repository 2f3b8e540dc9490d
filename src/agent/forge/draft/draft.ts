import { z } from 'zod';
import { kept } from '../../../base/kept.ts';
import { personSchema } from '../../../chat/thread.ts';
import { usageSchema } from '../../../chat/usage.ts';
import type { SessionFolder } from '../../../store/store.ts';
import { keptSpecSchema } from '../spec/spec.ts';
import { rejectClasses } from '../verdict.ts';
import { casesSchema } from './cases.ts';

/** What the Coder wrote, as one try. */
const keptDraftSchema = kept({
	/** The body of tool.py: imports and functions, `run(input)` among them. */
	code: z.string().min(1),
	usage: z.string().min(1),
	dependencies: z.array(z.string()),
});
export type CodeDraft = z.infer<typeof keptDraftSchema>;

const { code, usage, dependencies } = keptDraftSchema.shape;

/** What the Coder may answer. Its limits are not for what is kept: those before it may have had others. */
export const codeDraftSchema = z.strictObject({ code, usage: usage.max(4_000), dependencies: dependencies.max(100) });

const trySchema = kept({
	seed: z.number().int(),
	at: z.iso.datetime(),
	draft: keptDraftSchema.optional(),
	usage: usageSchema.optional(),
	/** What the lock of its packages is. */
	lock: z.string().optional(),
	refused: kept({ class: z.enum(rejectClasses), feedback: z.string() }).optional(),
});

/** `forge/<call id>.json`: one order while it is worked on, and its log afterwards. Whoever asks people first leaves this. */
export const workpieceSchema = kept({
	version: z.literal(1),
	spec: keptSpecSchema,
	/** Made from the order, without sight of any code. */
	tests: casesSchema.optional(),
	tries: z.array(trySchema),
	/** What people have said yes or no to so far. */
	answers: z.array(
		kept({
			about: z.enum(['packages', 'undated']),
			names: z.array(z.string()),
			yes: z.boolean(),
			by: personSchema,
			/** The id of the question: an answer counts once. */
			question: z.string(),
		}),
	),
	/** What is asked at the moment. */
	asks: kept({ about: z.enum(['packages', 'undated']), names: z.array(z.string()) }).optional(),
	outcome: z.enum(['open', 'registered', 'given-up']),
	/** Why it was given up. */
	reason: z.string().optional(),
});
export type Workpiece = z.infer<typeof workpieceSchema>;

/** Undefined when the call has none yet, or a damaged one: then the order is begun anew. */
export function readWorkpiece(folder: SessionFolder, callId: string): Promise<Workpiece | undefined> {
	return folder.documents.read(`forge/${callId}`, workpieceSchema, async () => undefined);
}

export function keepWorkpiece(folder: SessionFolder, callId: string, workpiece: Workpiece): Promise<void> {
	return folder.documents.write(`forge/${callId}`, workpiece);
}
