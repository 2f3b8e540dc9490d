import { z } from 'zod';
import { kept } from '../../../base/kept.ts';

/** Code of the Coder's, as it is kept. */
export const keptDraftSchema = kept({
	/** The body of tool.py: imports and functions, `run(input)` among them. */
	code: z.string().min(1),
	usage: z.string().min(1),
	dependencies: z.array(z.string()),
	/** Why the order cannot be kept as it is, in a sentence. */
	objection: z.string().optional(),
});
export type CodeDraft = z.infer<typeof keptDraftSchema>;

const { code, usage, dependencies, objection } = keptDraftSchema.shape;

/** The Coder's answer. Its limits are not for kept drafts: those before it may have had others. */
export const codeDraftSchema = z.strictObject({
	code,
	usage: usage.max(4_000),
	dependencies: dependencies.max(100),
	objection: objection.describe('Only where an example contradicts the order: which one, and why'),
});
