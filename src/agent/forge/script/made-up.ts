import { z } from 'zod';
import { ModelError } from '../../../base/errors.ts';
import type { PackageLock } from '../../../sandbox/sandbox.ts';
import type { ToolContext } from '../../tool.ts';
import { bodyOf } from '../draft/body-of.ts';
import type { ToolCase } from '../draft/cases.ts';
import { asBrought, filesIn } from '../files/order-files.ts';
import type { ForgeDeps } from '../forge-deps.ts';
import { constantsIn, leaksIn, type OwnData, ownDataOf } from '../share/own-data.ts';
import { createValidator } from '../spec/json-schema.ts';
import type { ForgeSpec } from '../spec/spec.ts';
import { type Lab, prepareLab } from '../try/lab.ts';
import { runCases } from '../try/run-cases.ts';

const record = z.record(z.string(), z.unknown());

const madeUpSchema = z.strictObject({
	inputs: z.array(z.strictObject({ input: record, files: record.optional() })).max(10),
});

/** Made-up tests of one version. */
const mostTests = 5;

const system = `You make up inputs for a small Python tool, to be shown to strangers in place of real ones. Answer with JSON: inputs, 4 of them, each {"input", "files"}.
They have the shape of the real ones: the same fields, columns, kinds of values and formats of files. Nothing else of the real ones is in them: no name, number, date, text or row, not even changed a little. files: small text files by relative path, as input names them; 3 to 6 rows will do.`;

/** A tool that has passed tests which are data of people, with all that its inputs are made up by. */
export interface Passed {
	readonly spec: ForgeSpec;
	/** The whole of tool.py. */
	readonly code: string;
	readonly lock: PackageLock | undefined;
	readonly cases: readonly ToolCase[];
}

/**
 * Tests that tell nothing of the session: the Coder makes up inputs, the tool itself gives the results. Undefined where that comes to nothing,
 * and then the version is not shared. It runs in a lab of its own: the draft has passed by real data, of which nothing is in there. Rejects with
 * the signal's reason.
 */
export async function makeUpTests(
	passed: Passed,
	{ coder, labs }: Pick<ForgeDeps, 'coder' | 'labs'>,
	context: Pick<ToolContext, 'session' | 'signal' | 'output'>,
): Promise<readonly ToolCase[] | undefined> {
	const own = ownDataOf(passed.cases);
	try {
		const prompt = promptOf(passed);
		const request = { system, prompt, name: 'tool_made_up', schema: madeUpSchema, seed: 1, temperature: 0.7 };
		const { value } = await coder.ask(request, context.signal);
		const cases = await usable(value.inputs, own, passed.spec);
		if (cases.length === 0) return undefined;
		using lab = labs.open({ like: context.session.id });
		return await withResults(cases, own, passed, { lab, context });
	} catch (error) {
		if (error instanceof ModelError) return undefined;
		throw error;
	}
}

function promptOf({ spec, cases }: Passed): string {
	const real = cases.filter(({ from }) => from === 'example').slice(0, 3);
	const lines = real.map(({ input, files }) => `Real input: ${JSON.stringify({ input, files }).slice(0, 6_000)}`);
	return [`Purpose: ${spec.purpose}`, `Input schema: ${JSON.stringify(spec.input)}`, ...lines].join('\n');
}

async function usable(
	inputs: z.infer<typeof madeUpSchema>['inputs'],
	own: OwnData,
	spec: ForgeSpec,
): Promise<readonly ToolCase[]> {
	const checkInput = await createValidator(spec.input);
	return inputs
		.filter(({ input, files }) => checkInput(input) === undefined && leaksIn([input, files], own).length === 0)
		.flatMap(({ input, files }, index): readonly ToolCase[] => {
			const brought = filesIn(files, { broken: false });
			if (typeof brought === 'string') return [];
			return [
				{ name: `Made up ${index + 1}`, from: 'example', input, ...asBrought(brought), expect: { kind: 'taken' } },
			];
		})
		.slice(0, mostTests);
}

/** Of those that the tool takes, and whose results tell nothing but what its code says. */
async function withResults(
	cases: readonly ToolCase[],
	own: OwnData,
	{ spec, code, lock }: Passed,
	{ lab, context }: { readonly lab: Lab; readonly context: Pick<ToolContext, 'signal' | 'output'> },
): Promise<readonly ToolCase[] | undefined> {
	const once = cases.map((test) => ({ test, times: 1 }));
	if (await prepareLab(lab, lock, context)) return undefined;
	const { signal } = context;
	const runs = await runCases({ code, env: lock?.hash }, once, { signal, sandbox: () => lab.sandbox(signal) });
	if ('kind' in runs) return undefined;
	const checkOutput = await createValidator(spec.output);
	const constants = constantsIn(bodyOf(code));
	const made = cases.flatMap((test, index): readonly ToolCase[] => {
		const [end] = runs.ends[index] ?? [];
		if (end?.ended !== 'output' || checkOutput(end.output) !== undefined) return [];
		if (leaksIn(end.output, own, constants).length > 0) return [];
		const files = end.files.flatMap(({ name, size }) => (size > 0 ? [name] : []));
		return [{ ...test, expect: { kind: 'output', output: spec.varies ? {} : end.output, files } }];
	});
	return made.length === 0 ? undefined : made;
}
