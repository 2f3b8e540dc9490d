import type { ToolContext } from '../../tool.ts';
import { describeOf } from '../draft/assemble.ts';
import { type ToolCase, trialKey } from '../draft/cases.ts';
import { createValidator } from '../spec/json-schema.ts';
import type { ForgeSpec } from '../spec/spec.ts';
import { passed, type Refused, type Verdict } from '../verdict.ts';
import { isSame, shown } from './compare.ts';
import { differencesOf } from './differences.ts';
import { type FailedCase, mostFeedback, refusalOf } from './feedback.ts';
import { judgeCase, type Rules } from './judge.ts';
import { type Draft, type Runs, runCases } from './run-cases.ts';
import { isLarge, runDistinct } from './run-distinct.ts';
import { judgeSecond, type Second, secondRuns } from './second-runs.ts';
import { type Unsaid, unsaidIn } from './unsaid.ts';

export interface Tried {
	readonly verdict: Verdict;
	/** Cases whose files could not be made: they say nothing of the tool, and are not tests. */
	readonly unprepared: readonly ToolCase[];
	/** Of one that has passed: refusals that somebody must read. */
	readonly unsaid: readonly Unsaid[];
}

/**
 * Runs a draft in the sandbox on every case and judges on the host what came of it: no verdict comes out of the sandbox, only results.
 * A case whose input the schema refuses is not run: the host refuses it in use, too. What costs time comes when all else has passed. Rejects
 * with the signal's reason.
 */
export async function tryDraft(
	draft: Draft,
	{ spec, cases }: { readonly spec: ForgeSpec; readonly cases: readonly ToolCase[] },
	context: Pick<ToolContext, 'sandbox' | 'signal'>,
): Promise<Tried> {
	const checkInput = await createValidator(spec.input);
	const run = cases.filter((test) => checkInput(test.input) === undefined && !isLarge(test));
	const runs = await runDistinct(draft, run, context);
	if ('kind' in runs) return { verdict: runs, unprepared: [], unsaid: [] };
	const unprepared = run.filter((_, index) => runs.ends[index]?.some(({ ended }) => ended === 'unprepared'));
	const rules: Rules = { checkOutput: await createValidator(spec.output), varies: spec.varies };
	const found = { unprepared, unsaid: unsaidIn(run, runs) };
	const verdict =
		describeProblem(runs, spec) ?? unmadeProblem(run, runs) ?? verdictOf(failedIn(run, runs, rules), spec);
	if (verdict.kind === 'refused') return { verdict: { ...verdict, differs: differencesOf(run, runs, spec) }, ...found };
	if (verdict.kind !== 'passed') return { verdict, ...found };
	const large = cases.filter((test) => checkInput(test.input) === undefined && isLarge(test));
	const second = secondRuns(run, runs, { large, checkInput, varies: spec.varies });
	return { verdict: await verdictOfSecond(draft, second, { spec, rules }, context), ...found };
}

async function verdictOfSecond(
	draft: Draft,
	second: readonly Second[],
	{ spec, rules }: { readonly spec: ForgeSpec; readonly rules: Rules },
	context: Pick<ToolContext, 'sandbox' | 'signal'>,
): Promise<Verdict> {
	if (second.length === 0) return passed;
	const runs = await runCases(draft, second, context);
	if ('kind' in runs) return runs;
	const failed = second.flatMap((one, index): readonly FailedCase[] => {
		const failure = judgeSecond(one, runs.ends[index] ?? [], rules);
		return failure ? [{ test: one.of, failure }] : [];
	});
	return verdictOf(failed, spec);
}

/** An example of the order is never left out: where its files cannot be made, the draft lacks a package that makes them. */
function unmadeProblem(cases: readonly ToolCase[], { ends }: Runs): Refused | undefined {
	for (const [index, { name, from }] of cases.entries()) {
		const unmade = ends[index]?.find(({ ended }) => ended === 'unprepared');
		if (from !== 'example' || unmade?.ended !== 'unprepared') continue;
		const feedback = `The files of ${name} could not be made with the packages that the code names in dependencies: ${unmade.how}`;
		return { kind: 'refused', class: 'example', feedback: feedback.slice(0, mostFeedback) };
	}
	return undefined;
}

function describeProblem({ described }: Runs, spec: ForgeSpec): Refused | undefined {
	if ('meta' in described && isSame(described.meta, describeOf(spec))) return undefined;
	const got = 'meta' in described ? `it printed ${shown(described.meta)}` : described.problem;
	const feedback = `python3 tool.py --describe must print what was ordered, and nothing else: ${got}`;
	return { kind: 'refused', class: 'describe', feedback: feedback.slice(0, mostFeedback) };
}

function failedIn(cases: readonly ToolCase[], { ends }: Runs, rules: Rules): readonly FailedCase[] {
	return cases.flatMap((test, index): readonly FailedCase[] => {
		const failure = judgeCase(test, ends[index] ?? [], rules);
		return failure ? [{ test, failure }] : [];
	});
}

/** A test that the Coder has made up refuses no draft that gives another result, and gives one: either may be wrong. */
function verdictOf(failed: readonly FailedCase[], spec: ForgeSpec): Verdict {
	const [first, ...others] = failed.filter((one) => !isDoubt(one));
	if (first) return refusalOf([first, ...others], spec);
	const byTest = Map.groupBy(failed, ({ test }) => trialKey(test));
	const doubts = [...byTest].flatMap(([test, [one]]) =>
		one?.failure.given ? [{ test, input: one.test.input, given: one.failure.given }] : [],
	);
	return doubts.length === 0 ? passed : { kind: 'doubted', doubts };
}

function isDoubt({ test, failure }: FailedCase): boolean {
	return test.from === 'coder' && failure.given !== undefined;
}
