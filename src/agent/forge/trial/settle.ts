import { type ToolCase, trialKey } from '../draft/cases.ts';
import { keeps } from '../properties/judge-property.ts';
import type { ForgeRun } from '../run/forge-run.ts';
import type { Try } from '../run/tries.ts';
import { differenceOf, shown } from '../try/compare.ts';
import type { Dispute, Given } from './doubt.ts';
import { expectedText, givenText } from './expected-text.ts';
import { keepsMost } from './weigh.ts';

/** The word on the disputed input; `taken` where all that is known is that the drafts were right. */
export type Answer = Exclude<ToolCase['expect'], { kind: 'sound' }>;

/** The test that a run's dispute is about: for one of a property the case of that input; undefined where the run's tests have it no longer. Pure. */
export function disputedTest(
	{ tests = [], dispute }: ForgeRun,
	inherited: readonly ToolCase[] = [],
): ToolCase | undefined {
	const same = [...tests, ...inherited].filter((one) => trialKey(one) === dispute?.test);
	return same.find(({ input }) => JSON.stringify(input) === JSON.stringify(dispute?.input)) ?? same[0];
}

/**
 * The run with the Brain's answer, which is an example of the order from now on. Where the drafts were right, what else was on trial falls with the
 * test; where they were not, they are refused, and it stands. Pure.
 */
export function answered(
	run: ForgeRun,
	test: ToolCase,
	{ answer, by }: { readonly answer: Answer; readonly by: string },
): ForgeRun {
	const { dispute } = run;
	if (!dispute) return run;
	const side = sideOf(answer, test, dispute.given);
	const { samples: _samples, agreed: _agreed, ...of } = test;
	const example: ToolCase = { ...of, name: 'Answered', from: 'answer', expect: answer };
	const isGone = (one: ToolCase) =>
		trialKey(one) === dispute.test && (test.expect.kind !== 'property' || side !== 'test');
	const fallen = side === 'drafts' ? dispute.with : [];
	return {
		...run,
		outcome: 'open',
		tests: [...(run.tests ?? []).filter((one) => !isGone(one)), example],
		dropped: [
			...(run.dropped ?? []),
			...(side === 'test' && test.expect.kind === 'property' ? [] : [dispute.test]),
			...fallen,
		],
		dispute: { ...dispute, settled: { for: side, by } },
		tries: run.tries.map((one) => held(one, dispute, answer)),
	};
}

/** The run without an answer: what is on trial is dropped, unless the drafts break most of the Coder's tests. Pure. */
export function unanswered(run: ForgeRun): ForgeRun {
	const { dispute } = run;
	if (!dispute) return run;
	const doubts = [dispute, ...dispute.with.map((test) => ({ test }))];
	const fallen = keepsMost(doubts, run) ? doubts.map(({ test }) => test) : [];
	return {
		...run,
		outcome: 'open',
		dropped: [...(run.dropped ?? []), ...fallen],
		dispute: { ...dispute, settled: { for: 'nobody' } },
	};
}

function sideOf(answer: Answer, test: ToolCase, given: Given): NonNullable<Dispute['settled']>['for'] {
	if (isGiven(answer, given)) return 'drafts';
	return isWanted(answer, test) ? 'test' : 'neither';
}

function isWanted(answer: Answer, { expect, input }: ToolCase): boolean {
	if (answer.kind !== 'output') return answer.kind === expect.kind;
	if (expect.kind === 'property') return keeps(expect.property, { input, output: answer.output });
	return expect.kind === 'output' && differenceOf(expect.output, answer.output) === undefined;
}

/** Whether a draft gave what was answered. Where only files differ, the answer says whether those of the test are asked for. */
function isGiven(answer: Answer, given: Given): boolean {
	if (answer.kind !== 'output')
		return answer.kind !== 'property' && (answer.kind === 'error') === (given.refused !== undefined);
	if (given.output === undefined || differenceOf(answer.output, given.output) !== undefined) return false;
	return given.files === undefined || answer.files.length === 0;
}

/** A try whose draft did not give what was answered is refused; the Coder may know why. */
function held(one: Try, { test, input }: Dispute, answer: Answer): Try {
	const doubt = one.doubts?.find((each) => each.test === test);
	if (!doubt || one.refused || isGiven(answer, doubt.given)) return one;
	const feedback = `Said since: for the input ${shown(input)} it must give ${expectedText(answer)}. It gave ${givenText(doubt.given)}`;
	return { ...one, refused: { class: answer.kind === 'error' ? 'negative' : 'example', feedback } };
}
