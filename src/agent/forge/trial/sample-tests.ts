import { type ToolCase, trialKey } from '../draft/cases.ts';
import { isSame } from '../try/compare.ts';

/**
 * The tests of several samples as one list: what two of them say weighs more, and where they contradict each other nobody knows better, so that
 * neither is a test. Pure.
 */
export function mergeSamples(samples: readonly (readonly ToolCase[])[]): readonly ToolCase[] {
	const own = samples.flatMap((tests, sample) => tests.map((test) => ({ test, sample })));
	return [...Map.groupBy(own, ({ test }) => trialKey(test)).values()].flatMap((same) => {
		const [first] = same;
		if (!first) return [];
		const agrees = same.every(({ test }) => isSameExpectation(test, first.test));
		return agrees ? [{ ...first.test, samples: new Set(same.map(({ sample }) => sample)).size }] : [];
	});
}

function isSameExpectation({ expect: one }: ToolCase, { expect: other }: ToolCase): boolean {
	return isSame(one, other);
}
