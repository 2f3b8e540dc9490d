import { z } from 'zod';
import { kept } from '../../../base/kept.ts';
import { personSchema } from '../../../chat/thread.ts';
import { usageSchema } from '../../../chat/usage.ts';
import type { SessionFolder } from '../../../store/store.ts';
import { casesSchema } from '../draft/cases.ts';
import { keptDraftSchema } from '../draft/code-draft.ts';
import { keptSpecSchema } from '../spec/spec.ts';
import { disputeSchema, doubtSchema } from '../trial/doubt.ts';
import { rejectClasses } from '../verdict.ts';

const trySchema = kept({
	seed: z.number().int(),
	at: z.iso.datetime(),
	draft: keptDraftSchema.optional(),
	usage: usageSchema.optional(),
	/** The lock of its packages. */
	lock: z.string().optional(),
	refused: kept({ class: z.enum(rejectClasses), feedback: z.string() }).optional(),
	/** Of a draft that was run: examples of the order that it gave another result for. */
	differs: z.array(kept({ example: z.number().int(), ordered: z.string(), given: z.string() })).optional(),
	/** Of a draft that keeps all that the order says: tests of the Coder's that it sees otherwise. It is neither refused nor good then. */
	doubts: z.array(doubtSchema).optional(),
});

/** `forge/<call id>.json`: the forging of one spec while it is worked on, and its log afterwards. It is kept before people are asked. */
export const forgeRunSchema = kept({
	version: z.literal(1),
	spec: keptSpecSchema,
	/** For what parts of the order were taken that said it otherwise. */
	taken: z.array(z.string()).optional(),
	/** Languages beside English that the order and the thread are in. */
	languages: z.array(z.string()).optional(),
	/** Made from the spec, without sight of any code. */
	tests: casesSchema.optional(),
	tries: z.array(trySchema),
	/** People's answers so far. */
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
	/** The open question. */
	asks: kept({ about: z.enum(['packages', 'undated']), names: z.array(z.string()) }).optional(),
	/** Requests to the Coder so far. */
	calls: z.number().int().nonnegative().optional(),
	/** Tests on trial that count no more, by their keys. */
	dropped: z.array(z.string()).optional(),
	/** The question to the Brain: there is one a run. */
	dispute: disputeSchema.optional(),
	outcome: z.enum(['open', 'disputed', 'registered', 'given-up']),
	/** Why it was given up. */
	reason: z.string().optional(),
});
export type ForgeRun = z.infer<typeof forgeRunSchema>;

/** Undefined when the call has none yet, or a damaged one: then the run is begun anew. */
export function readRun(folder: SessionFolder, callId: string): Promise<ForgeRun | undefined> {
	return folder.documents.read(`forge/${callId}`, forgeRunSchema, async () => undefined);
}

export function keepRun(folder: SessionFolder, callId: string, run: ForgeRun): Promise<void> {
	return folder.documents.write(`forge/${callId}`, run);
}
