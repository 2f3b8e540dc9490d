import { keyOf, type ToolCase } from '../draft/cases.ts';
import type { ForgeSpec } from '../spec/spec.ts';
import { specCases } from '../spec/spec-cases.ts';

/** Examples from which on the last one is not shown to whoever writes the code: code that has the others written into it fails with it. */
const enough = 3;

/** The spec as the Coder is shown it when it writes code. Pure. */
export function withoutHeldBack(spec: ForgeSpec): ForgeSpec {
	return spec.examples.length < enough ? spec : { ...spec, examples: spec.examples.slice(0, -1) };
}

/** Whether a test is the example that is held back. Pure. */
export function isHeldBack(test: ToolCase, spec: Pick<ForgeSpec, 'examples' | 'rejects' | 'purpose'>): boolean {
	if (test.from !== 'example' || spec.examples.length < enough) return false;
	const held = specCases(spec)[spec.examples.length - 1];
	return held !== undefined && keyOf(held) === keyOf(test);
}
