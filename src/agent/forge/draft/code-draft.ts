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
	/** Ways in which people ask for the tool, other words for what it does, and jobs that are not its own. */
	phrases: z.array(z.string()).optional(),
	synonyms: z.array(z.string()).optional(),
	not_for: z.array(z.string()).optional(),
});
export type CodeDraft = z.infer<typeof keptDraftSchema>;

const { code, usage, dependencies, objection, phrases, synonyms, not_for } = keptDraftSchema.shape;

/** The Coder's answer. Its limits are not for kept drafts: those before it may have had others. */
export const codeDraftSchema = z.strictObject({
	code,
	usage: usage.max(4_000),
	dependencies: dependencies.max(100),
	objection: objection.describe('Only where an example contradicts the order: which one, and why'),
	// Good code is not thrown away for words that have another form.
	phrases: phrases.catch(undefined),
	synonyms: synonyms.catch(undefined),
	not_for: not_for.catch(undefined),
});
