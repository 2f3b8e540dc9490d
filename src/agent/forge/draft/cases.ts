import { createHash } from 'node:crypto';
import { z } from 'zod';
import { kept } from '../../../base/kept.ts';
import { madeFileOf } from '../../../sandbox/file-shapes.ts';
import { holdsSchema } from '../files/holds.ts';
import { keptPropertySchema } from '../properties/property.ts';

const record = z.record(z.string(), z.unknown());

/**
 * One test of a tool, as data: nothing of it runs but the tool and `prepare`, and the host compares. `tests.json` is a list of these.
 * `files` are text files by relative path in the folder that the tool runs in.
 */
export const caseSchema = kept({
	name: z.string().min(1).max(120),
	/**
	 * Where it comes from: the spec, an answer to what was disputed, the Coder's tests, inputs that are made for every tool, a failure in use,
	 * or an input that an earlier version accepted.
	 */
	from: z.enum(['example', 'negative', 'answer', 'coder', 'standard', 'failure', 'earlier']),
	/** Of the Coder's: so many samples of its tests have it. */
	samples: z.number().int().min(1).optional(),
	/** Of the Coder's: two drafts gave what it expects. */
	agreed: z.boolean().optional(),
	input: record,
	files: z.record(z.string(), z.string()),
	/** Files that are no text, by what they are made of. */
	made: z.record(z.string(), madeFileOf(kept)).optional(),
	/** Python that makes further files in that folder, before. */
	prepare: z.string().optional(),
	expect: z.discriminatedUnion('kind', [
		/** The result holds `output` (deep: objects may hold more, lists are as long; numbers to 1e-6), and the files were written. */
		kept({
			kind: z.literal('output'),
			output: record,
			files: z.array(z.string()),
			/** Of those of which more is asked than that they are there: what they hold. */
			holds: z.record(z.string(), holdsSchema).optional(),
		}),
		/** It is refused. Whether the message means what it `says`, is for the judge to tell, where there is one. */
		kept({ kind: z.literal('error'), says: z.string().optional() }),
		/** Any result that fits the schema: the input must be accepted. */
		kept({ kind: z.literal('taken') }),
		/** Any result that fits the schema, or a `ValueError`. Of a large input nobody knows how long a right tool takes. */
		kept({ kind: z.literal('sound'), large: z.boolean().optional() }),
		/** It holds for every input; one that is refused says nothing. */
		kept({ kind: z.literal('property'), property: keptPropertySchema }),
	]),
});
export type ToolCase = z.infer<typeof caseSchema>;

/** Tests of the same input and files are the same. Pure. */
export function keyOf({ input, files, made = {} }: Pick<ToolCase, 'input' | 'files' | 'made'>): string {
	return JSON.stringify([input, files, made]);
}

/** Whether the order says what is to come of it: such a test is never doubted, and never dropped. Pure. */
export function isOfOrder({ from }: Pick<ToolCase, 'from'>): boolean {
	return from === 'example' || from === 'negative' || from === 'answer';
}

/** Names a test on trial: whatever is said of one input, or a property whatever the input, stands and falls together. Pure. */
export function trialKey({ input, files, made = {}, prepare = '', expect }: ToolCase): string {
	if (expect.kind === 'property') return JSON.stringify(['property', expect.property]);
	return JSON.stringify([input, files, made, prepare]);
}

/** A test's name among those that were dropped: its key may be long. Pure. */
export function dropKey(test: ToolCase): string {
	return createHash('sha256').update(trialKey(test)).digest('hex');
}

/** A repair has those of the version before, and some 10 of its own. */
export const mostCases = 100;

/** `tests.json`. */
export const casesSchema = z.array(caseSchema).min(1).max(mostCases);
