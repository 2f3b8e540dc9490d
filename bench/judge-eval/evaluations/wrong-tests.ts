/** Right code when a share of the Coder's tests is wrong. Control: as much is refused with the same tests when they are right. */

import type { Arena } from '../arena.ts';
import { atMost, type EvalContext, type Evaluation, evalRow, percent } from '../evaluation.ts';
import { runJobs } from '../jobs.ts';
import { sampleTests } from '../players/sample-tests.ts';
import type { Problem } from '../problem.ts';
import { allDrafts, tryCode } from './try-code.ts';

const shares = [0.1, 0.2];
/** Different draws of what is wrong; more where there is a goal. */
const seedsOf = (share: number): readonly number[] => (share === 0.2 ? [1, 2] : [1]);

interface Job {
	readonly problem: Problem;
	readonly share: number;
	readonly seed: number;
}

export const wrongTests: Evaluation = {
	name: 'wrong-tests',
	rows: shares.map(rowOf),
	async run(context) {
		const arena = await context.arena();
		const { problems } = context;
		const jobs = [
			...problems.map((problem) => ({ problem, share: 0, seed: 1 })),
			...shares.flatMap((share) =>
				problems.flatMap((problem) => seedsOf(share).map((seed) => ({ problem, share, seed }))),
			),
		];
		const judged = await runJobs(jobs, (job, lane) => judge(job, arena, { lane, context }), context);
		const refused = (share: number) =>
			percent(
				judged.filter((one) => one.share === share),
				({ made }) => !made,
			);
		return shares.flatMap((share) =>
			evalRow(rowOf(share), '%', {
				value: refused(share),
				control: refused(0),
				...(share === 0.2 && { goal: atMost(5) }),
			}),
		);
	},
};

function rowOf(share: number): string {
	return `right-refused-at-${share * 100}`;
}

async function judge(
	{ problem, share, seed }: Job,
	arena: Arena,
	{ lane, context }: { readonly lane: number; readonly context: EvalContext },
) {
	const { made, disputes } = await tryCode(
		{ problem, code: problem.right, is: 'right', share, seed, drafts: allDrafts },
		arena,
		lane,
	);
	const mistakes = sampleTests(problem, { share, seed, sample: 0 }).filter((test) => !problem.tests.includes(test));
	if (!made) context.say(`  refused: ${problem.order.name} with ${mistakes.length} wrong tests`);
	return { share, made, disputes };
}
