import { z } from 'zod';
import { kept } from '../../../base/kept.ts';

/** Code of the Coder's, as it is kept. */
export const keptDraftSchema = kept({
	/** The body of tool.py: imports and functions, `run(input)` among them. */
	code: z.string().min(1),
	usage: z.string().min(1),
	dependencies: z.array(z.string()),
});
export type CodeDraft = z.infer<typeof keptDraftSchema>;

const { code, usage, dependencies } = keptDraftSchema.shape;

/** The Coder's answer. Its limits are not for kept drafts: those before it may have had others. */
export const codeDraftSchema = z.strictObject({ code, usage: usage.max(4_000), dependencies: dependencies.max(100) });
