import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ToolCase, trialKey } from '../../../../src/agent/forge/draft/cases.ts';
import type { ForgeRun } from '../../../../src/agent/forge/run/forge-run.ts';
import { isUsedUp, openTry, type Try, withLastTry } from '../../../../src/agent/forge/run/tries.ts';
import { answered, disputedTest, unanswered } from '../../../../src/agent/forge/trial/settle.ts';
import { countingTests, weigh } from '../../../../src/agent/forge/trial/weigh.ts';
import { codeOf, rawSpec } from '../specs.ts';

const inputs = [5, 6, 7, 8];
const tests: readonly ToolCase[] = inputs.map((n) => ({
	...{ name: `t${n}`, from: 'coder', input: { numbers: [n] }, files: {}, samples: n % 2 === 0 ? 2 : 1 },
	expect: { kind: 'output', output: { sum: n }, files: [] },
}));
const order: ToolCase = { ...(tests[0] as ToolCase), name: 'Example 1', from: 'example', input: { numbers: [1] } };
const begun: ForgeRun = {
	version: 1,
	spec: rawSpec,
	tests: [order, ...tests],
	tries: [],
	answers: [],
	outcome: 'open',
};

/** What a draft gives for each input, as a difference from what the test says; undefined: it failed with an example. */
const draft = fc.option(fc.tuple(...inputs.map(() => fc.constantFrom(0, 0, 0, 1, 1, 2))), { freq: 4, nil: undefined });

function judged(run: ForgeRun, differences: readonly number[] | undefined): ForgeRun {
	if (!differences) return withLastTry(run, (last) => ({ ...last, refused: { class: 'example', feedback: 'x' } }));
	const counting = countingTests(run.tests ?? [], run);
	const doubts = inputs.flatMap((n, at) => {
		const test = counting.find(({ name, from }) => from === 'coder' && name === `t${n}`);
		const given = { output: { sum: n + (differences[at] ?? 0) } };
		if (!test || differences[at] === 0) return [];
		return [{ test: trialKey(test), input: test.input, given }];
	});
	return doubts.length === 0 ? { ...run, outcome: 'registered' } : withLastTry(run, (last) => ({ ...last, doubts }));
}

const written = (code: string): Try => ({ seed: 1, at: '2026-01-01T00:00:00Z', draft: codeOf(code) });

interface Played {
	readonly run: ForgeRun;
	readonly disputes: number;
	readonly drafts: number;
}

/** A run to its end, with drafts in their order and the Brain's way of answering. */
function play(
	drafts: readonly (readonly number[] | undefined)[],
	answers: (run: ForgeRun, test: ToolCase) => ForgeRun,
): Played {
	let run = begun;
	let [disputes, nth] = [0, 0];
	const known = new Map<string, readonly number[] | undefined>();
	for (let step = 0; step < 60; step++) {
		const weighed = weigh(run);
		run = weighed.run;
		if (weighed.kind === 'disputed') {
			disputes += 1;
			run = answers(run, disputedTest(run) ?? order);
			continue;
		}
		if (!openTry(run)) {
			if (isUsedUp(run)) return { run: { ...run, outcome: 'given-up' }, disputes, drafts: nth };
			known.set(`d${nth}`, drafts[nth]);
			run = { ...run, tries: [...run.tries, written(`d${nth}`)] };
			nth += 1;
		}
		run = judged(run, known.get(openTry(run)?.draft?.code ?? ''));
		if (run.outcome === 'registered') return { run, disputes, drafts: nth };
	}
	throw new Error('It does not end');
}

const ways: fc.Arbitrary<(run: ForgeRun, test: ToolCase) => ForgeRun> = fc.constantFrom(
	(run: ForgeRun) => unanswered(run),
	(run: ForgeRun, test: ToolCase) => answered(run, test, { answer: test.expect as never, by: 'c2' }),
	(run: ForgeRun, test: ToolCase) => {
		const output = run.dispute?.given.output ?? {};
		return answered(run, test, { answer: { kind: 'output', output, files: [] }, by: 'c2' });
	},
	(run: ForgeRun, test: ToolCase) => answered(run, test, { answer: { kind: 'error' }, by: 'c2' }),
);

describe('a run whose tests and drafts judge each other', () => {
	it('ends, with at most one dispute, five drafts, and every example of the order', () => {
		fc.assert(
			fc.property(fc.array(draft, { minLength: 6, maxLength: 6 }), ways, (drafts, answers) => {
				const played = play(drafts, answers);
				expect(played.disputes).toBeLessThanOrEqual(1);
				expect(played.drafts).toBeLessThanOrEqual(5);
				expect(countingTests(played.run.tests ?? [], played.run)).toContainEqual(order);
			}),
			{ numRuns: 400 },
		);
	});

	it('takes the first of two drafts that agree, whatever one test says against them, when nobody answers', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 3 }), fc.constantFrom(1, 2), (at, by) => {
				const wrong = inputs.map((_, index) => (index === at ? by : 0));
				const { run, drafts } = play([wrong, wrong], (one) => unanswered(one));
				expect([run.outcome, drafts]).toEqual(['registered', 2]);
			}),
		);
	});

	it('drops no test for one draft alone as long as there are tries', () => {
		const { run } = play([[1, 0, 0, 0], undefined, [2, 0, 0, 0], [0, 0, 0, 0]], (one) => unanswered(one));
		expect([run.outcome, run.dropped, run.dispute]).toEqual(['registered', undefined, undefined]);
	});

	it('asks about the one draft that is left when all tries are used', () => {
		const { run, disputes } = play([[1, 0, 0, 0], undefined, undefined, undefined], (one) => unanswered(one));
		expect([run.outcome, disputes]).toEqual(['registered', 1]);
	});
});
