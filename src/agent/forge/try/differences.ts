import { shorten } from '../../../base/text/shorten.ts';
import { wrongIn } from '../../../sandbox/tool-error.ts';
import { keyOf, type ToolCase } from '../draft/cases.ts';
import type { ForgeSpec } from '../spec/spec.ts';
import { specCases } from '../spec/spec-cases.ts';
import type { Difference } from '../verdict.ts';
import { differenceOf, shown } from './compare.ts';
import type { RunEnd } from './judge.ts';
import { filesProblem } from './judge-files.ts';
import type { Runs } from './run-cases.ts';

/** The examples of the order that a draft gave something else for, with both: what concerns the order is told to whoever wrote it. Pure. */
export function differencesOf(
	cases: readonly ToolCase[],
	{ ends }: Pick<Runs, 'ends'>,
	spec: ForgeSpec,
): readonly Difference[] {
	const keys = specCases(spec).flatMap((one) => (one.from === 'example' ? [keyOf(one)] : []));
	return cases.flatMap((test, index) => {
		const [end] = ends[index] ?? [];
		// Versions before have examples of their own.
		const example = keys.indexOf(keyOf(test));
		const both = end && example >= 0 ? bothOf(test, end, spec.examples[example]?.writes) : undefined;
		return both ? [{ example, ...both }] : [];
	});
}

/** Both results where they are not the same: a draft may also refuse an input, or write another file. */
function bothOf({ expect }: ToolCase, end: RunEnd, writes: unknown): Omit<Difference, 'example'> | undefined {
	if (expect.kind !== 'output') return undefined;
	const ordered = shown(expect.output);
	if (end.ended === 'error')
		return wrongIn(end.error) !== undefined
			? { ordered, given: `the error "${shorten(end.error.message, 150)}"` }
			: undefined;
	if (end.ended !== 'output') return undefined;
	if (differenceOf(expect.output, end.output) !== undefined) return { ordered, given: shown(end.output) };
	const problem = filesProblem(expect, end);
	return problem === undefined
		? undefined
		: { ordered: `that ${shown(writes)} is written`, given: `another file: ${shorten(problem, 200)}` };
}
