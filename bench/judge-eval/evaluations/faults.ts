/**
 * Wrong code with right tests: how much of it passes, by kind. The Coder stays with its code: two drafts with one mistake agree with each
 * other, which is the hardest case. A lookup table knows the examples of the order by heart, and nothing else.
 */

import { atMost, type EvalContext, type Evaluation, evalRow, percent } from '../evaluation.ts';
import { runJobs } from '../jobs.ts';
import { codeFaults, type FaultKind, fileFaults, type Problem, withFault } from '../problem.ts';
import { lookupTable } from './lookup-table.ts';
import { tryCode } from './try-code.ts';

type Kind = FaultKind | 'lookup';

interface Job {
	readonly problem: Problem;
	readonly kind: Kind;
	readonly code: string;
}

/** Two make sure that drafts which agree are met; further ones would be the same again. */
const drafts = 2;

export const faults: Evaluation = {
	name: 'faults',
	rows: ['faults-passed', ...codeFaults.map(rowOf), 'wrong-files-passed', ...fileFaults.map(rowOf), 'lookup-passed'],
	async run(context) {
		const judged = await runJobs(context.problems.flatMap(jobsOf), (job, lane) => judge(job, lane, context), context);
		const share = (kinds: readonly Kind[]) =>
			percent(
				judged.filter(({ kind }) => kinds.includes(kind)),
				({ made }) => made,
			);
		const each = (kinds: readonly FaultKind[]) =>
			kinds.flatMap((kind) => evalRow(rowOf(kind), '%', { value: share([kind]) }));
		return [
			...evalRow('faults-passed', '%', { value: share(codeFaults), goal: atMost(2) }),
			...each(codeFaults),
			...evalRow('wrong-files-passed', '%', { value: share(fileFaults), goal: atMost(5) }),
			...each(fileFaults),
			...evalRow('lookup-passed', '%', { value: share(['lookup']), goal: atMost(0) }),
		];
	},
};

function rowOf(kind: FaultKind): string {
	return `passed-${kind}`;
}

function jobsOf(problem: Problem): readonly Job[] {
	const table = lookupTable(problem);
	return [
		...problem.faults.map((fault) => ({ problem, kind: fault.kind, code: withFault(problem.right, fault) })),
		...(table === undefined ? [] : [{ problem, kind: 'lookup' as const, code: table }]),
	];
}

async function judge({ problem, kind, code }: Job, lane: number, context: EvalContext) {
	const { made } = await tryCode(
		{ problem, code, is: 'wrong', share: 0, seed: 1, drafts },
		await context.arena(),
		lane,
	);
	if (made) context.say(`  passed: ${kind} in ${problem.order.name}`);
	return { kind, made };
}
