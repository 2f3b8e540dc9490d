import { z } from 'zod';
import type { Usage } from '../../../chat/usage.ts';
import type { Model } from '../../model/model.ts';
import { asBrought, asWritten, filesIn, writesIn } from '../files/order-files.ts';
import type { Validator } from '../spec/json-schema.ts';
import type { ForgeSpec } from '../spec/spec.ts';
import { specCases } from '../spec/spec-cases.ts';
import { specText } from '../spec/spec-text.ts';
import { caseSchema, keyOf, type ToolCase } from './cases.ts';

/** Beside the examples: more would cost more time than they find. */
const mostTests = 6;

const { name, input, prepare } = caseSchema.shape;

/** The Coder's answer: flat, and what it leaves out is empty, so that small models get it right. */
const testsSchema = z.strictObject({
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
- error instead of output: input that fits the schema but is wrong, so that the tool must raise ValueError; a word that its message must hold, or "".
Test what the examples leave out: one item, none, repeated, negative, large, other letters, missing parts. Expect only what follows from the order for certain, computed by hand; what the order leaves open is not tested.`;

export interface CoderTests {
	readonly tests: readonly ToolCase[];
	readonly usage: Usage | undefined;
}

/** Tests of a tool by its spec alone. Rejects with `ModelError`. */
export async function askTests(
	coder: Model,
	task: {
		readonly spec: ForgeSpec;
		readonly checkInput: Validator;
		readonly seed: number;
		readonly temperature: number;
	},
	signal: AbortSignal,
): Promise<CoderTests> {
	const { spec, checkInput, seed, temperature } = task;
	const request = {
		system,
		prompt: `${specText(spec)}\n\nSample ${seed}.`,
		name: 'tool_tests',
		schema: testsSchema,
		seed,
		temperature,
	};
	const { value, usage } = await coder.ask(request, signal);
	return { tests: usableTests(value.tests, spec, checkInput), usage };
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
		: { kind: 'error', ...(error && { says: error }) };
	return [{ name, from: 'coder', input, ...asBrought(brought), ...(isPrepared && { prepare }), expect }];
}

/** Names alone ask that the files open. */
function byName(writes: Answered['writes']) {
	return Array.isArray(writes) ? Object.fromEntries(writes.map((name) => [name, {}])) : writes;
}
