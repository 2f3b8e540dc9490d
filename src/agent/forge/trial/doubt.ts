import { createHash } from 'node:crypto';
import { z } from 'zod';
import { kept } from '../../../base/kept.ts';
import { differenceOf, isSame } from '../try/compare.ts';

const record = z.record(z.string(), z.unknown());

/** A draft's result or refusal, as far as drafts are held against each other by it. */
const givenSchema = kept({
	/** The result; of a long one the hash, and its beginning. */
	output: record.optional(),
	long: kept({ sha256: z.string(), begins: z.string() }).optional(),
	/** Why it refused the input. */
	refused: z.string().optional(),
	/** How the files that it wrote differ from those of the test. */
	files: z.string().optional(),
});
export type Given = z.infer<typeof givenSchema>;

/** A test of the Coder's, by its key, the input that it is in doubt for, and what a draft gave instead. */
export const doubtSchema = kept({ test: z.string(), input: record, given: givenSchema });
export type Doubt = z.infer<typeof doubtSchema>;

/** A test on trial about which the Brain was asked. */
export const disputeSchema = kept({
	...doubtSchema.shape,
	/** So many drafts gave that. */
	drafts: z.number().int().min(1),
	/** Further tests on trial: they fall with it. */
	with: z.array(z.string()),
	/** Missing as long as nobody has answered. `by`: the call that did; none where it was left unanswered. */
	settled: kept({ for: z.enum(['test', 'drafts', 'neither', 'nobody']), by: z.string().optional() }).optional(),
});
export type Dispute = z.infer<typeof disputeSchema>;

/** Characters of a result that are kept. */
const longest = 4_000;

/** A result as it is kept. Pure. */
export function givenOutput(output: Readonly<Record<string, unknown>>, files: string | undefined): Given {
	const text = JSON.stringify(output);
	const more = files === undefined ? {} : { files };
	if (text.length <= longest) return { output: { ...output }, ...more };
	const sha256 = createHash('sha256').update(text).digest('hex');
	return { long: { sha256, begins: text.slice(0, 200).toWellFormed() }, ...more };
}

/** Whether two drafts doubt a test for one reason. Pure. */
export function isSameDoubt(one: Doubt, other: Doubt): boolean {
	return one.test === other.test && isSame(one.input, other.input) && isSameGiven(one.given, other.given);
}

/** Whether two drafts gave the same, but for how numbers were reckoned. Pure. */
export function isSameGiven(one: Given, other: Given): boolean {
	if (one.refused !== undefined || other.refused !== undefined)
		return one.refused !== undefined && other.refused !== undefined;
	if (one.files !== other.files || one.long?.sha256 !== other.long?.sha256) return false;
	return differenceOf(one.output, other.output) === undefined && differenceOf(other.output, one.output) === undefined;
}
