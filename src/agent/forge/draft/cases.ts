import { z } from 'zod';
import { kept } from '../../../base/kept.ts';
import { madeFileOf } from '../../../sandbox/file-shapes.ts';
import { holdsSchema } from '../files/holds.ts';

const record = z.record(z.string(), z.unknown());

/**
 * One test of a tool, as data: nothing of it runs but the tool and `prepare`, and the host compares. `tests.json` is a list of these.
 * `files` are text files by relative path in the folder that the tool runs in.
 */
export const caseSchema = kept({
	name: z.string().min(1).max(120),
	/** Where it comes from: the spec, the Coder's tests, a failure in use, or an input that an earlier version accepted. */
	from: z.enum(['example', 'negative', 'coder', 'failure', 'earlier']),
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
	]),
});
export type ToolCase = z.infer<typeof caseSchema>;

/** Tests of the same input and files are the same. Pure. */
export function keyOf({ input, files, made = {} }: Pick<ToolCase, 'input' | 'files' | 'made'>): string {
	return JSON.stringify([input, files, made]);
}

/** A repair has those of the version before, and some 10 of its own. */
export const mostCases = 100;

/** `tests.json`. */
export const casesSchema = z.array(caseSchema).min(1).max(mostCases);
