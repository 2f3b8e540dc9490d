/**
 * Wrong code with right tests: how much of it passes, by kind. The Coder stays with its code: two drafts with one mistake agree with each
 * other, which is the hardest case. A lookup table knows the examples of the order by heart, and nothing else.
 */

import { atMost, type EvalContext, type Evaluation, evalRow, percent } from '../evaluation.ts';
import { runJobs } from '../jobs.ts';
import { codeFaults, type FaultKind, fileFaults, type Problem, withFault } from '../problem.ts';
import { lookupTable } from './lookup-table.ts';
import { tryCode } from './try-code.ts';

/** A wrong file is one that a tool for files writes; all else that is wrong is a fault. */
type Group = 'fault' | 'file' | 'lookup';

interface Job {
	readonly problem: Problem;
	readonly group: Group;
	readonly kind: FaultKind | 'lookup';
	readonly code: string;
}

/** Two make sure that drafts which agree are met; further ones would be the same again. */
const drafts = 2;

export const faults: Evaluation = {
	name: 'faults',
	rows: ['faults-passed', ...codeFaults.map(rowOf), 'wrong-files-passed', ...fileFaults.map(rowOf), 'lookup-passed'],
	async run(context) {
		const judged = await runJobs(context.problems.flatMap(jobsOf), (job, lane) => judge(job, lane, context), context);
		const share = (is: (job: Job) => boolean) =>
			percent(
				judged.filter(({ job }) => is(job)),
				({ made }) => made,
			);
		const each = (kinds: readonly FaultKind[]) =>
			kinds.flatMap((kind) => evalRow(rowOf(kind), '%', { value: share((job) => job.kind === kind) }));
		const ofGroup = (group: Group) => share((job) => job.group === group);
		return [
			...evalRow('faults-passed', '%', { value: ofGroup('fault'), goal: atMost(2) }),
			...each(codeFaults),
			...evalRow('wrong-files-passed', '%', { value: ofGroup('file'), goal: atMost(5) }),
			...each(fileFaults),
			...evalRow('lookup-passed', '%', { value: ofGroup('lookup'), goal: atMost(0) }),
		];
	},
};

function rowOf(kind: FaultKind): string {
	return `passed-${kind}`;
}

function jobsOf(problem: Problem): readonly Job[] {
	const writes = problem.order.examples.some((example) => example.writes !== undefined);
	const table = lookupTable(problem);
	return [
		...problem.faults.map((fault): Job => {
			const group = writes && fileFaults.some((kind) => kind === fault.kind) ? 'file' : 'fault';
			return { problem, group, kind: fault.kind, code: withFault(problem.right, fault) };
		}),
		...(table === undefined ? [] : [{ problem, group: 'lookup', kind: 'lookup', code: table } as const]),
	];
}

async function judge(job: Job, lane: number, context: EvalContext) {
	const { problem, kind, code } = job;
	const { made } = await tryCode(
		{ problem, code, is: 'wrong', share: 0, seed: 1, drafts },
		await context.arena(),
		lane,
	);
	if (made) context.say(`  passed: ${kind} in ${problem.order.name}`);
	return { job, made };
}
