import { createHash } from 'node:crypto';
import type { HiddenTest, Problem } from '../problem.ts';

export interface Sampling {
	/** How many of all tests are wrong, from 0 to 1. */
	readonly share: number;
	/** Equal seeds draw the same. */
	readonly seed: number;
	/** Which sample of one order it is, from 0. */
	readonly sample: number;
}

/**
 * How often a mistake of the first sample is one of the next, too: whoever reads an order wrongly reads it so again. Samples that err
 * apart would make it easy to tell who is wrong.
 */
const again = 0.5;

/** A problem's tests as a model writes them that is wrong in this share of them; later samples come in another order. Pure. */
export function sampleTests(problem: Problem, sampling: Sampling): readonly HiddenTest[] {
	const tests = problem.tests.map((test, of) => (isWrong(problem, of, sampling) ? wrongly(problem, of) : test));
	return sampling.sample === 0 ? tests : tests.toReversed();
}

function wrongly({ tests, wrong }: Problem, of: number): HiddenTest {
	const { name, input, files } = tests[of] ?? { name: '', input: {} };
	const { of: _of, why: _why, ...expected } = wrong.find((one) => one.of === of) ?? { of, why: '' };
	return { name, input, ...(files && { files }), ...expected };
}

/** Only some tests have a wrong form, so each of these is wrong the more often. */
function isWrong({ order, tests, wrong }: Problem, of: number, { share, seed, sample }: Sampling): boolean {
	if (!wrong.some((one) => one.of === of)) return false;
	const chance = Math.min(1, (share * tests.length) / wrong.length);
	const draw = (what: string) => fraction(`${order.name}/${of}/${seed}/${what}`);
	const first = draw('first') < chance;
	return sample === 0 || draw(`again ${sample}`) < again ? first : draw(`sample ${sample}`) < chance;
}

/** From 0 to below 1. */
function fraction(text: string): number {
	return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
}
