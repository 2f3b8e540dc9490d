import type { ToolContext } from '../../tool.ts';
import { describeOf } from '../draft/assemble.ts';
import type { ToolCase } from '../draft/cases.ts';
import { createValidator } from '../spec/json-schema.ts';
import type { ForgeSpec } from '../spec/spec.ts';
import { passed, type Refused, type Verdict } from '../verdict.ts';
import { isSame, shown } from './compare.ts';
import { differencesOf } from './differences.ts';
import { type FailedCase, mostFeedback, refusalOf } from './feedback.ts';
import { judgeCase, type Rules } from './judge.ts';
import { type Draft, type Runs, runCases } from './run-cases.ts';
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
 * A case whose input the schema refuses is not run: the host refuses it in use, too. Rejects with the signal's reason.
 */
export async function tryDraft(
	draft: Draft,
	{ spec, cases }: { readonly spec: ForgeSpec; readonly cases: readonly ToolCase[] },
	context: Pick<ToolContext, 'sandbox' | 'signal'>,
): Promise<Tried> {
	const checkInput = await createValidator(spec.input);
	const run = cases.filter(({ input }) => checkInput(input) === undefined);
	const runs = await runCases(draft, { cases: run, varies: spec.varies }, context);
	if ('kind' in runs) return { verdict: runs, unprepared: [], unsaid: [] };
	const unprepared = run.filter((_, index) => runs.ends[index]?.some(({ ended }) => ended === 'unprepared'));
	const rules: Rules = { checkOutput: await createValidator(spec.output), varies: spec.varies };
	const verdict = describeProblem(runs, spec) ?? unmadeProblem(run, runs) ?? verdictOf(run, runs, rules);
	return {
		verdict: verdict.kind === 'refused' ? { ...verdict, differs: differencesOf(run, runs, spec) } : verdict,
		unprepared,
		unsaid: unsaidIn(run, runs),
	};
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

function verdictOf(cases: readonly ToolCase[], { ends }: Runs, rules: Rules): Verdict {
	const failed = cases.flatMap((test, index): readonly FailedCase[] => {
		const failure = judgeCase(test, ends[index] ?? [], rules);
		return failure ? [{ test, failure }] : [];
	});
	const [first, ...others] = failed;
	return first ? refusalOf([first, ...others]) : passed;
}
