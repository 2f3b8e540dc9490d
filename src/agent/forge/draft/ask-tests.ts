import { z } from 'zod';
import type { Usage } from '../../../chat/usage.ts';
import type { Model } from '../../model/model.ts';
import { asBrought, asWritten, filesIn, writesIn } from '../files/order-files.ts';
import { holdsInExamples } from '../properties/judge-property.ts';
import { keptPropertySchema, type Property, saidPropertySchema } from '../properties/property.ts';
import type { Validator } from '../spec/json-schema.ts';
import type { ForgeSpec } from '../spec/spec.ts';
import { specCases } from '../spec/spec-cases.ts';
import { specText } from '../spec/spec-text.ts';
import { caseSchema, keyOf, type ToolCase } from './cases.ts';

/** Of one sample, beside the examples: more would cost more time than they find. */
const mostTests = 6;
const mostProperties = 2;

const { name, input, prepare } = caseSchema.shape;

/** The Coder's answer: flat, and what it leaves out is empty, so that small models get it right. */
const testsSchema = z.strictObject({
	// A property that is written otherwise costs no test.
	properties: z.array(saidPropertySchema).max(20).optional().catch(undefined),
	tests: z
		.array(
			z.strictObject({
				name,
				input,
				files: input.optional(),
				prepare,
				output: input.optional(),
				writes: z.union([z.array(z.string()), input]).optional(),
				error: z.string().optional(),
			}),
		)
		.max(20),
});
type Answered = z.infer<typeof testsSchema>['tests'][number];

const system = `You write tests for a small Python tool that somebody else writes. You see its order, not its code. Answer with JSON: tests, at most ${mostTests}.
A test has name, input and what must come of it: output (and writes), or error.
- input fits the input schema. The tool runs in an empty folder that holds only what the test puts there.
- files: small files that it reads, by relative path: their text; {"Sheet1": [["a"], [1]]} of a workbook, rows of a Parquet, {"width", "height"} of a picture. prepare: Python that makes others there; leave it out where these will do.
- output: what the result must hold. Objects may hold more than you name, lists are as long, numbers are compared to 1e-6. writes: files that it must have written, by relative path, each with what it must hold: the text or rows of a CSV, the value of a JSON, rows by the sheets of a workbook, {"title", "xlabel", "ylabel", "series": [{"label", "x", "y"}]} of a plot as far as the order tells them, {} of others.
- error instead of output, "": input that fits the schema but is wrong, so that the tool must raise ValueError.
Expect only what follows from the order for certain, computed by hand; what the order leaves open is not tested.
properties: up to ${mostProperties} that hold for every input that is not refused, if any follow from the order: {"form", "left", "right"}. left and right are paths as output.rows[].price, where [] is each item. Forms:
- sum: the numbers at left add up as those at right do. same_items: left has the items of right. subset: each item at left is one at right. order_kept: the items at left stand in the order of right. count: as many. ascending, descending: the items at left, without right.
- unordered: the result does not change when the list at left, a field of the input, is turned round.
- idempotent: what is at left in the result, given as the field of the input at right, gives itself.
- inverse: likewise, with the field of the input that switch names turned to the value to, gives back what was given.`;

/** Two samples of tests look at an order from two sides: what both say is more than one that is said twice. */
export const testViews = [
	'Test what the order plainly says: usual inputs, each thing that it asks for once.',
	'Test where it could break: one item, none, repeated, negative, large, other letters, missing parts, the borders of each rule.',
] as const;

export interface CoderTests {
	readonly tests: readonly ToolCase[];
	readonly properties: readonly Property[];
	readonly usage: Usage | undefined;
}

/** Tests of a tool by its spec alone. Rejects with `ModelError`. */
export async function askTests(
	coder: Model,
	task: {
		readonly spec: ForgeSpec;
		readonly checkInput: Validator;
		/** Which of the views, from 0. */
		readonly view: number;
	},
	signal: AbortSignal,
): Promise<CoderTests> {
	const { spec, checkInput, view } = task;
	const request = {
		system,
		prompt: `${specText(spec)}\n\n${testViews[view] ?? ''}`,
		name: 'tool_tests',
		schema: testsSchema,
		seed: view + 1,
		temperature: 0.3 * view,
	};
	const { value, usage } = await coder.ask(request, signal);
	return {
		tests: usableTests(value.tests, spec, checkInput),
		properties: usableProperties(value.properties ?? [], spec),
		usage,
	};
}

/** Those that say something: none without an expectation, none whose input the host refuses, none of an input that the spec itself speaks of. Pure. */
export function usableTests(
	answered: readonly Answered[],
	spec: ForgeSpec,
	checkInput: Validator,
): readonly ToolCase[] {
	const specified = new Set(specCases(spec).map(keyOf));
	return answered
		.flatMap((test) => caseOf(test, spec.purpose))
		.filter((test) => checkInput(test.input) === undefined && !specified.has(keyOf(test)))
		.slice(0, mostTests);
}

/** Those of a form that there is, and that no example of the order breaks. Pure. */
export function usableProperties(
	said: readonly z.infer<typeof saidPropertySchema>[],
	spec: ForgeSpec,
): readonly Property[] {
	return said
		.flatMap((one) => keptPropertySchema.safeParse(one).data ?? [])
		.filter((one) => holdsInExamples(one, spec))
		.slice(0, mostProperties);
}

/** The case that a test is; none where it expects nothing, or both a result and an error. */
function caseOf(answered: Answered, purpose: string): readonly ToolCase[] {
	const { name, input, files, prepare, output = {}, error } = answered;
	const brought = filesIn(files, { broken: error !== undefined });
	const writes = writesIn(byName(answered.writes), purpose);
	if (typeof brought === 'string' || typeof writes === 'string') return [];
	const expectsOutput = Object.keys({ ...output, ...writes }).length > 0;
	if (expectsOutput === (error !== undefined)) return [];
	const isPrepared = prepare !== undefined && prepare.trim() !== '';
	const expect: ToolCase['expect'] = expectsOutput
		? { kind: 'output', output, ...asWritten(writes) }
		: // The words of an error are nobody's to guess.
			{ kind: 'error' };
	return [{ name, from: 'coder', input, ...asBrought(brought), ...(isPrepared && { prepare }), expect }];
}

/** Names alone ask that the files open. */
function byName(writes: Answered['writes']) {
	return Array.isArray(writes) ? Object.fromEntries(writes.map((name) => [name, {}])) : writes;
}
