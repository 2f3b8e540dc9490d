import type { ToolCase } from '../draft/cases.ts';
import type { ForgeSpec } from '../spec/spec.ts';
import type { Difference } from '../verdict.ts';
import { differenceOf, shown } from './compare.ts';
import type { Runs } from './run-cases.ts';

/** The examples of the order that a draft gave another result for, with both: what concerns the order is told to whoever wrote it. Pure. */
export function differencesOf(
	cases: readonly ToolCase[],
	{ ends }: Pick<Runs, 'ends'>,
	{ examples }: Pick<ForgeSpec, 'examples'>,
): readonly Difference[] {
	const keys = examples.map(({ input, files }) => keyOf(input, files));
	return cases.flatMap(({ input, files, expect }, index) => {
		const [end] = ends[index] ?? [];
		// Versions before have examples of their own.
		const example = keys.indexOf(keyOf(input, files));
		if (example < 0 || expect.kind !== 'output' || end?.ended !== 'output') return [];
		if (differenceOf(expect.output, end.output) === undefined) return [];
		return [{ example, ordered: shown(expect.output), given: shown(end.output) }];
	});
}

function keyOf(input: unknown, files: unknown): string {
	return JSON.stringify([input, files ?? {}]);
}
